//! The dialog of an action: its figures, its effect, and the reason or document that it needs.

use leptos::prelude::*;
use shared::credit::facility::{Facility, FacilityAction};
use shared::credit::preview::JournalPreview;

use super::is_grave;
use super::question::{Question, icon, question};
use crate::credit::facility_page::details::terms;
use crate::credit::label::{action_label, bucket_label};
use crate::credit::payment_tables::journal_lines;
use crate::credit::{ActionFigures, MoveFacility};
use crate::error::UiResult;
use crate::i18n::tu_string;
use crate::ui::action_dialog::ActionDialog;
use crate::ui::badge::Tone;
use crate::ui::facts::plain_facts;
use crate::ui::field::Field;
use crate::ui::label::Language;
use crate::ui::money::money;
use crate::ui::notice::notice;
use crate::ui::time::days_text;

/// The dialog of an action; `None` for those that have a page or a form of their own.
pub(super) fn action_dialog(
    i18n: Language,
    facility: &Facility,
    action: FacilityAction,
    then: &str,
    figures: &ActionFigures,
) -> Option<AnyView> {
    let Question { title, effect } = question(i18n, facility.status, action)?;
    let class = if is_grave(action) { "button button-danger" } else { "button button-primary" };
    let content = view! {
        {action_figures(i18n, facility, action, figures)}
        {said_field(i18n, action)}
    };
    let dialog = ActionDialog::new(dialog_id(action), title, effect)
        .confirm(class, icon(action), action_label(i18n, action))
        .fields(vec![
            ("facility_ref", facility.facility_ref.clone()),
            ("step", action.as_str().to_owned()),
            ("revision", facility.revision.to_string()),
            ("then", then.to_owned()),
        ]);
    Some(dialog.view::<MoveFacility>(content))
}

/// The figures that justify an action.
fn action_figures(
    i18n: Language,
    facility: &Facility,
    action: FacilityAction,
    figures: &ActionFigures,
) -> AnyView {
    match action {
        FacilityAction::NonAccrual => arrears_figures(i18n, facility, figures),
        FacilityAction::ResumeAccrual | FacilityAction::WaiveProfit => {
            let suspended = money(i18n, facility.profit_suspended);
            plain_facts([(tu_string!(i18n, credit.facts.suspended), suspended)])
        }
        FacilityAction::Review | FacilityAction::Approve => {
            let amount = money(i18n, facility.facility_amount);
            let amount = (tu_string!(i18n, credit.facts.amount), amount);
            plain_facts(std::iter::once(amount).chain(terms(i18n, facility)))
        }
        FacilityAction::Activate => {
            figures.activation.as_ref().map(|journal| posted_lines(i18n, journal)).into_any()
        }
        FacilityAction::Reject
        | FacilityAction::Withdraw
        | FacilityAction::AssetOwned
        | FacilityAction::RecordPayment
        | FacilityAction::ReversePayment
        | FacilityAction::Overdue
        | FacilityAction::TransferOwnership => ().into_any(),
    }
}

/// The days past due beside the threshold, and a warning below it.
fn arrears_figures(i18n: Language, facility: &Facility, figures: &ActionFigures) -> AnyView {
    let days = days_text(i18n, facility.days_past_due.into());
    let days = format!("{days} ({})", bucket_label(i18n, facility.bucket));
    let threshold = figures.non_accrual_days.map(|days| {
        let label = tu_string!(i18n, credit.facts.threshold);
        (label, days_text(i18n, days.into()).into_any())
    });
    let facts = [
        (tu_string!(i18n, credit.facts.past_due), days.into_any()),
        (tu_string!(i18n, credit.facts.arrears), money(i18n, facility.arrears)),
    ];
    let early = (!facility.non_accrual_eligible).then(|| {
        let title = tu_string!(i18n, credit.facts.below_threshold);
        notice(Tone::Warning, title, tu_string!(i18n, credit.facts.below_threshold_text))
    });
    view! {
        {plain_facts(facts.into_iter().chain(threshold))}
        {early}
    }
    .into_any()
}

/// The lines that an action would post, or why it cannot post them.
pub(in crate::credit::facility_page) fn posted_lines(
    i18n: Language,
    journal: &UiResult<JournalPreview>,
) -> AnyView {
    match journal {
        Ok(journal) => view! {
            <section class="stack-tight">
                <h3>{tu_string!(i18n, credit.payment.posts)}</h3>
                {journal_lines(i18n, &journal.lines)}
            </section>
        }
        .into_any(),
        Err(error) => {
            notice(Tone::Warning, tu_string!(i18n, credit.action.cannot_post), error.text(i18n))
        }
    }
}

/// The input that an action needs: a reason or a document.
fn said_field(i18n: Language, action: FacilityAction) -> Option<AnyView> {
    let label = match action {
        FacilityAction::Reject
        | FacilityAction::Withdraw
        | FacilityAction::NonAccrual
        | FacilityAction::ResumeAccrual
        | FacilityAction::WaiveProfit => tu_string!(i18n, credit.action.reason),
        FacilityAction::AssetOwned => tu_string!(i18n, credit.action.document),
        FacilityAction::TransferOwnership => tu_string!(i18n, credit.action.transfer_document),
        FacilityAction::Review
        | FacilityAction::Approve
        | FacilityAction::Activate
        | FacilityAction::RecordPayment
        | FacilityAction::ReversePayment
        | FacilityAction::Overdue => return None,
    };
    Some(reason_field(format!("said-{action}"), label))
}

/// A required line of text, which takes the focus when its dialog opens.
pub(in crate::credit::facility_page) fn reason_field(id: String, label: &'static str) -> AnyView {
    view! {
        <Field id=id.clone() label>
            <input
                class="input"
                id=id
                name="said"
                autocomplete="off"
                required=true
                autofocus=true
            />
        </Field>
    }
    .into_any()
}

/// The id of the dialog of an action.
pub(super) const fn dialog_id(action: FacilityAction) -> &'static str {
    match action {
        FacilityAction::Review => "ask-review",
        FacilityAction::Approve => "ask-approve",
        FacilityAction::Reject => "ask-reject",
        FacilityAction::Withdraw => "ask-withdraw",
        FacilityAction::AssetOwned => "ask-asset",
        FacilityAction::Activate => "ask-activate",
        FacilityAction::RecordPayment => "ask-payment",
        FacilityAction::ReversePayment => "ask-reverse",
        FacilityAction::Overdue => "ask-overdue",
        FacilityAction::NonAccrual => "ask-stop",
        FacilityAction::ResumeAccrual => "ask-resume",
        FacilityAction::WaiveProfit => "ask-waive",
        FacilityAction::TransferOwnership => "ask-transfer",
    }
}
