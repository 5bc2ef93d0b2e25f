//! The link that downloads a list as CSV.

use leptos::prelude::*;

use super::icon::{Icon, IconName};
use crate::i18n::tu_string;
use crate::ui::label::Language;

/// A link to a CSV file with the rows of a list, at `path`.
pub fn csv_link(i18n: Language, path: String) -> AnyView {
    view! {
        <a class="button" href=path>
            <Icon name=IconName::Download/>
            {tu_string!(i18n, list.csv)}
        </a>
    }
    .into_any()
}
