//! The link that downloads a list as CSV.

use leptos::prelude::*;

use super::button::button_link;
use super::icon::IconName;
use crate::i18n::tu_string;
use crate::ui::label::Language;

/// A link to a CSV file with the rows of a list, at `path`.
pub fn csv_link(i18n: Language, path: String) -> AnyView {
    button_link(path, IconName::Download, tu_string!(i18n, list.csv))
}
