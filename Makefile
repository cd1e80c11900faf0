# What OpenBench calls: `make -j EXE=name` puts a native build of the engine here, as `name` (`name.exe` on
# Windows). It needs nothing but cargo and a linker.

EXE ?= coppice
CPU ?= native
# `FEATURES=tuning` offers the parameters of the search as options.
FEATURES ?=

ifeq ($(OS),Windows_NT)
    SUFFIX := .exe
endif

# Where programs may stand at a fixed address, tables are found without computing theirs first: some 3 % faster. For
# the last step alone, since procedural macros cannot be built so.
ifeq ($(shell uname -s),Linux)
    FIXED := -C relocation-model=static
endif

# A name with its ending is a name as well.
TARGET := $(EXE:$(SUFFIX)=)$(SUFFIX)

# Said here and not only in .cargo/config.toml, so that a RUSTFLAGS from outside does not make it slow.
export RUSTFLAGS := -C target-cpu=$(CPU)

.PHONY: engine pgo clean

engine:
	cargo rustc --release --package coppice --bin coppice --features "$(FEATURES)" -- $(FIXED) --emit link=$(TARGET)

# `make pgo EXE=name`: the same, laid out by a profile of `bench`. It needs the `llvm-profdata` that belongs to the compiler
# (`rustup component add llvm-tools`) or one of the same LLVM version, such as `llvm-profdata-22`; any other is given as
# `PROFDATA=program`. What is profiled is built as what is used, or the profile would not fit it.
LLVM := $(shell rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
PROFDATA ?= $(firstword $(wildcard $(shell rustc --print sysroot)/lib/rustlib/*/bin/llvm-profdata) \
    $(shell command -v llvm-profdata-$(LLVM)) llvm-profdata)
PROFILE := $(CURDIR)/target/pgo

pgo:
	$(PROFDATA) --version
	rm -rf $(PROFILE)/raw
	RUSTFLAGS="$(RUSTFLAGS) -C profile-generate=$(PROFILE)/raw" \
	    cargo rustc --release --package coppice --bin coppice --features "$(FEATURES)" --target-dir $(PROFILE) -- $(FIXED)
	$(PROFILE)/release/coppice$(SUFFIX) bench
	$(PROFDATA) merge --output $(PROFILE)/profile $(PROFILE)/raw
	RUSTFLAGS="$(RUSTFLAGS) -C profile-use=$(PROFILE)/profile" \
	    cargo rustc --release --package coppice --bin coppice --features "$(FEATURES)" -- $(FIXED) --emit link=$(TARGET)

clean:
	cargo clean
