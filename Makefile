# What OpenBench calls: `make -j EXE=name` puts a native build of the engine here, as `name` (`name.exe` on
# Windows). It needs nothing but cargo.

EXE ?= coppice
CPU ?= native
# `FEATURES=tuning` offers the parameters of the search as options.
FEATURES ?=

ifeq ($(OS),Windows_NT)
    SUFFIX := .exe
endif

# A name with its ending is a name as well.
TARGET := $(EXE:$(SUFFIX)=)$(SUFFIX)

# Said here and not only in .cargo/config.toml, so that a RUSTFLAGS from outside does not make it slow.
export RUSTFLAGS := -C target-cpu=$(CPU)

.PHONY: engine clean

engine:
	cargo rustc --release --package coppice --bin coppice --features "$(FEATURES)" -- --emit link=$(TARGET)

clean:
	cargo clean
