# SPDX-License-Identifier: MIT
#
#   make            ./dungen
#   make check      everything that the project promises, tested; needs the packages of tests/setup
#   make lint       warnings of gcc and clang as errors, manual, scripts
#   make bench      the speeds, as ratios
#   make samples    samples/ made anew
#   make catalogue  tests/oracle/catalogue.tsv made anew; refuses where a known map would change
#   make install, uninstall, dist, clean

VERSION = 0.1.0

PREFIX ?= /usr/local
CFLAGS ?= -O3
PKG_CONFIG ?= pkg-config
INSTALL ?= install
# Debian's, which has the packages that the tests need, where there are several.
PYTHON ?= $(firstword $(wildcard /usr/bin/python3) python3)

# A second build, as of the tests, gives another folder and another place for the program.
BUILD = build
PROGRAM = dungen

CJSON_CFLAGS := $(shell $(PKG_CONFIG) --cflags libcjson)
CJSON_LIBS := $(shell $(PKG_CONFIG) --libs libcjson)

WARNINGS = -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla
OWN_FLAGS = -std=c11 -D_GNU_SOURCE -DDUNGEN_VERSION='"$(VERSION)"' -Isrc $(CJSON_CFLAGS) $(WARNINGS) -MMD -MP

SOURCES = $(wildcard src/*.c src/*/*.c)
OBJECTS = $(SOURCES:%.c=$(BUILD)/%.o)
# What the unit tests link: all but main.
PARTS = $(filter-out $(BUILD)/src/main.o,$(OBJECTS))
UNIT_SOURCES = $(wildcard tests/unit/*.c)
UNIT_TESTS = $(UNIT_SOURCES:%.c=$(BUILD)/%)

all: $(PROGRAM)

$(PROGRAM): $(OBJECTS)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(OBJECTS) $(CJSON_LIBS) $(LDLIBS)

$(BUILD)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(OWN_FLAGS) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

$(BUILD)/tests/unit/%: $(BUILD)/tests/unit/%.o $(PARTS)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< $(PARTS) $(CJSON_LIBS) $(LDLIBS)

unit: $(UNIT_TESTS)
.SECONDARY: $(UNIT_TESTS:%=%.o)

# The program and the unit tests under the sanitizers, and built by clang; warnings are errors here.
SANITIZE = -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
sanitized:
	$(MAKE) -s all unit CC=gcc BUILD=build/sanitized PROGRAM=build/sanitized/dungen CFLAGS='$(SANITIZE) -Werror'
clang:
	$(MAKE) -s all unit CC=clang BUILD=build/clang PROGRAM=build/clang/dungen CFLAGS='-O3 -Werror'
gcc:
	$(MAKE) -s all unit CC=gcc BUILD=build/gcc PROGRAM=build/gcc/dungen CFLAGS='-O3 -Werror'

check: all gcc clang sanitized
	$(PYTHON) tests/check.py

lint: gcc clang
	sh tests/lint

bench: all
	$(PYTHON) tests/bench/bench.py

samples: all
	sh samples/make

catalogue: all
	$(PYTHON) tests/oracle/catalogue.py remake

install: all
	$(INSTALL) -d '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/share/man/man1'
	$(INSTALL) -m 755 $(PROGRAM) '$(DESTDIR)$(PREFIX)/bin/dungen'
	$(INSTALL) -m 644 man/dungen.1 '$(DESTDIR)$(PREFIX)/share/man/man1/dungen.1'

uninstall:
	rm -f '$(DESTDIR)$(PREFIX)/bin/dungen' '$(DESTDIR)$(PREFIX)/share/man/man1/dungen.1'

# The same bytes each time: names sorted, owners and times set, files readable to all.
DIST = dungen-$(VERSION)
dist:
	@mkdir -p build
	tar --create --format=ustar --sort=name --mtime='2026-11-20 00:00Z' --owner=0 --group=0 --numeric-owner \
		--mode='u=rwX,go=rX' --exclude=__pycache__ --transform='s,^,$(DIST)/,' \
		.ci .clang-format .gitignore HACKING.md LICENSE Makefile README.md man samples src tests | gzip -9 -n > build/$(DIST).tar.gz

clean:
	rm -rf build dungen

.PHONY: all unit sanitized gcc clang check lint bench samples catalogue install uninstall dist clean

-include $(shell find build -name '*.d' 2> /dev/null)
