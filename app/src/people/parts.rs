//! Badges for the status of a person, and names of roles.

use leptos::prelude::*;
use shared::error::FieldCode;
use shared::permission::SEEDED_ROLES;
use shared::staff::Staff;

use crate::error::words::{code_text, field_text};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::{Badge, Tone};
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::notice::notice;
use crate::ui::sent_form::send_button;
use crate::ui::time::short_date_text;

/// Badges for confirmed, due for confirmation or unconfirmed, and for a blocked account.
pub(super) fn person_badges(i18n: Language, staff: &Staff) -> AnyView {
    let confirmation = match (staff.employment_confirmed_at, staff.due_for_confirmation) {
        (Some(date), _) => {
            let date = short_date_text(i18n, date);
            let text = tu_string!(i18n, people.badge.confirmed, date = date);
            view! { <Badge tone=Tone::Success icon=IconName::Check text/> }.into_any()
        }
        (None, true) => {
            let text = tu_string!(i18n, people.badge.due);
            view! { <Badge tone=Tone::Warning icon=IconName::AlertTriangle text/> }.into_any()
        }
        (None, false) => {
            let text = tu_string!(i18n, people.badge.unconfirmed);
            view! { <Badge tone=Tone::Neutral icon=IconName::Clock text/> }.into_any()
        }
    };
    let blocked = staff.is_blocked.then(|| blocked_badge(i18n));

    view! { <span class="cluster">{confirmation} {blocked}</span> }.into_any()
}

/// The submit button of a form, and on a change the link that cancels it.
pub(super) fn edit_foot(path: &'static str, is_change: bool) -> AnyView {
    let i18n = use_i18n();
    let cancel = is_change.then(|| {
        view! { <a class="button button-quiet" href=path>{tu_string!(i18n, ui.cancel)}</a> }
    });
    view! {
        <div class="button-row">
            {send_button(tu_string!(i18n, people.form.save))} {cancel}
        </div>
    }
    .into_any()
}

/// The badge of a blocked account.
pub(crate) fn blocked_badge(i18n: Language) -> AnyView {
    let text = tu_string!(i18n, people.badge.blocked);
    view! { <Badge tone=Tone::Danger icon=IconName::Lock text/> }.into_any()
}

/// The name of a predefined role; for a custom role, derived from its key.
pub(super) fn role_name(key: &str) -> String {
    let seeded = SEEDED_ROLES.iter().find(|role| role.key == key);
    seeded.map_or_else(|| key.replace('_', " "), |role| role_text(key, role.name))
}

/// The options of a select of roles: key and name.
pub(super) fn named_roles(roles: Vec<(String, String)>) -> Vec<(String, String)> {
    let named = |(key, name): (String, String)| {
        let text = role_text(&key, &name);
        (key, text)
    };
    roles.into_iter().map(named).collect()
}

/// The name of a role, translated unless the organization has renamed it.
pub(crate) fn role_text(key: &str, name: &str) -> String {
    let i18n = use_i18n();
    let is_first = SEEDED_ROLES.iter().any(|role| role.key == key && role.name == name);
    let label = match key {
        "admin" => tu_string!(i18n, role_name.admin),
        "hr" => tu_string!(i18n, role_name.hr),
        "md" => tu_string!(i18n, role_name.md),
        "employee" => tu_string!(i18n, role_name.employee),
        "credit_officer" => tu_string!(i18n, role_name.credit_officer),
        "credit_reviewer" => tu_string!(i18n, role_name.credit_reviewer),
        "shariah_officer" => tu_string!(i18n, role_name.shariah_officer),
        "cashier" => tu_string!(i18n, role_name.cashier),
        "finance" => tu_string!(i18n, role_name.finance),
        _ => name,
    };
    if is_first { label.to_owned() } else { name.to_owned() }
}

/// The reason why a file was refused, by its code. The text never comes from the URL.
///
/// * `of_field`: the texts of the form for codes of its field.
pub(super) fn refused_file(
    i18n: Language,
    code: &str,
    of_field: impl FnOnce(FieldCode) -> Option<&'static str>,
) -> AnyView {
    let text = match code.parse() {
        Ok(code) => of_field(code).or_else(|| field_text(i18n.locale(), code)),
        Err(_) => code.parse().ok().map(|code| code_text(i18n.locale(), code)),
    };
    let text = text.unwrap_or(tu_string!(i18n, error.refused));
    let title = tu_string!(i18n, people.import.not_taken);
    view! {
        <div role="alert">
            {notice(Tone::Danger, title, text)}
        </div>
    }
    .into_any()
}
