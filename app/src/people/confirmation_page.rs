//! The letter of confirmation of a member of staff, for printing.

use leptos::prelude::*;
use shared::id::StaffId;
use shared::organization::Letterhead;
use shared::permission::Permission;
use shared::probation::ConfirmationLetter;

use crate::error::UiResult;
use crate::i18n::{tu_string, use_i18n};
use crate::server::{caller, service};
use crate::session::may;
use crate::ui::facts::plain_facts;
use crate::ui::label::Language;
use crate::ui::letterhead::{self, Signature, print_button, signatures};
use crate::ui::page::{PageHead, found_by_id};
use crate::ui::time::date_text;

/// The page at `/people/:id/confirmation`.
#[component]
pub fn ConfirmationPage() -> impl IntoView {
    found_by_id("Staff member", load, page_view)
}

async fn load(id: StaffId) -> UiResult<(ConfirmationLetter, Letterhead)> {
    let letter = service()?.staff().confirmation_letter(&caller()?, id).await?;
    Ok((letter, letterhead::read(false).await?))
}

fn page_view((letter, head): (ConfirmationLetter, Letterhead)) -> AnyView {
    let i18n = use_i18n();
    let title = tu_string!(i18n, people.confirmation.title);
    let salutation =
        tu_string!(i18n, people.confirmation.salutation, name = letter.staff_name.clone());
    let text = tu_string!(
        i18n,
        people.confirmation.text,
        organization = head.name.clone(),
        date = date_text(i18n, letter.employment_confirmed_at),
        start = date_text(i18n, letter.employment_start_date),
    );
    let above = if may(Permission::StaffView) {
        format!("/people/{}", letter.staff_id)
    } else {
        format!("/people/{}/appraisals", letter.staff_id)
    };
    let office = tu_string!(i18n, leave.human_resources).to_owned();
    let signer = Signature { office, name: head.name, note: String::new() };
    PageHead::new(title, "")
        .printed()
        .below(above, letter.staff_name.clone(), title)
        .actions([print_button(i18n)])
        .page(view! {
            <div class="card letter">
                <p>{salutation}</p>
                <p>{text}</p>
                {plain_facts(facts(i18n, letter))}
                <p>{tu_string!(i18n, people.confirmation.wishes)}</p>
                {signatures(tu_string!(i18n, ui.signatures), [signer])}
            </div>
        })
}

fn facts(i18n: Language, letter: ConfirmationLetter) -> Vec<(&'static str, String)> {
    let post = letter.job_title.map(|title| (tu_string!(i18n, people.form.job_title), title));
    let department = letter.department_name;
    let department = department.map(|name| (tu_string!(i18n, list.department), name));
    let number = (tu_string!(i18n, people.form.staff_number), letter.staff_number);
    let dates = [
        (tu_string!(i18n, people.form.start), date_text(i18n, letter.employment_start_date)),
        (tu_string!(i18n, people.form.confirmed), date_text(i18n, letter.employment_confirmed_at)),
    ];
    [number].into_iter().chain(post).chain(department).chain(dates).collect()
}
