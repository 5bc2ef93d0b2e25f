//! The numbers of the badges when a page was made. The script of the frame keeps them up to date.

use leptos::prelude::*;
use shared::notification::Counts;

/// The numbers of the page load.
#[derive(Clone, Copy, Debug)]
pub struct Live {
    /// The numbers of the badges.
    pub counts: Counts,
}

impl Live {
    /// Makes them known to everything inside the frame.
    pub fn provide(counts: Counts) {
        provide_context(Self { counts });
    }
}

/// The numbers of the page load, from any component inside the frame.
pub fn use_live() -> Live {
    expect_context()
}
