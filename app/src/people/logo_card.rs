//! The logo of the organization: upload and removal.

use leptos::prelude::*;
use shared::error::FieldCode;

use super::RemoveLogo;
use super::parts::refused_file;
use crate::i18n::tu_string;
use crate::ui::button::submit_button_with;
use crate::ui::card::Card;
use crate::ui::icon::IconName;
use crate::ui::input::file_field;
use crate::ui::label::Language;
use crate::ui::letterhead::LOGO;
use crate::ui::query::parameter;
use crate::ui::sent_form::{ActionButton, SentForm, action_form};

/// The path that the form uploads to; the bytes of the file are not changed.
pub const LOGO_UPLOAD_PATH: &str = "/api/ui/people/logo-file";

/// The card of the logo.
///
/// * `has_logo`: true if there is one.
pub(super) fn logo_card(i18n: Language, has_logo: bool) -> AnyView {
    let refused = parameter::<String>("refused").map(|code| refused_view(i18n, &code));
    let stored = has_logo.then(|| {
        let alt = tu_string!(i18n, people.organization.logo);
        view! {
            <img class="logo-preview" src=LOGO alt=alt/>
            {remove_form(i18n)}
        }
    });
    Card::new("logo", tu_string!(i18n, people.organization.logo)).stack(view! {
        {refused}
        {stored}
        {upload_form(i18n)}
    })
}

/// The browser posts this form itself, so that the bytes of the file are not changed.
fn upload_form(i18n: Language) -> AnyView {
    let label = tu_string!(i18n, people.organization.logo_file);
    let hint = tu_string!(i18n, people.organization.logo_hint);
    let upload = tu_string!(i18n, people.organization.logo_upload);
    view! {
        <form class="form" method="post" action=LOGO_UPLOAD_PATH enctype="multipart/form-data">
            {file_field(("logo-file", label), "image/png,image/jpeg,image/webp", true, hint)}
            <div class="button-row">{submit_button_with(IconName::ArrowUp, upload)}</div>
        </form>
    }
    .into_any()
}

fn remove_form(i18n: Language) -> AnyView {
    let text = tu_string!(i18n, people.organization.logo_remove);
    let form = SentForm::named("remove-logo").confirm(tu_string!(i18n, people.form.saved));
    let button = ActionButton::new("button button-quiet", IconName::X, text);
    action_form::<RemoveLogo>(form, Vec::new(), None, button)
}

/// The reason why the image was refused.
fn refused_view(i18n: Language, code: &str) -> AnyView {
    refused_file(i18n, code, |code| match code {
        FieldCode::Required => Some(tu_string!(i18n, people.organization.logo_missing)),
        FieldCode::TooLong => Some(tu_string!(i18n, people.organization.logo_too_large)),
        FieldCode::Invalid => Some(tu_string!(i18n, people.organization.logo_no_image)),
        _ => None,
    })
}
