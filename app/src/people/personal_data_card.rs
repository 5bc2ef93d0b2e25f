//! The export of everything that is stored about a person.

use leptos::prelude::*;
use shared::permission::Permission;

use crate::i18n::tu_string;
use crate::session::may;
use crate::ui::button::submit_button_with;
use crate::ui::card::Card;
use crate::ui::icon::IconName;
use crate::ui::label::Language;

/// The card for those who manage the organization. The browser posts its form itself and saves the
/// response as a file.
///
/// * `path`: the route of the API that exports the data of this person.
pub(crate) fn personal_data_card(i18n: Language, path: String, name: String) -> Option<AnyView> {
    may(Permission::OrgManage).then(|| {
        Card::new("personal-data", tu_string!(i18n, people.person.personal_data)).stack(view! {
            <p class="muted">{tu_string!(i18n, people.person.personal_data_text, name = name)}</p>
            <form method="post" action=path>
                {submit_button_with(
                    IconName::Download,
                    tu_string!(i18n, people.person.personal_data_export),
                )}
            </form>
        })
    })
}
