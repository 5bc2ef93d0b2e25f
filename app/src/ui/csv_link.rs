//! The link to a list as a table for a spreadsheet.

use leptos::prelude::*;

use super::icon::{Icon, IconName};
use crate::i18n::tu_string;
use crate::ui::label::Language;

/// A link to a file of the rows that a list shows; `path` is the address of that file.
pub fn csv_link(i18n: Language, path: String) -> AnyView {
    view! {
        <a class="button" href=path>
            <Icon name=IconName::Download/>
            {tu_string!(i18n, list.csv)}
        </a>
    }
    .into_any()
}
