# SPDX-License-Identifier: MIT
#
#   make            ./dungen
#   make check      the tests; needs the packages of tests/setup check; SUITES='cli rng' runs some of them
#   make smoke      some of the tests, in ten seconds
#   make prove      what make check has no time or packages for: failing calls, fuzzers, other processors and compilers,
#                   readers of the formats; needs root and the packages of tests/setup prove
#   make cross      of that, the same maps from other compilers, processors and C libraries
#   make soak       for an hour before a release: fuzzers, oracles, changes that no test notices; HOURS=1 MAPS=200000
#   make windows    build/windows/dungen.exe, with mingw-w64 and the source of cJSON, Expat and zlib
#   make lint       warnings of gcc and clang as errors, manual, scripts
#   make debug      build/debug/dungen, without optimization and with the sanitizers
#   make coverage   which branches the tests take
#   make bench      the speeds, as ratios
#   make page       build/page/dungen.html, the program in a page; needs packages of tests/setup page
#   make lib        build/lib/, the C library libdungen, its header and its file for pkg-config; make install installs them
#   make npm        build/npm/dungen-npm-VERSION.tgz, the program as a package for node and browsers
#   make samples    samples/ made anew
#   make catalogue  tests/oracle/catalogue.tsv made anew; refuses where a known map would change
#   make deb        build/deb/, packages for this Debian or Ubuntu; needs the packages of tests/setup deb
#   make static     build/static/dungen, one file for any Linux with this processor; needs musl-gcc and that source
#   make release    build/release/, all files of a release; needs the packages of tests/setup prove
#   make install, uninstall, dist, clean

# The release, and its day. Between releases, the next one with -dev, and the day of the last one. CHANGELOG.md and the
# manual are tested against these, and so is src/dungen.h.
VERSION = 0.5.0-dev
DATE = 2026-11-24

PREFIX ?= /usr/local
CFLAGS ?= -O3
PKG_CONFIG ?= pkg-config
INSTALL ?= install
# Where there are several, Debian's own: it has the packages that the tests need.
PYTHON ?= $(firstword $(wildcard /usr/bin/python3) python3)

# Objects go to BUILD. Another build in a folder of its own has its program there too.
BUILD = build
PROGRAM = $(if $(filter build,$(BUILD)),dungen,$(BUILD)/dungen)

# The libraries: the system's, or with LIBRARIES_FROM=source built from these folders. tests/setup puts the sources of
# Debian there, with its security patches. Some goals need no others.
CJSON_SOURCE = build/cross/patched/cjson
EXPAT_SOURCE = build/cross/patched/expat
ZLIB_SOURCE = build/cross/patched/zlib
FROM_SOURCE = memory windows wasm page static static-arm64
ifeq ($(filter-out $(FROM_SOURCE),$(or $(MAKECMDGOALS),all)),)
LIBRARIES_FROM = source
endif
ifneq ($(LIBRARIES_FROM)$(filter $(FROM_SOURCE),$(MAKECMDGOALS)),)
ifneq ($(words $(wildcard $(CJSON_SOURCE)/cJSON.c $(EXPAT_SOURCE)/lib/expat.h $(ZLIB_SOURCE)/zlib.h)),3)
$(error no source of cJSON, Expat and zlib; run sh tests/setup prove, or for the page sh tests/setup page, or give CJSON_SOURCE=, EXPAT_SOURCE= and ZLIB_SOURCE=)
endif
endif
ifeq ($(LIBRARIES_FROM),source)
LIBRARY_FLAGS = -isystem $(CJSON_SOURCE) -isystem $(EXPAT_SOURCE)/lib -isystem $(ZLIB_SOURCE) -DXML_STATIC
LIBRARIES = $(BUILD)/cjson/cJSON.o $(patsubst %,$(BUILD)/expat/%.o,xmlparse xmlrole xmltok) \
	$(patsubst %,$(BUILD)/zlib/%.o,adler32 crc32 deflate inffast inflate inftrees trees zutil)
OWN_LIBRARIES = $(LIBRARIES)
else
LIBRARY_FLAGS := $(shell $(PKG_CONFIG) --cflags libcjson expat zlib 2> /dev/null)
LIBRARIES := $(shell $(PKG_CONFIG) --libs libcjson expat zlib 2> /dev/null)
# Only goals that link the program need the libraries of the system. Whoever names the flags needs no pkg-config.
WITHOUT_LIBRARIES = $(FROM_SOURCE) lib install-lib uninstall dist deb clean $(if $(wildcard $(PROGRAM)),install)
ifneq ($(filter-out $(WITHOUT_LIBRARIES),$(or $(MAKECMDGOALS),all)),)
ifeq ($(strip $(LIBRARIES)),)
$(error the headers of cJSON, Expat or zlib are missing, or pkg-config is; on Debian and Ubuntu, run sh tests/setup build)
endif
endif
endif

WARNINGS = -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla
# How a vector is passed depends on compiler and options, which does not matter inside a file (-Wno-psabi).
OWN_FLAGS = -std=c11 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -DDUNGEN_VERSION='"$(VERSION)"' -Isrc $(LIBRARY_FLAGS) \
	$(WARNINGS) -Wno-psabi -MMD -MP

# Each of these flags is used if the compiler takes it without a warning, which depends on the target (-fcf-protection is
# for x86), on what it defines by itself and on the user's flags (_FORTIFY_SOURCE needs optimization). One trial for all
# of them is the usual case. What the user gives comes later on the command line and wins; `make HARDENING=` uses none.
HARDENING_WANTED = -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fstack-clash-protection -fcf-protection -fPIE -pie \
	-Wl,-z,relro,-z,now
ifneq ($(origin HARDENING),command line)
HARDENING := $(shell \
	program=$$(mktemp) || exit; \
	trap 'rm -f "$$program"' EXIT; \
	takes() { \
		echo 'int main(void) { char text[64]; return !fgets(text, sizeof text, stdin); }' | \
			$(CC) -include stdio.h $$* $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) $$strict -x c -o "$$program" - 2> /dev/null; \
	}; \
	strict=-Werror; \
	taken='$(HARDENING_WANTED)'; \
	if ! takes $$taken; then \
		taken=; \
		takes || strict=; \
		for flag in $(HARDENING_WANTED); do \
			! takes $$taken $$flag || taken="$$taken $$flag"; \
		done; \
	fi; \
	echo $$taken)
endif

COMPILE = $(CC) $(OWN_FLAGS) $(filter-out -pie -Wl%,$(HARDENING)) $(CPPFLAGS) $(CFLAGS)
LINK = $(CC) $(HARDENING) $(CFLAGS) $(LDFLAGS)

# The folder of src/system that has the operating system.
SYSTEM = posix
SYSTEM_SOURCES = $(wildcard src/system/$(SYSTEM)/*.c) $(SHARED_$(SYSTEM))
SHARED_wasi = src/system/posix/path.c
SOURCES = $(filter-out src/library.c,$(wildcard src/*.c src/*/*.c)) $(SYSTEM_SOURCES)
# A program of Windows has a manifest.
RESOURCES = $(wildcard src/system/$(SYSTEM)/*.rc)
OBJECTS = $(SOURCES:%.c=$(BUILD)/%.o) $(RESOURCES:%=$(BUILD)/%.o)
# What the unit tests link: all but main.
PARTS = $(filter-out $(BUILD)/src/main.o,$(OBJECTS)) $(BUILD)/src/library.o
UNIT_SOURCES = $(wildcard tests/unit/*.c)
UNIT_TESTS = $(UNIT_SOURCES:%.c=$(BUILD)/%)
FUZZERS = document generator program reader

all: $(PROGRAM)

$(PROGRAM): $(OBJECTS) $(OWN_LIBRARIES)
	$(LINK) -o $@ $(OBJECTS) $(LIBRARIES) $(LDLIBS)

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(COMPILE) -c -o $@ $<

$(BUILD)/%.rc.o: %.rc $(wildcard src/system/$(SYSTEM)/*.manifest)
	@mkdir -p $(@D)
	$(CC:%gcc=%windres) $< $@

$(BUILD)/tests/%: $(BUILD)/tests/%.o $(PARTS) $(OWN_LIBRARIES)
	$(LINK) -o $@ $< $(PARTS) $(LIBRARIES) $(LDLIBS)

# Their warnings are not ours.
$(BUILD)/cjson/%.o: $(CJSON_SOURCE)/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(COMPILE) -w -c -o $@ $<
# As its own build configures it, but with random numbers that every system has, and without that build's header.
EXPAT_RANDOM_posix = -DXML_DEV_URANDOM
EXPAT_RANDOM_wasi = -DHAVE_ARC4RANDOM_BUF
EXPAT_FLAGS = -DXML_DTD -DXML_GE=1 -DXML_NS -DXML_CONTEXT_BYTES=1024 $(EXPAT_RANDOM_$(SYSTEM))
$(BUILD)/expat/%.o: $(EXPAT_SOURCE)/lib/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	@: > $(@D)/expat_config.h
	$(COMPILE) -w -I$(@D) $(EXPAT_FLAGS) -c -o $@ $<
$(BUILD)/zlib/%.o: $(ZLIB_SOURCE)/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(COMPILE) -w -c -o $@ $<

# The C library, for systems with ELF. Its parts are linked to one object, in which only the names of dungen.h stay global:
# nothing else of the static library can collide with the names of a program, either. An object of -flto would need the
# same compiler.
LIB = $(BUILD)/lib
LIB_OBJECTS = $(patsubst src/%.c,$(LIB)/%.o,src/library.c $(wildcard src/base/*.c src/generate/*.c src/map/*.c src/rng/*.c))
LIB_FLAGS = -fPIC -fvisibility=hidden -fno-lto
SONAME = libdungen.so.$(firstword $(subst ., ,$(VERSION)))
OBJCOPY ?= objcopy
lib: $(LIB)/libdungen.a $(LIB)/$(SONAME)
	cp src/dungen.h $(LIB)
	$(write_pc) > $(LIB)/dungen.pc
$(LIB)/%.o: src/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(COMPILE) $(LIB_FLAGS) -c -o $@ $<
$(LIB)/libdungen.a: $(LIB_OBJECTS)
	rm -f $@
	$(CC) $(CFLAGS) $(LIB_FLAGS) -nostdlib -r -o $(LIB)/libdungen.o $(LIB_OBJECTS)
	$(OBJCOPY) --localize-hidden $(LIB)/libdungen.o
	$(AR) -rcs $@ $(LIB)/libdungen.o
$(LIB)/$(SONAME): $(LIB_OBJECTS)
	$(CC) $(filter-out -pie -fPIE,$(HARDENING)) $(CFLAGS) $(LDFLAGS) -fno-lto -shared -Wl,-soname,$(SONAME) -o $@ $(LIB_OBJECTS)
	ln -sf $(SONAME) $(LIB)/libdungen.so

unit: $(UNIT_TESTS)
.SECONDARY: $(UNIT_TESTS:%=%.o) $(BUILD)/tests/cross/many.o $(FUZZERS:%=$(BUILD)/tests/fuzz/%.o)

# Everything is built again after a change of compiler, flags or the list of sources.
FLAGS := $(shell $(CC) --version 2> /dev/null | head -n 1)
FLAGS += $(COMPILE) $(LINK) $(LIBRARIES) $(LDLIBS) $(SOURCES)
$(BUILD)/flags:
	@mkdir -p $(@D)
	@printf '%s\n' '$(subst ','\'',$(strip $(FLAGS)))' > $@
# But what was built with some flags is installed without naming them again.
ifneq ($(filter-out install install-lib uninstall dist deb clean,$(or $(MAKECMDGOALS),all)),)
ifneq ($(strip $(FLAGS)),$(shell cat $(BUILD)/flags 2> /dev/null))
$(BUILD)/flags: FORCE
endif
endif

# Builds beside the user's, each in build/NAME with its unit tests. All but debug are for the tests, and take warnings
# for errors.
SANITIZE = -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
BUILD_gcc = CC=gcc CFLAGS='-O3 -Werror'
BUILD_clang = CC=clang CFLAGS='-O3 -Werror'
# Without what only some processors and systems have: ISO C, POSIX, getopt_long and getentropy. F_FULLFSYNC is a
# call of macOS; elsewhere it fails, and fsync has to follow.
BUILD_portable = CC=gcc CFLAGS='-Os -DDUNGEN_PORTABLE -U__linux__ -U_GNU_SOURCE -D_DEFAULT_SOURCE -DF_FULLFSYNC=51 -Werror'
# Thousands of starts take half of the time if the sanitizers are linked in.
BUILD_sanitized = CC=gcc CFLAGS='-O1 $(SANITIZE) -Werror' LDFLAGS='-static-libasan -static-libubsan' HARDENING=
# Every wrap of an unsigned number and every lossy conversion ends the program, but where it is on purpose.
BUILD_integer = CC=clang CFLAGS='-O2 -g -fsanitize=undefined,integer,implicit-conversion -fno-sanitize-recover=all \
	-fsanitize-ignorelist=tests/prove/wraps.txt -Werror' HARDENING=
# All that it links has to be built so.
BUILD_memory = CC=clang CFLAGS='-O2 -g -fno-omit-frame-pointer -fsanitize=memory -Werror' HARDENING= LIBRARIES_FROM=source \
	LDLIBS='-Wl,--wrap=stat64,--wrap=lstat64,--wrap=fstat64,--wrap=getentropy tests/prove/sanitizers.c'
BUILD_debug = CFLAGS='-O0 $(SANITIZE)' HARDENING=
# The counters of all processes of a program are mapped to one file (-runtime-counter-relocation).
BUILD_coverage = CC=clang CFLAGS='-O0 -DNDEBUG -fprofile-instr-generate -fcoverage-mapping \
	-mllvm -runtime-counter-relocation -Wno-unused-command-line-argument' HARDENING=
gcc clang portable sanitized integer memory debug build/coverage:
	$(MAKE) -s $(or $(GOALS_$(@F)),all unit) BUILD=build/$(@F) PROGRAM=build/$(@F)/dungen $(BUILD_$(@F))

BUILD_windows = CC=x86_64-w64-mingw32-gcc SYSTEM=windows CFLAGS='-O3 -Werror' \
	LDFLAGS='-static -s -Wl,--no-insert-timestamp' LDLIBS='-municode -lbcrypt' \
	HARDENING_WANTED='-D_FORTIFY_SOURCE=2 -fstack-protector-strong -Wl,--dynamicbase,--nxcompat,--high-entropy-va' \
	LIBRARIES_FROM=source
WINDOWS_GOALS = all
windows:
	$(MAKE) -s $(WINDOWS_GOALS) BUILD=build/windows PROGRAM=build/windows/dungen.exe $(BUILD_windows)

# The program as WebAssembly, and the page around it: one file, without comments, empty lines and indentation.
BUILD_wasm = CC='clang --target=wasm32-wasi' CFLAGS='-Oz -flto -Werror' HARDENING= SYSTEM=wasi LIBRARIES_FROM=source \
	LDFLAGS='-Wl,-z,stack-size=1048576,--stack-first,--strip-all,--compress-relocations'
wasm:
	$(MAKE) -s all BUILD=build/wasm PROGRAM=build/wasm/dungen.wasm $(BUILD_wasm)
	gzip -9 -n < build/wasm/dungen.wasm | base64 > build/wasm/module
# Replaces the line @NAME@ by a file.
put = -e '/^@$(1)@$$/{' -e 'r $(2)' -e d -e '}'
# The page has a module without Expat, which would be a fifth of it: there tmx is not read.
page:
	@mkdir -p build/page
	$(MAKE) -s all BUILD=build/page/wasm PROGRAM=build/page/dungen.wasm $(subst -Oz,-Oz -DDUNGEN_WITHOUT_EXPAT,$(BUILD_wasm))
	gzip -9 -n < build/page/dungen.wasm | base64 | tr -d '\n' > build/page/module
	sed $(call put,host,web/host.js) $(call put,module,build/page/module) $(call put,page,web/page.js) web/page.html | \
		sed -e 's/^	*//' -e '/^$$/d' -e '/^\/\*.*\*\/$$/d' -e '/^\/\*/,/\*\/$$/d' > build/page/dungen.html

# The package for npm: one script of web/host.js and the module, and types made from --help=json.
NPM = build/npm/package
# license_of NAME FOLDER FILE: the license of a library that is linked in from its source, below its name and version. The
# version is that of Debian with its revision, which says what security fixes the library has.
license_of = printf '\n%s %s\n\n' $(1) "$$(cat $(2)/debian-version || echo '(not from Debian)')" && cat $(2)/$(3)
# license_of_package NAME FILE: the same for what comes from an installed package of Debian.
license_of_package = printf '\n%s %s\n\n' $(1) "$$(dpkg-query -W -f '$${Version}' $(1))" && cat $(2)
# Prints the license of dungen and those of the libraries from source.
print_licenses = cat LICENSE && $(call license_of,cJSON,$(CJSON_SOURCE),LICENSE) && \
	$(call license_of,Expat,$(EXPAT_SOURCE),COPYING) && $(call license_of,zlib,$(ZLIB_SOURCE),LICENSE)
npm: wasm all
	rm -rf build/npm
	mkdir -p $(NPM)
	cp web/npm/README.md $(NPM)
	{ $(print_licenses) && $(call license_of_package,wasi-libc,/usr/share/doc/wasi-libc/copyright); } > $(NPM)/LICENSES
	sed $(call put,module,build/wasm/module) web/host.js web/npm/index.mjs > $(NPM)/index.mjs
	sed 's/@version@/$(VERSION)/' web/npm/package.json > $(NPM)/package.json
	$(call quoted,$(NATIVE)) --help=json | jq -r -f web/npm/options.jq > build/npm/options
	sed $(call put,options,build/npm/options) web/npm/index.d.ts > $(NPM)/index.d.ts
	chmod 644 $(NPM)/*
	cd build/npm && npm pack --silent ./package > /dev/null && mv $(DIST).tgz dungen-npm-$(VERSION).tgz

# The fuzzers are build/fuzz/tests/fuzz/NAME, on a system in memory.
BUILD_fuzz = CC=clang HARDENING= CFLAGS='-O1 $(SANITIZE) -fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp' SYSTEM_SOURCES=tests/fuzz/world.c \
	LDLIBS=-fsanitize=fuzzer
fuzzers:
	$(MAKE) -s $(FUZZERS:%=build/fuzz/tests/fuzz/%) BUILD=build/fuzz $(BUILD_fuzz)

# The builds whose unit tests tests/check.py runs, beside those of the user's own build.
CHECKED = clang portable sanitized
BUILDS = $(BUILD) $(CHECKED:%=build/%)
# As many jobs as there are processors, unless the user says how many.
JOBS = $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(shell nproc 2> /dev/null || echo 1))
run_suites = BUILDS=$(call quoted,$(1)) DUNGEN=$(call quoted,$(abspath $(PROGRAM))) $(PYTHON) tests/check.py
# What these suites need, and then the suites. make check without SUITES also builds what only has to compile.
define build_and_run
	+goals=$$($(call run_suites,$(1)) --goals $(2)) && eval "$(MAKE) -s $(JOBS) $$goals"
	$(call run_suites,$(1)) $(2)
endef
check:
	$(if $(SUITES),,$(MAKE) -s $(JOBS) all unit $(CHECKED) GOALS_portable=all)
	$(call build_and_run,$(BUILDS),$(or $(SUITES),@check))
# Ten seconds after a small change.
smoke:
	$(call build_and_run,$(BUILD),@smoke)
# What takes longer, as root, or needs packages of its own.
prove:
	$(call build_and_run,$(BUILD) build/sanitized,@prove)
cross:
	$(call build_and_run,$(BUILD),cross)

# A third of the hours goes to the fuzzers, side by side, and a third to changes of src/ that no test notices, which a
# person has to look through. Between them, MAPS maps of each random number generator are compared, however long that
# takes.
HOURS = 1
MAPS = 200000
soak: all unit fuzzers
	export DUNGEN=$(call quoted,$(abspath $(PROGRAM))); failed=0; \
	seconds=$$(awk 'BEGIN { print int($(HOURS) * 1200) }'); \
	FUZZ_SECONDS=$$seconds $(PYTHON) tests/check.py tests/prove/fuzz.py Fuzz.test_generator & \
	FUZZ_SECONDS=$$((seconds / 3)) $(PYTHON) tests/check.py tests/prove/fuzz.py Fuzz.test_document Fuzz.test_program Fuzz.test_reader || failed=1; \
	wait $$! || failed=1; \
	MAPS=$(MAPS) $(PYTHON) tests/check.py tests/oracle/check_oracle.py || failed=1; \
	$(PYTHON) tests/soak/mutate.py --seconds=$$seconds || failed=1; \
	exit $$failed

# Which branches the tests take, or with SUITES= those of some suites.
coverage:
	BRANCHES_OF=$(call quoted,$(SUITES)) $(PYTHON) tests/check.py tests/prove/branches.py

lint: gcc clang
	sh tests/lint

bench: all
	$(PYTHON) tests/bench/bench.py

samples: all
	sh samples/make

catalogue: all
	$(PYTHON) tests/oracle/catalogue.py

# zsh looks for what packages bring apart from what was built here.
MANDIR ?= $(PREFIX)/share/man
BASHDIR ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR ?= $(PREFIX)/share/zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
FISHDIR ?= $(PREFIX)/share/fish/vendor_completions.d
DOCDIR ?= $(PREFIX)/share/doc/dungen
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
PKGCONFIGDIR ?= $(LIBDIR)/pkgconfig

# A word for the shell, whatever is in it; a place is one below DESTDIR.
quoted = '$(subst ','\'',$(1))'
place = $(call quoted,$(DESTDIR)$(1))

# The completions are what the program prints. After a cross build, NATIVE names a dungen of this release that runs here.
NATIVE = $(if $(findstring /,$(PROGRAM)),,./)$(PROGRAM)
PAGES = 1 5 7
MANUAL = $(foreach page,$(PAGES),$(call place,$(MANDIR)/man$(page)/dungen.$(page)))
COMPLETIONS = $(call place,$(BASHDIR)/dungen) $(call place,$(ZSHDIR)/_dungen) $(call place,$(FISHDIR)/dungen.fish)
SAMPLES = samples/gallery samples/survey $(wildcard samples/*.*)
EXAMPLES = $(foreach file,$(notdir $(SAMPLES)),$(call place,$(DOCDIR)/examples/$(file)))

LIB_FILES = $(foreach file,libdungen.a libdungen.so $(SONAME),$(call place,$(LIBDIR)/$(file))) \
	$(call place,$(INCLUDEDIR)/dungen.h) $(call place,$(PKGCONFIGDIR)/dungen.pc) \
	$(call place,$(MANDIR)/man3/dungen.3)
write_pc = printf '%s\n' $(call quoted,prefix=$(PREFIX)) $(call quoted,libdir=$(LIBDIR)) \
	$(call quoted,includedir=$(INCLUDEDIR)) 'Name: dungen' 'Description: dungeon maps of rooms and tunnels' \
	'Version: $(VERSION)' 'Cflags: -I$${includedir}' 'Libs: -L$${libdir} -ldungen'

# The library, too, after make lib.
install: all
	@$(call quoted,$(NATIVE)) --version > /dev/null || { printf '%s\n' $(call quoted,$(NATIVE))' does not run here; give a dungen that does as NATIVE'; exit 1; }
	$(INSTALL) -d $(call place,$(PREFIX)/bin) $(foreach page,$(PAGES),$(call place,$(MANDIR)/man$(page))) $(call place,$(BASHDIR)) $(call place,$(ZSHDIR)) $(call place,$(FISHDIR)) $(call place,$(DOCDIR)/examples)
	$(INSTALL) -m 755 $(call quoted,$(PROGRAM)) $(call place,$(PREFIX)/bin/dungen)
	for page in $(PAGES); do $(INSTALL) -m 644 man/dungen.$$page $(call place,$(MANDIR))/man$$page/dungen.$$page || exit; done
	$(call quoted,$(NATIVE)) --completion bash > $(call place,$(BASHDIR)/dungen)
	$(call quoted,$(NATIVE)) --completion zsh > $(call place,$(ZSHDIR)/_dungen)
	$(call quoted,$(NATIVE)) --completion fish > $(call place,$(FISHDIR)/dungen.fish)
	chmod 644 $(COMPLETIONS)
	$(INSTALL) -m 644 $(SAMPLES) $(call place,$(DOCDIR)/examples)
	[ ! -e $(LIB)/$(SONAME) ] || $(MAKE) install-lib

install-lib: $(LIB)/libdungen.a $(LIB)/$(SONAME)
	$(INSTALL) -d $(call place,$(LIBDIR)) $(call place,$(INCLUDEDIR)) $(call place,$(PKGCONFIGDIR)) $(call place,$(MANDIR)/man3)
	$(INSTALL) -m 644 $(LIB)/libdungen.a $(LIB)/$(SONAME) $(call place,$(LIBDIR))
	ln -sf $(SONAME) $(call place,$(LIBDIR)/libdungen.so)
	$(INSTALL) -m 644 src/dungen.h $(call place,$(INCLUDEDIR))
	$(INSTALL) -m 644 man/dungen.3 $(call place,$(MANDIR)/man3)
	$(write_pc) > $(call place,$(PKGCONFIGDIR)/dungen.pc)
	chmod 644 $(call place,$(PKGCONFIGDIR)/dungen.pc)
	@$(find_at_runtime)

# Lets programs find the shared library. Runs ldconfig as root if LIBDIR is a folder where the running system looks for
# libraries. Otherwise says what to do.
find_at_runtime = PATH="$$PATH:/usr/sbin:/sbin"; \
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
	rmdir $(call place,$(DOCDIR)/examples) $(call place,$(DOCDIR)) 2> /dev/null || :

# What git tracks; in an unpacked archive, all but what was built. The same bytes each time from the same tar: names
# sorted, owners and times set, files readable to all. GNU tar or bsdtar; they share few options, so the files are copied.
TAR ?= tar
TAR_OWNER = $(if $(findstring bsdtar,$(shell $(TAR) --version)),--uid 0 --gid 0,--owner=0 --group=0) --numeric-owner
DIST = dungen-$(VERSION)
dist:
	rm -rf $(BUILD)/dist
	mkdir -p $(BUILD)/dist/$(DIST)
	if [ -e .git ]; then git ls-files; else find * .[!.]* \( -path build -o -path dungen -o -name __pycache__ \
		-o -name node_modules \) -prune -o ! -type d -print; fi > $(BUILD)/dist/found
	LC_ALL=C sort $(BUILD)/dist/found > $(BUILD)/dist/files
	$(TAR) -cf - -T $(BUILD)/dist/files | $(TAR) -xf - -C $(BUILD)/dist/$(DIST)
	chmod -R u=rwX,go=rX $(BUILD)/dist/$(DIST)
	cd $(BUILD)/dist && sed 's,^,$(DIST)/,' files > packed && TZ=UTC0 xargs touch -t $(subst -,,$(DATE))0000 < packed
	cd $(BUILD)/dist && $(TAR) -cf ../$(DIST).tar --format=ustar $(TAR_OWNER) -T packed
	gzip -9 -n -f $(BUILD)/$(DIST).tar

# Packages of what dist packs. Flags and variables for other builds are not for them. There are no packages of debug
# information, in which the name of this folder would change the build IDs.
deb:
	rm -rf $(BUILD)/deb
	$(MAKE) -s dist BUILD=$(BUILD)/deb/tree
	mv $(BUILD)/deb/tree/dist/$(DIST) $(BUILD)/deb/dungen
	cd $(BUILD)/deb/dungen && env -i HOME="$$HOME" PATH="$$PATH" DEB_BUILD_OPTIONS=noautodbgsym DEB_CFLAGS_STRIP=-g dpkg-buildpackage -J -b -us -uc

# One file that runs on any Linux of its processor, with cJSON, Expat, zlib and musl linked in: build/static/dungen. MUSL names a
# compiler with that C library; for static-arm64, sh tests/setup prove fetches the library.
MUSL = musl-gcc
BUILD_static = CC='$(MUSL)'
BUILD_static-arm64 = CC='aarch64-linux-gnu-gcc -specs=build/cross/musl-arm64/specs'
static static-arm64:
	$(MAKE) -s all BUILD=build/$@ PROGRAM=build/$@/dungen LDFLAGS='-static -s' LIBRARIES_FROM=source $(BUILD_$@)

# All that is offered for download, with checksums, in build/release. The same commit gives the same bytes with the same
# compilers, so nothing may be there that is in no commit. It takes Debian for x86-64 and sh tests/setup prove.
RELEASE = build/release
release:
	@[ ! -e .git ] || { changes=$$(git status --porcelain) && [ -z "$$changes" ]; } || { echo 'make release: commit or remove the changes first' >&2; exit 1; }
	@[ $(VERSION) = $(VERSION:-dev=) ] || { echo 'make release: VERSION $(VERSION) is no release; set VERSION and DATE' >&2; exit 1; }
	@! grep -qx '## Unreleased' CHANGELOG.md || { echo 'make release: name the release in CHANGELOG.md, which says Unreleased' >&2; exit 1; }
	env -u CFLAGS -u CPPFLAGS -u LDFLAGS -u LDLIBS $(MAKE) -s dist static static-arm64 windows page npm lib deb
	rm -rf $(RELEASE) build/root
	mkdir -p $(RELEASE)
	$(MAKE) -s install-lib DESTDIR=build/root PREFIX=/usr/local
	tar -cf - --sort=name --mtime=$(DATE)Z --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --format=ustar -C build/root/usr/local . | \
		gzip -9 -n > $(RELEASE)/lib$(DIST)-linux-x86_64.tar.gz
	cp build/$(DIST).tar.gz build/npm/dungen-npm-$(VERSION).tgz build/windows/dungen.exe build/page/dungen.html build/deb/*.deb $(RELEASE)
	cp build/static/dungen $(RELEASE)/dungen-linux-x86_64
	cp build/static-arm64/dungen $(RELEASE)/dungen-linux-arm64
	{ $(print_licenses) && \
		$(call license_of_package,musl-dev,build/cross/musl-arm64/usr/share/doc/musl-dev/copyright) && \
		$(call license_of_package,mingw-w64-x86-64-dev,/usr/share/doc/mingw-w64-x86-64-dev/copyright) && \
		$(call license_of_package,wasi-libc,/usr/share/doc/wasi-libc/copyright); } > $(RELEASE)/LICENSES
	cd $(RELEASE) && LC_ALL=C sha256sum -- * > ../SHA256SUMS && mv ../SHA256SUMS .

.PHONY: static static-arm64 release

clean:
	rm -rf build dungen

.PHONY: all lib install-lib unit fuzzers gcc clang portable sanitized integer memory debug wasm page npm check smoke prove cross soak coverage build/coverage windows lint bench samples catalogue install uninstall dist deb clean FORCE

-include $(OBJECTS:.o=.d) $(LIB_OBJECTS:.o=.d) $(wildcard $(BUILD)/tests/*/*.d)
