//! The certificate of approved leave, for printing.

use leptos::prelude::*;
use shared::id::LeaveRequestId;
use shared::leave::certificate::LeaveCertificate;
use shared::organization::Letterhead;

use super::label::{days_label, type_label};
use super::table::halves_text;
use crate::error::UiResult;
use crate::i18n::{tu_string, use_i18n};
use crate::server::{caller, service};
use crate::ui::facts::plain_facts;
use crate::ui::label::Language;
use crate::ui::letterhead::{self, Signature, print_button, signatures};
use crate::ui::page::{PageHead, found_by_id};
use crate::ui::time::{date_text, local_date};

/// The page at `/leave/:id/certificate`.
#[component]
pub fn LeaveCertificatePage() -> impl IntoView {
    found_by_id("Leave certificate", load, page_view)
}

async fn load(id: LeaveRequestId) -> UiResult<(LeaveCertificate, Letterhead)> {
    let certificate = service()?.leave().certificate(&caller()?, id).await?;
    Ok((certificate, letterhead::read(false).await?))
}

fn page_view((certificate, head): (LeaveCertificate, Letterhead)) -> AnyView {
    let i18n = use_i18n();
    let title = tu_string!(i18n, leave.certificate.title);
    let text = tu_string!(
        i18n,
        leave.certificate.text,
        organization = head.name.clone(),
        name = certificate.staff_name.clone(),
        number = certificate.staff_number.clone(),
    );
    let office = tu_string!(i18n, leave.human_resources).to_owned();
    let signer = Signature { office, name: head.name, note: String::new() };
    PageHead::new(title, "")
        .printed()
        .below("/leave", tu_string!(i18n, leave.title), title)
        .actions([print_button(i18n)])
        .page(view! {
            <div class="card letter">
                <p>{text}</p>
                {plain_facts(facts(i18n, certificate))}
                {signatures(tu_string!(i18n, ui.signatures), [signer])}
            </div>
        })
}

fn facts(i18n: Language, certificate: LeaveCertificate) -> Vec<(&'static str, String)> {
    let period = certificate.period;
    let days = format!("{} {}", days_label(i18n, certificate.days), halves_text(i18n, period));
    let department = certificate.department_name;
    let department = department.map(|name| (tu_string!(i18n, list.department), name));
    let approved = certificate.approved_at;
    let approved = approved.map(|at| date_text(i18n, local_date(at)));
    let approved = approved.map(|date| (tu_string!(i18n, leave.certificate.approved), date));
    let leave = type_label(i18n, certificate.leave_type).to_owned();
    let facts = [
        (tu_string!(i18n, leave.what), leave),
        (tu_string!(i18n, leave.certificate.first_day), date_text(i18n, period.start)),
        (tu_string!(i18n, leave.certificate.last_day), date_text(i18n, period.end)),
        (tu_string!(i18n, leave.certificate.days), days.trim().to_owned()),
    ];
    department.into_iter().chain(facts).chain(approved).collect()
}
