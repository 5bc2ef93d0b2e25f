//! What a page with a program of its own knows of the numbers and lists that follow the server. The
//! script of the frame keeps them up to date.

use leptos::prelude::*;
use shared::notification::Counts;

use super::script::{self, Heard, Told};

/// The numbers of the page load, and when to look again.
#[derive(Clone, Copy, Debug)]
pub struct Live {
    /// The numbers of the badges when the page was made.
    pub counts: Counts,
    /// Grows whenever there is something new; a list that reads it loads again.
    pub news: RwSignal<u32>,
}

impl Live {
    /// Starts with the numbers of the page load.
    pub fn provide(counts: Counts) {
        let news = RwSignal::new(0_u32);
        script::hear(Heard::News, move || news.update(|news| *news = news.wrapping_add(1)));
        provide_context(Self { counts, news });
    }

    /// Asks for the numbers now: after an act of the reader, without waiting for the stream.
    pub fn refresh(self) {
        script::tell(Told::Change);
    }
}

/// The numbers of the page load, from any component inside the frame.
pub fn use_live() -> Live {
    expect_context()
}
