//! The counts in badges at the time of rendering. The frame script updates them afterwards.

use leptos::prelude::*;
use shared::notification::Counts;

/// The counts at the time of rendering.
#[derive(Clone, Copy, Debug)]
pub struct Live {
    pub counts: Counts,
}

impl Live {
    /// Provides the counts to all components inside the frame.
    pub fn provide(counts: Counts) {
        provide_context(Self { counts });
    }
}

/// The counts at the time of rendering. Panics outside of the frame.
pub fn use_live() -> Live {
    expect_context()
}
