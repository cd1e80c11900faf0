# What OpenBench calls: `make -j EXE=name` puts a native build of the engine here, as `name` (`name.exe` on
# Windows). It needs nothing but cargo and a linker.
#
# Where `llvm-profdata` is installed, the build is laid out by a profile of `bench` (profile-guided optimisation), which
# takes twice as long and makes the engine some 5 % faster. It has to be the one that belongs to the compiler
# (`rustup component add llvm-tools`) or one of the same LLVM version, such as `llvm-profdata-22`. `make pgo` fails
# without it, `make plain` does not use it.

EXE ?= coppice
CPU ?= native
# `FEATURES=tuning` offers the parameters of the search as options.
FEATURES ?=
# Another system than this one, such as `x86_64-unknown-linux-musl` for a program that runs on every Linux.
TRIPLE ?=

ifeq ($(OS),Windows_NT)
    SUFFIX := .exe
endif

# At a fixed address the program finds its tables without computing their addresses first: some 3 % faster. The flag is
# given to the last step alone, since procedural macros cannot be built so.
ifeq ($(shell uname -s),Linux)
    FIXED := -C relocation-model=static
endif

# The name may be given with its ending or without.
PROGRAM := $(EXE:$(SUFFIX)=)$(SUFFIX)

# Set here and not only in .cargo/config.toml, so that a RUSTFLAGS from outside does not make the engine slow. On Windows
# the C library goes into the program, which then runs where no redistributable is installed.
export RUSTFLAGS := -C target-cpu=$(CPU) $(if $(SUFFIX),-C target-feature=+crt-static)

LLVM := $(shell rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
# On Windows the compiler prints backslashes, which `wildcard` does not understand.
PROFDATA ?= $(firstword $(wildcard $(subst \,/,$(shell rustc --print sysroot))/lib/rustlib/*/bin/llvm-profdata$(SUFFIX)) \
    $(shell command -v llvm-profdata-$(LLVM)))
PROFILE := $(CURDIR)/target/pgo
BUILD := cargo rustc --release --package coppice --bin coppice --features "$(FEATURES)" $(if $(TRIPLE),--target $(TRIPLE))

.PHONY: engine plain pgo web web-needs site clean

# RUSTFLAGS cannot hold a path with spaces.
engine: $(if $(word 2,$(CURDIR)),plain,$(if $(PROFDATA),pgo,plain))

plain:
	$(if $(PROFDATA),,@echo "no llvm-profdata for LLVM $(LLVM) found: building without a profile, some 5 % slower")
	$(BUILD) -- $(FIXED) --emit link=$(PROGRAM)

# The profiled build has the same flags as the final one, or the profile would not fit it.
pgo:
	@$(if $(PROFDATA),,echo "no llvm-profdata for LLVM $(LLVM) found: run 'rustup component add llvm-tools'"; exit 1)
	rm -rf "$(PROFILE)/raw"
	RUSTFLAGS="$(RUSTFLAGS) -C profile-generate=$(PROFILE)/raw" $(BUILD) --target-dir $(PROFILE) -- $(FIXED)
	$(PROFILE)/$(if $(TRIPLE),$(TRIPLE)/)release/coppice$(SUFFIX) bench
	$(PROFDATA) merge --output $(PROFILE)/profile $(PROFILE)/raw
	RUSTFLAGS="$(RUSTFLAGS) -C profile-use=$(PROFILE)/profile" $(BUILD) -- $(FIXED) --emit link=$(PROGRAM)

# What the compiler uses of WebAssembly. Where it is installed, wasm-opt (binaryen) makes the module a tenth smaller.
WASM_FEATURES := threads simd bulk-memory nontrapping-float-to-int sign-ext mutable-globals multivalue reference-types
WASM_OPT := $(shell command -v wasm-opt)
COPY_WASM = $(if $(WASM_OPT),$(WASM_OPT) -O2 $(WASM_FEATURES:%=--enable-%),cp)
WEB_VERSION = $(lastword $(subst \#, ,$(subst @, ,$(shell cargo pkgid --package coppice-web))))

# The engine as a WebAssembly module with its worker and its pages, in target/web. See docs/browser.md.
web: web-needs
	RUSTFLAGS="-C target-feature=+simd128 -C strip=symbols" \
	    cargo build --release --package coppice-web --target wasm32-unknown-unknown --target-dir target
	RUSTFLAGS="-C target-feature=+simd128 -C strip=symbols -C link-arg=--max-memory=4294967296" \
	    cargo build --release --package coppice --no-default-features --target wasm32-wasip1-threads --target-dir target
	mkdir -p target/web
	cd web && npm ci --no-audit --no-fund && npm run build
	cp web/page/*.html web/page/tree.js web/worker/* LICENSE target/web
	sed 's/^  "name": .*/&\n  "version": "$(WEB_VERSION)",/' web/worker/package.json > target/web/package.json
	$(COPY_WASM) target/wasm32-unknown-unknown/release/coppice_web.wasm $(if $(WASM_OPT),-o) target/web/coppice.wasm
	$(COPY_WASM) target/wasm32-wasip1-threads/release/coppice.wasm $(if $(WASM_OPT),-o) target/web/engine.wasm
	cargo run --release --package treeview --target-dir target -- viewer --title "The search tree" \
	    --controls web/page/tree.html --script tree.js -o target/web/tree.html
	cargo run --release --package treeview --target-dir target -- viewer --title "How chess programs search" \
	    --controls web/course/course.html --script course.js -o target/web/course.html
	@echo 'Serve it with: python3 -m http.server --directory target/web'

# Says everything that `make web` lacks.
web-needs:
	@lacks=; \
	npm --version >/dev/null 2>&1 || lacks="$$lacks\n  Node.js 20 or newer with npm (https://nodejs.org, Debian: nodejs npm)"; \
	for target in wasm32-unknown-unknown wasm32-wasip1-threads; do \
	    [ -d "$$(rustc --print target-libdir --target $$target)" ] || \
	        lacks="$$lacks\n  the Rust target: rustup target add $$target"; \
	done; \
	[ -z "$$lacks" ] || { printf "make web needs:$$lacks\n"; exit 1; }

# The documents, made by mdBook, beside all of `make web`.
site: web
	@command -v mdbook >/dev/null || { echo "mdbook is missing: cargo install mdbook --locked"; exit 1; }
	mdbook build --dest-dir $(CURDIR)/target/web/docs
	python3 .ci/links.py target/web

clean:
	cargo clean
