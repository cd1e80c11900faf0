//! Gives the module the stack that the deepest searches need.

fn main() {
    // The linker reserves 1 MiB otherwise. As much as `search::engine::STACK_SIZE`.
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size=8388608");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
