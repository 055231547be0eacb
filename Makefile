# SPDX-License-Identifier: MIT
#
# Goals for users and packagers:
#
#   make             builds ./dungen. README.md names the packages that it needs. V=1 prints whole commands.
#   make check       builds and runs the tests, which takes two minutes. `sh tests/setup check` installs the programs that
#                    they need. SUITES='cli rng' runs only some suites.
#   make lib         builds the C library libdungen, its header, and its file for pkg-config in build/lib/
#   make install     installs the program, its manual, completions, and examples under PREFIX, which is /usr/local.
#                    Packagers set DESTDIR.
#   make install-lib installs the library and its manual
#   make uninstall   removes what these two installed
#   make clean       removes everything that was built
#
# The goals in maint.mk are for maintainers: releases, packages, the page, other builds, and more tests.

# The release. Between releases, this is the next release with -dev.
VERSION = $(shell sed -n 's/.*define DUNGEN_VERSION "\(.*\)"/\1/p' src/dungen.h)

# Settings. Give yours on the command line: make CC=clang CFLAGS=-O2
CFLAGS ?= -O3
PKG_CONFIG ?= pkg-config
OBJCOPY ?= objcopy
INSTALL ?= install
# On Debian, the tests need the Python of the system, because tests/setup installs modules for it.
PYTHON ?= $(firstword $(wildcard /usr/bin/python3) python3)

# The folder for objects. A build in another folder also puts its program there.
BUILD = build
PROGRAM = $(if $(filter build,$(BUILD)),dungen,$(BUILD)/dungen)
# A dungen that runs on this machine. After a cross build, set it to a program of the same release.
NATIVE = $(if $(findstring /,$(PROGRAM)),,./)$(PROGRAM)

# Hardening flags. The build uses those that the compiler accepts. `make HARDENING=` uses none.
HARDENING = -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fstack-clash-protection -fcf-protection -fPIE -pie \
	-Wl,-z,relro,-z,now

# Quotes a word for the shell.
quoted = '$(subst ','\'',$(1))'

# Stands before a command. Unless V=1, make prints a line such as "CC src/main.c" instead of the command: $(call brief,CC,$<)
hidden = $(if $(filter 1,$(V)),,@)
is_silent = $(findstring s,$(firstword -$(MAKEFLAGS)))
brief = $(hidden)$(if $(hidden),$(if $(is_silent),,$(info $(1) $(2))))

# === Build

# The sources for an operating system are in a folder of src/system. posix and wasi also share a folder.
SYSTEM = posix
SYSTEM_FOLDERS = src/system/$(SYSTEM) $(if $(filter posix wasi,$(SYSTEM)),src/system/shared)
SYSTEM_SOURCES = $(wildcard $(SYSTEM_FOLDERS:%=%/*.c))
SOURCES = $(filter-out src/library.c,$(wildcard src/*.c src/*/*.c)) $(SYSTEM_SOURCES)
OBJECTS = $(SOURCES:%.c=$(BUILD)/%.o)

WARNINGS = -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla
# gcc warns if its releases pass vectors in different ways (-Wno-psabi). We pass vectors only within a file.
OWN_FLAGS = -std=c11 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -Isrc $(LIBRARY_FLAGS) $(WARNINGS) -Wno-psabi -MMD -MP
# The user's flags come last, so that they win.
ACCEPTED_HARDENING = $(shell cat $(BUILD)/hardening 2> /dev/null || echo '$(HARDENING)')
COMPILE = $(CC) $(OWN_FLAGS) $(filter-out -pie -Wl%,$(ACCEPTED_HARDENING)) $(CPPFLAGS) $(CFLAGS)
LINK = $(CC) $(ACCEPTED_HARDENING) $(CFLAGS) $(LDFLAGS)

all: $(PROGRAM)

$(PROGRAM): $(OBJECTS) $(BUILD)/sources
	$(call brief,LD,$@)$(LINK) -o $@ $(OBJECTS) $(LIBRARIES) $(LDLIBS)
	@$(if $(is_silent),:,echo 'To read the manual: man man/dungen.1')

$(BUILD)/%.o: %.c $(BUILD)/hardening
	@mkdir -p $(@D)
	$(call brief,CC,$<)$(COMPILE) -c -o $@ $<

# Finds the hardening flags that the compiler accepts without a warning. That depends on the processor (-fcf-protection is
# for x86), on the macros that the compiler defines, and on the user's flags (_FORTIFY_SOURCE requires optimization).
# Usually it accepts all of them at once. If it does not, it tries them one by one.
TRIAL = int main(void) { char text[64]; return !fgets(text, sizeof text, stdin); }
$(BUILD)/hardening: $(BUILD)/flags
	@is_accepted() { \
		echo '$(TRIAL)' | \
			$(CC) -include stdio.h $$* $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) $$werror -x c -o $@.exe - 2> $@.log; \
	}; \
	werror=-Werror; \
	accepted='$(HARDENING)'; \
	if [ -n "$$accepted" ] && ! is_accepted $$accepted; then \
		accepted=; \
		is_accepted || werror=; \
		is_accepted || { cat $@.log >&2; echo 'The compiler cannot build a program. HARDENING= skips this test.' >&2; exit 1; }; \
		for flag in $(HARDENING); do \
			! is_accepted $$accepted $$flag || accepted="$$accepted $$flag"; \
		done; \
	fi; \
	rm -f $@.exe $@.log; \
	echo $$accepted > $@

# What the objects are built with. COMPILER_FILES has the number, size, and time of the file of the compiler, which change
# when the compiler is upgraded.
FLAGS = $(CC) $(COMPILER_FILES) $(HARDENING) $(OWN_FLAGS) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) $(LIBRARIES) $(LDLIBS) \
	$(LIBRARIES_FROM) $(PKG_CONFIG) $(PKG_CONFIG_PATH)

# Both files are newer than the last change of what they are named after. The next make reads what it was from NAME.mk.
$(BUILD)/flags:
	@mkdir -p $(@D)
	@printf '%s\n' 'define LAST_FLAGS' $(call quoted,$(strip $(FLAGS))) endef \
		$(call quoted,LIBRARY_FLAGS = $(LIBRARY_FLAGS)) $(call quoted,LIBRARIES = $(LIBRARIES)) > $@.mk
	@touch $@

$(BUILD)/sources:
	@mkdir -p $(@D)
	@echo 'LAST_SOURCES = $(strip $(SOURCES))' > $@.mk
	@touch $@

# === The C library, for systems with ELF

LIB = $(BUILD)/lib
LIB_SOURCES = src/library.c src/io/output.c $(wildcard src/base/*.c src/generate/*.c src/map/*.c src/rng/*.c) \
	$(patsubst %,src/formats/%.c,json_write painted_rows symbols text_write tiles)
LIB_OBJECTS = $(LIB_SOURCES:src/%.c=$(LIB)/%.o)
# Without -flto, so that programs can use another compiler.
LIB_FLAGS = -fPIC -fvisibility=hidden -fno-lto
# Its number is the first one of VERSION.
SONAME = libdungen.so.1

lib: $(LIB)/libdungen.a $(LIB)/$(SONAME)
	$(hidden)cp src/dungen.h $(LIB)
	$(hidden)$(write_pc) > $(LIB)/dungen.pc

$(LIB)/%.o: src/%.c $(BUILD)/hardening
	@mkdir -p $(@D)
	$(call brief,CC,$<)$(COMPILE) $(LIB_FLAGS) -c -o $@ $<

# Links the objects to one object, in which only the names of dungen.h stay global. The static library can then define no
# name that a program also defines.
$(LIB)/libdungen.a: $(LIB_OBJECTS) $(BUILD)/sources
	@rm -f $@
	$(hidden)$(CC) $(CFLAGS) $(LIB_FLAGS) -nostdlib -r -o $(LIB)/libdungen.o $(LIB_OBJECTS)
	$(hidden)$(OBJCOPY) --localize-hidden $(LIB)/libdungen.o
	$(call brief,AR,$@)$(AR) -rcs $@ $(LIB)/libdungen.o

$(LIB)/$(SONAME): $(LIB_OBJECTS) $(BUILD)/sources
	$(call brief,LD,$@)$(CC) $(filter-out -pie -fPIE,$(ACCEPTED_HARDENING)) $(CFLAGS) $(LDFLAGS) -fno-lto \
		-shared -Wl,-soname,$(SONAME) -o $@ $(LIB_OBJECTS)
	$(hidden)ln -sf $(SONAME) $(LIB)/libdungen.so

# === Tests

# The builds that suites run in: the user's own, and those that maint.mk describes.
BUILDS = $(BUILD) build/clang build/sanitized
# One job per processor, unless the user gives -j.
JOBS = $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(shell nproc 2> /dev/null || echo 1))
CHECK = BUILDS=$(call quoted,$(BUILDS)) DUNGEN=$(call quoted,$(abspath $(PROGRAM))) $(PYTHON) tests/check.py
# Builds what these suites need: $(call build_for,SUITES)
build_for = goals=$$($(CHECK) --goals $(1)) && eval "$(MAKE) -s $(JOBS) $$goals"

check:
	+$(call build_for,$(or $(SUITES),@check))
	$(CHECK) $(or $(SUITES),@check)

# === Install

PREFIX ?= /usr/local
MANDIR ?= $(PREFIX)/share/man
DOCDIR ?= $(PREFIX)/share/doc/dungen
BASHDIR ?= $(PREFIX)/share/bash-completion/completions
FISHDIR ?= $(PREFIX)/share/fish/vendor_completions.d
# zsh has one folder for packages and another one for programs that were built here.
ZSHDIR ?= $(PREFIX)/share/zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
PKGCONFIGDIR ?= $(LIBDIR)/pkgconfig

# A path below DESTDIR, quoted for the shell.
place = $(call quoted,$(DESTDIR)$(1))

PAGES = dungen.1 dungen.5 dungen-batch.7 dungen-compare.7 dungen-generator.7 dungen-programs.7
# dungen.7 is a link, so `man 7 dungen` shows dungen-generator(7).
MANUAL = $(foreach page,$(PAGES) dungen.7,$(call place,$(MANDIR)/man$(subst .,,$(suffix $(page)))/$(page)))
COMPLETIONS = $(call place,$(BASHDIR)/dungen) $(call place,$(ZSHDIR)/_dungen) $(call place,$(FISHDIR)/dungen.fish)
SAMPLES = samples/gallery samples/ros_map samples/sheet samples/survey $(wildcard samples/*.*)
GODOT_SAMPLES = $(wildcard samples/godot/*.*)
EXAMPLES = $(foreach file,$(patsubst samples/%,%,$(SAMPLES) $(GODOT_SAMPLES)),$(call place,$(DOCDIR)/examples/$(file)))
LIB_FILES = $(foreach file,libdungen.a libdungen.so $(SONAME),$(call place,$(LIBDIR)/$(file))) \
	$(call place,$(INCLUDEDIR)/dungen.h) $(call place,$(PKGCONFIGDIR)/dungen.pc) $(call place,$(MANDIR)/man3/dungen.3)

install: all
	@$(call quoted,$(NATIVE)) --version > /dev/null || { \
		printf '%s\n' $(call quoted,$(NATIVE))' does not run here; give a dungen that does as NATIVE'; exit 1; }
	$(INSTALL) -d $(call place,$(PREFIX)/bin) $(foreach section,1 5 7,$(call place,$(MANDIR)/man$(section))) \
		$(call place,$(BASHDIR)) $(call place,$(ZSHDIR)) $(call place,$(FISHDIR)) $(call place,$(DOCDIR)/examples/godot)
	$(INSTALL) -m 755 $(call quoted,$(PROGRAM)) $(call place,$(PREFIX)/bin/dungen)
	for page in $(PAGES); do \
		$(INSTALL) -m 644 man/$$page $(call place,$(MANDIR))/man$${page##*.}/$$page || exit; \
	done
	ln -sf dungen-generator.7 $(call place,$(MANDIR)/man7/dungen.7)
	$(call quoted,$(NATIVE)) --completion bash > $(call place,$(BASHDIR)/dungen)
	$(call quoted,$(NATIVE)) --completion zsh > $(call place,$(ZSHDIR)/_dungen)
	$(call quoted,$(NATIVE)) --completion fish > $(call place,$(FISHDIR)/dungen.fish)
	chmod 644 $(COMPLETIONS)
	$(INSTALL) -m 644 $(SAMPLES) $(call place,$(DOCDIR)/examples)
	$(INSTALL) -m 644 $(GODOT_SAMPLES) $(call place,$(DOCDIR)/examples/godot)

install-lib: $(LIB)/libdungen.a $(LIB)/$(SONAME)
	$(INSTALL) -d $(call place,$(LIBDIR)) $(call place,$(INCLUDEDIR)) $(call place,$(PKGCONFIGDIR)) $(call place,$(MANDIR)/man3)
	$(INSTALL) -m 644 $(LIB)/libdungen.a $(LIB)/$(SONAME) $(call place,$(LIBDIR))
	ln -sf $(SONAME) $(call place,$(LIBDIR)/libdungen.so)
	$(INSTALL) -m 644 src/dungen.h $(call place,$(INCLUDEDIR))
	$(INSTALL) -m 644 man/dungen.3 $(call place,$(MANDIR)/man3)
	$(write_pc) > $(call place,$(PKGCONFIGDIR)/dungen.pc)
	chmod 644 $(call place,$(PKGCONFIGDIR)/dungen.pc)
	@$(register_library)

# Prints the file for pkg-config. Folders below the prefix are relative to it, so that --define-prefix works.
below_prefix = $(subst @begin@,,$(subst @begin@$(PREFIX)/,$${prefix}/,@begin@$(1)))
write_pc = printf '%s\n' $(call quoted,prefix=$(PREFIX)) $(call quoted,libdir=$(call below_prefix,$(LIBDIR))) \
	$(call quoted,includedir=$(call below_prefix,$(INCLUDEDIR))) 'Name: dungen' 'Description: dungeon maps of rooms and tunnels' \
	'Version: $(VERSION)' 'Cflags: -I$${includedir}' 'Libs: -L$${libdir} -ldungen'

# Runs ldconfig, so that programs find the shared library. If the running system does not look for libraries in LIBDIR, or
# if the user is not root, prints what to do instead.
register_library = PATH="$$PATH:/usr/sbin:/sbin"; \
	if [ -n $(call quoted,$(DESTDIR)) ]; then \
		echo 'After the library is in its place, run ldconfig as root.'; \
	elif ! ldconfig -N -X -v 2> /dev/null | grep -qF $(call quoted,$(LIBDIR):); then \
		printf '%s\n' $(call quoted,Programs find $(SONAME) if LD_LIBRARY_PATH has $(LIBDIR).); \
	elif [ "$$(id -u)" -eq 0 ]; then \
		ldconfig; \
	else \
		echo 'Run ldconfig as root, so that programs find $(SONAME).'; \
	fi

uninstall:
	rm -f $(call place,$(PREFIX)/bin/dungen) $(MANUAL) $(COMPLETIONS) $(EXAMPLES) $(LIB_FILES)
	rmdir $(call place,$(DOCDIR)/examples/godot) $(call place,$(DOCDIR)/examples) $(call place,$(DOCDIR)) 2> /dev/null || :

clean:
	rm -rf build dungen

.PHONY: all lib check install install-lib uninstall clean FORCE
.DELETE_ON_ERROR:

# === What depends on the goals

# Goals that compile nothing themselves. maint.mk adds to them.
COMPILE_NOTHING = uninstall clean
-include $(BUILD)/flags.mk $(BUILD)/sources.mk
include maint.mk
GOALS = $(filter-out $(COMPILE_NOTHING),$(or $(MAKECMDGOALS),all))
# Goals that install what was built, whatever flags it was built with.
INSTALL_GOALS = $(if $(wildcard $(PROGRAM)),install) install-lib

ifneq ($(GOALS),)
COMPILER_FILES := $(shell LC_ALL=C TZ=UTC0 ls -dilL $$(for word in $(CC); do command -v -- $$word; done) 2> /dev/null)

# If nothing has changed since the last build, pkg-config would give the same answers.
ifneq ($(LIBRARIES_FROM),source)
ifneq ($(strip $(FLAGS)),$(and $(LIBRARIES),$(value LAST_FLAGS)))
LIBRARY_FLAGS := $(shell $(PKG_CONFIG) --cflags libcjson expat zlib 2> /dev/null)
LIBRARIES := $(shell $(PKG_CONFIG) --libs libcjson expat zlib 2> /dev/null)
endif
endif
endif

# The C library does not need these libraries.
PACKAGES = gcc make pkg-config libcjson-dev libexpat1-dev zlib1g-dev
ifneq ($(filter-out lib $(INSTALL_GOALS),$(GOALS)),)
ifeq ($(strip $(LIBRARIES)),)
$(error the headers of cJSON, Expat, or zlib are missing, or pkg-config is; on Debian, run apt install $(PACKAGES) as root)
endif
endif

# If the compiler or its flags have changed, everything is compiled again. If the list of sources has changed, everything is
# linked again.
ifneq ($(filter-out $(INSTALL_GOALS),$(GOALS)),)
ifneq ($(strip $(FLAGS)),$(value LAST_FLAGS))
$(BUILD)/flags: FORCE
endif
ifneq ($(strip $(SOURCES)),$(LAST_SOURCES))
$(BUILD)/sources: FORCE
endif
endif

# The headers that each object depends on. The compiler lists them.
-include $(OBJECTS:.o=.d) $(LIB_OBJECTS:.o=.d) $(wildcard $(BUILD)/tests/*/*.d)
