# SPDX-License-Identifier: MIT
#
# The part of the Makefile that only maintainers need. TESTING.md and RELEASING.md say when.
#
# Tests:
#
#   make smoke      runs some of the tests, in twenty seconds
#   make check-sanitized
#                   runs tests of `make check` again, in a build with sanitizers
#   make prove      runs the tests that `make check` has no time or no packages for. Needs root and `sh tests/setup prove`.
#   make nightly    runs all of these tests, those that take very long, and more maps. Needs root and `sh tests/setup nightly`.
#   make cross      compares the maps of other compilers, processors, and C libraries. It is a part of `make nightly`.
#   make lint       checks warnings of gcc and clang, the manual, and the scripts
#   make soak       searches for faults and for gaps in the tests for an hour; HOURS=1 MAPS=200000 SEED=N
#   make coverage   prints the branches that the tests run; SUITES= limits the tests
#   make bench      measures the speed
#   make debug, portable, sanitized, integer, memory, gcc, clang, fuzzers
#                   build the program and its unit tests in build/NAME
#
# Generated files that are in git:
#
#   make samples    writes samples/
#   make manual     writes the pages of man/ that websites show
#   make catalogue  adds the rows of new cases to tests/oracle/catalogue.tsv. Known rows stay as they are.
#   make picture    writes web/page.png, a picture of the page. Needs `sh tests/setup prove`.
#   make transcripts
#                   rewrites what the program prints in the pages of tests/transcripts/
#
# Other programs and packages:
#
#   make windows    builds build/windows/dungen.exe with mingw-w64
#   make page       builds build/page/dungen.html, a page that contains the program. Needs `sh tests/setup page`.
#   make site       writes build/site/, a website with the page, the manual, and the samples. Also needs cmark-gfm.
#   make wasm       builds build/wasm/dungen.wasm
#   make npm        packs build/npm/dungen-npm-VERSION.tgz for node and browsers
#   make static, static-arm64
#                   build build/static/dungen, which runs on any Linux with this processor, or the same for arm64
#   make wheel      builds build/python/dungen-VERSION-*.whl, the C library for Python
#   make deb        builds packages for this Debian or Ubuntu in build/deb/. Needs `sh tests/setup deb`.
#   make dist       packs the source as build/dungen-VERSION.tar.gz
#   make release    builds all files of a release in build/release/. Needs `sh tests/setup nightly`.

# === Libraries from source

# tests/setup puts the source packages of Debian there, with all patches. LIBRARIES_FROM=source builds and links them.
CJSON_SOURCE = build/cross/patched/cjson
EXPAT_SOURCE = build/cross/patched/expat
ZLIB_SOURCE = build/cross/patched/zlib

# Goals that call make with LIBRARIES_FROM=source and build nothing else.
FROM_SOURCE = memory windows wasm page static static-arm64
COMPILE_NOTHING += $(FROM_SOURCE)

ifneq ($(LIBRARIES_FROM)$(filter $(FROM_SOURCE),$(MAKECMDGOALS)),)
ifneq ($(words $(wildcard $(CJSON_SOURCE)/cJSON.c $(EXPAT_SOURCE)/lib/expat.h $(ZLIB_SOURCE)/zlib.h)),3)
$(error no source of cJSON, Expat and zlib; run sh tests/setup prove, or for the page sh tests/setup page, or give CJSON_SOURCE=, EXPAT_SOURCE= and ZLIB_SOURCE=)
endif
endif

ifeq ($(LIBRARIES_FROM),source)
LIBRARY_FLAGS = -isystem $(CJSON_SOURCE) -isystem $(EXPAT_SOURCE)/lib -isystem $(ZLIB_SOURCE) -DXML_STATIC
LIBRARIES = $(BUILD)/cjson/cJSON.o $(patsubst %,$(BUILD)/expat/%.o,xmlparse xmlrole xmltok) \
	$(patsubst %,$(BUILD)/zlib/%.o,adler32 crc32 deflate inffast inflate inftrees trees zutil)
LIBRARY_OBJECTS = $(LIBRARIES)
$(PROGRAM): $(LIBRARY_OBJECTS)
endif

# Their warnings are not shown (-w).
$(BUILD)/cjson/%.o: $(CJSON_SOURCE)/%.c $(BUILD)/hardening
	@mkdir -p $(@D)
	$(call brief,CC,$<)$(COMPILE) -w -c -o $@ $<

# As Expat's own build configures it, except for random numbers, which come from a source that every system has.
EXPAT_RANDOM_posix = -DXML_DEV_URANDOM
EXPAT_RANDOM_wasi = -DHAVE_ARC4RANDOM_BUF
EXPAT_FLAGS = -DXML_DTD -DXML_GE=1 -DXML_NS -DXML_CONTEXT_BYTES=1024 $(EXPAT_RANDOM_$(SYSTEM))
$(BUILD)/expat/%.o: $(EXPAT_SOURCE)/lib/%.c $(BUILD)/hardening
	@mkdir -p $(@D)
	@: > $(@D)/expat_config.h
	$(call brief,CC,$<)$(COMPILE) -w -I$(@D) $(EXPAT_FLAGS) -c -o $@ $<

# In WebAssembly, zlib computes the tables of its checksum when it starts. They cannot be compressed, and would be a
# thirtieth of the page.
ZLIB_FLAGS_wasi = -DDYNAMIC_CRC_TABLE
$(BUILD)/zlib/%.o: $(ZLIB_SOURCE)/%.c $(BUILD)/hardening
	@mkdir -p $(@D)
	$(call brief,CC,$<)$(COMPILE) -w $(ZLIB_FLAGS_$(SYSTEM)) -c -o $@ $<

# === Unit tests and fuzzers

# A unit test links all objects except main.o. A fuzzer also links a system in memory.
PARTS = $(filter-out $(BUILD)/src/main.o,$(OBJECTS)) $(BUILD)/src/library.o
UNIT_SOURCES = $(wildcard tests/unit/*.c)
UNIT_TESTS = $(UNIT_SOURCES:%.c=$(BUILD)/%)
FUZZERS = document generator library program reader

$(BUILD)/tests/%: $(BUILD)/tests/%.o $(PARTS) $(LIBRARY_OBJECTS) $(BUILD)/sources
	$(call brief,LD,$@)$(LINK) -o $@ $< $(PARTS) $(LIBRARIES) $(LDLIBS)

unit: $(UNIT_TESTS)

# Keeps the objects of these programs.
.SECONDARY: $(UNIT_TESTS:%=%.o) $(BUILD)/tests/cross/many.o $(FUZZERS:%=$(BUILD)/tests/fuzz/%.o)

SANITIZE = -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
BUILD_fuzz = CC=clang HARDENING= SYSTEM_SOURCES=tests/fuzz/world.c LDLIBS=-fsanitize=fuzzer \
	CFLAGS='-O1 $(SANITIZE) -fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp \
	-DFIND_TRIES_MAX=100 -DSEARCH_WORK_MAX=200000'
fuzzers:
	$(MAKE) -s $(FUZZERS:%=build/fuzz/tests/fuzz/%) BUILD=build/fuzz $(BUILD_fuzz)

# === Other builds of the program and its unit tests, in build/NAME

# In all of these except debug, warnings are errors.
BUILD_gcc = CC=gcc CFLAGS='-O3 -Werror'
BUILD_clang = CC=clang CFLAGS='-O3 -Werror'
# Uses only ISO C, POSIX, getopt_long, and getentropy. F_FULLFSYNC exists only on macOS. Here the call fails, which tests
# that fsync follows.
BUILD_portable = CC=gcc CFLAGS='-Os -DDUNGEN_PORTABLE -U__linux__ -U_GNU_SOURCE -D_DEFAULT_SOURCE -DF_FULLFSYNC=51 -Werror'
BUILD_debug = CFLAGS='-O0 $(SANITIZE)' HARDENING=
# The tests start the program thousands of times. With static sanitizers, a start takes half the time.
BUILD_sanitized = CC=gcc CFLAGS='-O1 $(SANITIZE) -Werror' LDFLAGS='-static-libasan -static-libubsan' HARDENING=
# Ends the program when an unsigned number wraps or a conversion loses bits, except in the places that wraps.txt lists.
BUILD_integer = CC=clang CFLAGS='-O2 -g -fsanitize=undefined,integer,implicit-conversion -fno-sanitize-recover=all \
	-fsanitize-ignorelist=tests/prove/wraps.txt -Werror' HARDENING=
# MemorySanitizer requires that all libraries are also built with it.
BUILD_memory = CC=clang CFLAGS='-O2 -g -fno-omit-frame-pointer -fsanitize=memory -Werror' HARDENING= LIBRARIES_FROM=source \
	LDLIBS='-Wl,--wrap=stat64,--wrap=lstat64,--wrap=fstat64,--wrap=getentropy tests/prove/sanitizers.c'
# All processes of a program add to the counters in one file (-runtime-counter-relocation).
BUILD_coverage = CC=clang CFLAGS='-O0 -DNDEBUG -fprofile-instr-generate -fcoverage-mapping \
	-mllvm -runtime-counter-relocation -Wno-unused-command-line-argument' HARDENING=

# GOALS_NAME is what to build there. The goal `coverage` runs tests, so its build is build/coverage.
gcc clang portable sanitized integer memory debug build/coverage:
	$(MAKE) -s $(or $(GOALS_$(@F)),all unit) BUILD=build/$(@F) PROGRAM=build/$(@F)/dungen $(BUILD_$(@F))

# === Tests

# The suites of these goals.
smoke_SUITES = @smoke
check-sanitized_SUITES = sanitized
prove_SUITES = @prove clang
nightly_SUITES = @check @prove @nightly clang sanitized
cross_SUITES = cross

nightly: export NIGHTLY = 1
smoke check-sanitized prove nightly cross:
	+$(call build_for,$($@_SUITES))
	$(CHECK) $($@_SUITES)

lint: gcc clang
	sh tests/lint

coverage:
	BRANCHES_OF=$(call quoted,$(SUITES)) $(PYTHON) tests/check.py tests/prove/branches.py

bench: all
	$(PYTHON) tests/bench/bench.py

# The fuzzers run for a third of the time, one beside the four others. Then MAPS maps of each random number generator are
# compared, however long that takes. Then small changes of src/ are tested for a third of the time. The changes that no
# test notices are printed for a person to look at.
HOURS = 1
MAPS = 200000
soak: all unit fuzzers
	export DUNGEN=$(call quoted,$(abspath $(PROGRAM))); failed=0; \
	seconds=$$(awk 'BEGIN { print int($(HOURS) * 1200) }'); \
	FUZZ_SECONDS=$$seconds $(PYTHON) tests/check.py tests/prove/fuzz.py Fuzz.test_generator & \
	FUZZ_SECONDS=$$((seconds / 4)) $(PYTHON) tests/check.py tests/prove/fuzz.py Fuzz.test_document Fuzz.test_library \
		Fuzz.test_program Fuzz.test_reader || failed=1; \
	wait $$! || failed=1; \
	MAPS=$(MAPS) $(PYTHON) tests/check.py tests/oracle/check_oracle.py || failed=1; \
	$(PYTHON) tests/soak/mutate.py --seconds=$$seconds $(addprefix --seed=,$(SEED)) || failed=1; \
	exit $$failed

samples: all
	sh samples/make

manual:
	$(PYTHON) man/make

catalogue: all
	$(PYTHON) tests/oracle/catalogue.py

transcripts: all
	$(PYTHON) tests/lib/transcripts.py

# === Windows

# A program for Windows contains a manifest.
RESOURCES = $(wildcard src/system/$(SYSTEM)/*.rc)
RESOURCE_OBJECTS = $(RESOURCES:%=$(BUILD)/%.o)
OBJECTS += $(RESOURCE_OBJECTS)
$(PROGRAM): $(RESOURCE_OBJECTS)

$(BUILD)/%.rc.o: %.rc $(wildcard src/system/$(SYSTEM)/*.manifest)
	@mkdir -p $(@D)
	$(call brief,RC,$<)$(CC:%gcc=%windres) $< $@

BUILD_windows = CC=x86_64-w64-mingw32-gcc SYSTEM=windows CFLAGS='-O3 -Werror' \
	LDFLAGS='-static -s -Wl,--no-insert-timestamp' LDLIBS=-lbcrypt \
	HARDENING='-D_FORTIFY_SOURCE=2 -fstack-protector-strong -Wl,--dynamicbase,--nxcompat,--high-entropy-va' \
	LIBRARIES_FROM=source
WINDOWS_GOALS = all
windows:
	$(MAKE) -s $(WINDOWS_GOALS) BUILD=build/windows PROGRAM=build/windows/dungen.exe $(BUILD_windows)

# === WebAssembly, the page, and the package for npm

BUILD_wasm = CC='clang --target=wasm32-wasi' CFLAGS='-Oz -flto -Werror' HARDENING= SYSTEM=wasi LIBRARIES_FROM=source \
	LDFLAGS='-Wl,-z,stack-size=1048576,--stack-first,--strip-all,--compress-relocations'
# Makes a module smaller by one part in twenty.
WASM_OPT = wasm-opt -Oz --converge --strip-producers
wasm:
	$(MAKE) -s all BUILD=build/wasm PROGRAM=build/wasm/dungen.wasm $(BUILD_wasm)
	$(WASM_OPT) build/wasm/dungen.wasm -o build/wasm/small.wasm
	zopfli -c build/wasm/small.wasm | base64 > build/wasm/module

# An argument of sed that replaces the line @NAME@ with a file: $(call put,NAME,FILE)
put = -e '/^@$(1)@$$/{' -e 'r $(2)' -e d -e '}'

# The page is one file, without comments, empty lines, and indentation. Its module and its scripts are packed with gzip.
# The module does not contain Expat, which would be a fifth of it, so the page cannot read tmx.
SHORTEN = sed -e 's/^	*//' -e '/^$$/d' -e '/^\/\*.*\*\/$$/d' -e '/^\/\*/,/\*\/$$/d'
# Packs a file as text: $(call pack,FILE)
pack = zopfli -c $(1) | base64 | tr -d '\n'
page:
	@mkdir -p build/page
	$(MAKE) -s all BUILD=build/page/wasm PROGRAM=build/page/dungen.wasm $(subst -Oz,-Oz -DDUNGEN_WITHOUT_EXPAT,$(BUILD_wasm))
	$(WASM_OPT) build/page/dungen.wasm -o build/page/small.wasm
	cat web/host.js web/page.js | $(SHORTEN) > build/page/scripts.js
	$(call pack,build/page/small.wasm) > build/page/module
	$(call pack,build/page/scripts.js) > build/page/scripts
	$(SHORTEN) web/page.html | sed $(call put,module,build/page/module) $(call put,scripts,build/page/scripts) > build/page/dungen.html

site: page
	$(PYTHON) web/site build/page/dungen.html build/site

picture: page
	$(PYTHON) web/picture build/page/dungen.html web/page.png

# Prints the name, version, and license of a library that was built from source: $(call license_of,NAME,FOLDER,FILE).
# The version includes Debian's revision, which shows which security fixes the library contains.
license_of = printf '\n%s %s\n\n' $(1) "$$(cat $(2)/debian-version || echo '(not from Debian)')" && cat $(2)/$(3)
# Prints the same for an installed package: $(call license_of_package,NAME,FILE)
license_of_package = printf '\n%s %s\n\n' $(1) "$$(dpkg-query -W -f '$${Version}' $(1))" && cat $(2)
# Prints the license of dungen and the licenses of the libraries from source.
print_licenses = cat LICENSE && $(call license_of,cJSON,$(CJSON_SOURCE),LICENSE) && \
	$(call license_of,Expat,$(EXPAT_SOURCE),COPYING) && $(call license_of,zlib,$(ZLIB_SOURCE),LICENSE)

# One script, which contains web/host.js and the module, and types generated from the output of --help=json.
NPM = build/npm/package
npm: wasm all
	rm -rf build/npm
	mkdir -p $(NPM)
	cp web/npm/README.md $(NPM)
	{ $(print_licenses) && $(call license_of_package,wasi-libc,/usr/share/doc/wasi-libc/copyright); } > $(NPM)/LICENSES
	sed $(call put,module,build/wasm/module) web/host.js web/npm/index.mjs > $(NPM)/index.mjs
	sed 's/@version@/$(VERSION)/' web/npm/package.json > $(NPM)/package.json
	$(call quoted,$(NATIVE)) --help=json | jq -r -f web/npm/options.jq > build/npm/options
	$(call quoted,$(NATIVE)) --help=json | jq -r '.options[] | select(.name == "where").choices[] | "\t\(.name): number;"' \
		> build/npm/measures
	sed $(call put,options,build/npm/options) $(call put,measures,build/npm/measures) web/npm/index.d.ts > $(NPM)/index.d.ts
	chmod 644 $(NPM)/*
	cd build/npm && npm pack --silent ./package > /dev/null && mv $(DIST).tgz dungen-npm-$(VERSION).tgz

# === The wheel for Python

# For any Linux with glibc 2.17 or later, which pip calls manylinux2014. setup.py calls make lib.
COMPILE_NOTHING += wheel
WHEEL_TIME = $(shell date -u -d $(DATE) +%s)
wheel:
	rm -rf build/python
	umask 022 && cd python && env -u MAKEFLAGS -u MFLAGS -u PYTHONDONTWRITEBYTECODE SOURCE_DATE_EPOCH=$(WHEEL_TIME) \
		$(PYTHON) -W ignore setup.py -q bdist_wheel -d ../build/python -p manylinux2014_$$(uname -m)

# === Static programs

# Contain cJSON, Expat, zlib, and musl. For static-arm64, `sh tests/setup nightly` downloads musl.
MUSL = musl-gcc
BUILD_static = CC='$(MUSL)'
BUILD_static-arm64 = CC='aarch64-linux-gnu-gcc -specs=build/cross/musl-arm64/specs'
static static-arm64:
	$(MAKE) -s all BUILD=build/$@ PROGRAM=build/$@/dungen LDFLAGS='-static -s' LIBRARIES_FROM=source $(BUILD_$@)

# === Packages and releases

COMPILE_NOTHING += dist deb
DIST = dungen-$(VERSION)
# The date of the newest release.
DATE = $(shell sed -n '/^.. [0-9].* - /{s///p;q;}' CHANGELOG.md)
TAR ?= tar
TAR_OWNER = $(if $(findstring bsdtar,$(shell $(TAR) --version)),--uid 0 --gid 0,--owner=0 --group=0) --numeric-owner

# Packs the files that git tracks, or in an unpacked archive all files that were not built. The same tar packs the same
# bytes each time: names are sorted, and owners, times, and permissions are set. The files are copied first, because GNU
# tar and bsdtar have few options in common.
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

# Builds packages from what dist packs. Between releases, debian/changelog still has the version of the last release. Clears
# the environment, because flags for other builds are not for packages. Builds no packages of debug information, because the
# name of this folder would change their build IDs.
deb:
	rm -rf $(BUILD)/deb
	$(MAKE) -s dist BUILD=$(BUILD)/deb/tree
	mv $(BUILD)/deb/tree/dist/$(DIST) $(BUILD)/deb/dungen
	sed -i '1s/(.*)/($(subst -,~,$(VERSION)))/' $(BUILD)/deb/dungen/debian/changelog
	cd $(BUILD)/deb/dungen && env -i HOME="$$HOME" PATH="$$PATH" DEB_BUILD_OPTIONS=noautodbgsym DEB_CFLAGS_STRIP=-g \
		dpkg-buildpackage -J -b -us -uc

# On Debian for x86-64. The same commit and the same compilers give the same bytes, so everything must be committed.
RELEASE = build/release
release:
	@[ ! -e .git ] || { changes=$$(git status --porcelain) && [ -z "$$changes" ]; } || { \
		echo 'make release: commit or remove the changes first' >&2; exit 1; }
	@[ $(VERSION) = $(VERSION:-dev=) ] || { \
		echo 'make release: VERSION $(VERSION) is no release; set DUNGEN_VERSION in src/dungen.h' >&2; exit 1; }
	@! grep -qx '## Unreleased' CHANGELOG.md || { \
		echo 'make release: name the release in CHANGELOG.md, which says Unreleased' >&2; exit 1; }
	env -u CFLAGS -u CPPFLAGS -u LDFLAGS -u LDLIBS $(MAKE) -s dist static static-arm64 windows page npm wheel lib deb
	rm -rf $(RELEASE) build/root
	mkdir -p $(RELEASE)
	$(MAKE) -s install-lib DESTDIR=build/root PREFIX=/usr/local
	tar -cf - --sort=name --mtime=$(DATE)Z --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --format=ustar \
		-C build/root/usr/local . | gzip -9 -n > $(RELEASE)/lib$(DIST)-linux-x86_64.tar.gz
	cp build/$(DIST).tar.gz build/npm/dungen-npm-$(VERSION).tgz build/windows/dungen.exe build/page/dungen.html \
		build/python/*.whl \
		build/deb/*.deb $(RELEASE)
	cp build/static/dungen $(RELEASE)/dungen-linux-x86_64
	cp build/static-arm64/dungen $(RELEASE)/dungen-linux-arm64
	{ $(print_licenses) && \
		$(call license_of_package,musl-dev,build/cross/musl-arm64/usr/share/doc/musl-dev/copyright) && \
		$(call license_of_package,mingw-w64-x86-64-dev,/usr/share/doc/mingw-w64-x86-64-dev/copyright) && \
		$(call license_of_package,wasi-libc,/usr/share/doc/wasi-libc/copyright); } > $(RELEASE)/LICENSES
	cd $(RELEASE) && LC_ALL=C sha256sum -- * > ../SHA256SUMS && mv ../SHA256SUMS .

.PHONY: unit fuzzers gcc clang portable sanitized integer memory debug build/coverage smoke check-sanitized prove nightly
.PHONY: cross lint coverage
.PHONY: bench soak samples manual catalogue transcripts windows wasm page site picture npm wheel static static-arm64 dist deb release
