//! __Nouns_text__.

mod list_page;
mod serverfns;

pub use list_page::__Nouns__Page;
pub use serverfns::*;
