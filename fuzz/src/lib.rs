//! The entry point of the fuzz targets: libFuzzer, or one run on the bytes of standard input.

#[cfg(not(fuzzing))]
use std::io::{Read, stdin};

#[cfg(fuzzing)]
pub use libfuzzer_sys::fuzz_target;

/// A program that runs its target once on standard input, so that an input that failed can be
/// repeated without libFuzzer.
#[cfg(not(fuzzing))]
#[macro_export]
macro_rules! fuzz_target {
    (|$input:ident: $kind:ty| $target:block) => {
        fn main() {
            let run = |$input: $kind| $target;
            let bytes = $crate::standard_input();
            let source = arbitrary::Unstructured::new(&bytes);
            if let Ok(input) = <$kind as arbitrary::Arbitrary>::arbitrary_take_rest(source) {
                run(input);
            }
        }
    };
}

/// # Panics
/// If standard input cannot be read.
#[cfg(not(fuzzing))]
#[expect(clippy::expect_used, reason = "a target fails by a panic")]
pub fn standard_input() -> Vec<u8> {
    let mut bytes = Vec::new();
    stdin().read_to_end(&mut bytes).expect("standard input can be read");
    bytes
}
