//! The payments of a facility, and the reversal of the latest one.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use shared::credit::facility::{Facility, FacilityAction};
use shared::credit::payment::Payment;
use shared::page::Page;

use super::actions::{posted_lines, reason_field};
use super::timeline::possible_duplicate;
use crate::credit::payment_tables::applied_table;
use crate::credit::schedule_table::profit_label;
use crate::credit::{ActionFigures, ReversePayment};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::action_dialog::{ActionDialog, opener};
use crate::ui::badge::{Badge, Tone};
use crate::ui::button::quiet_link;
use crate::ui::card::Card;
use crate::ui::empty_state::Empty;
use crate::ui::facts::plain_facts;
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::money::{money, money_text};
use crate::ui::notice::{Notice, notice};
use crate::ui::pagination::PageLinks;
use crate::ui::sent_form::refusal;
use crate::ui::time::{exact_text, short_date_text};

const DIALOG: &str = "ask-reverse";

/// The payments, newest first.
pub(super) fn payments(
    facility: &Facility,
    page: Page<Payment>,
    figures: &ActionFigures,
) -> AnyView {
    let i18n = use_i18n();
    let Page { data, pagination, next_cursor: _ } = page;
    if data.is_empty() {
        return Empty::new(
            IconName::Inbox,
            tu_string!(i18n, credit.payment.none),
            tu_string!(i18n, credit.payment.none_text),
        )
        .card();
    }
    let reference = facility.facility_ref.clone();
    let recorded = use_query_map().get_untracked().get("recorded");
    let may_reverse = facility.allowed_actions.contains(&FacilityAction::ReversePayment);
    let latest = (pagination.page == 1)
        .then(|| data.iter().find(|payment| payment.reversed_at.is_none()))
        .flatten()
        .map(|payment| payment.payment_id);
    let cards: Vec<_> = data
        .iter()
        .map(|payment| {
            let is_new = recorded.as_deref() == Some(&payment.payment_id.to_string());
            let undo = (may_reverse && latest == Some(payment.payment_id))
                .then(|| undo(i18n, facility, payment, figures));
            payment_card(i18n, facility, payment, is_new, undo)
        })
        .collect();
    let address =
        Callback::new(move |page: u64| format!("/credit/{reference}/payments?page={page}"));

    view! {
        <section class="stack" aria-labelledby="tab-title">
            <h2 id="tab-title">{tu_string!(i18n, credit.tab.payments)}</h2>
            {refusal::<ReversePayment>()}
            {cards}
            <PageLinks pagination address/>
        </section>
    }
    .into_any()
}

fn payment_card(
    i18n: Language,
    facility: &Facility,
    payment: &Payment,
    is_new: bool,
    undo: Option<AnyView>,
) -> AnyView {
    let id = format!("payment-{}", payment.payment_id);
    let title = tu_string!(
        i18n,
        credit.payment.received,
        amount = money_text(i18n, payment.amount),
        date = short_date_text(i18n, payment.payment_date),
    );
    let news = is_new.then(|| {
        view! { <Notice tone=Tone::Success title=tu_string!(i18n, credit.payment.recorded)/> }
            .into_any()
    });
    let undone = payment.reversed_at.map(|at| {
        let reason = payment.reversal_reason.clone().unwrap_or_default();
        let title = tu_string!(i18n, credit.payment.undone, at = exact_text(i18n, at));
        notice(Tone::Warning, title, reason)
    });

    let receipt = format!("/credit/{}/receipts/{}", facility.facility_ref, payment.payment_id);

    Card::below(id, title).beside(badges(i18n, payment)).body(view! {
        {news}
        {undone}
        {facts_of(i18n, facility, payment)}
        {payment.same_reference.map(|earlier| possible_duplicate(i18n, earlier))}
        {applied_table(i18n, &payment.applied_to)}
        <div class="button-row no-print">
            {quiet_link(receipt, IconName::FileText, tu_string!(i18n, credit.receipt.title))}
            {undo}
        </div>
    })
}

fn badges(i18n: Language, payment: &Payment) -> AnyView {
    let badge = |shown: bool, tone, icon, text: &'static str| {
        shown.then(|| view! { <Badge tone icon text/> }.into_any())
    };
    let undone = payment.reversed_at.is_some();
    view! {
        <span class="cluster">
            {badge(
                payment.early_settlement,
                Tone::Success,
                IconName::CheckCircle,
                tu_string!(i18n, credit.payment.early),
            )}
            {badge(
                payment.extra_payment,
                Tone::Accent,
                IconName::ArrowUp,
                tu_string!(i18n, credit.payment.extra),
            )}
            {badge(
                undone,
                Tone::Warning,
                IconName::History,
                tu_string!(i18n, credit.payment.reversed),
            )}
        </span>
    }
    .into_any()
}

fn facts_of(i18n: Language, facility: &Facility, payment: &Payment) -> AnyView {
    let mut facts = vec![
        (tu_string!(i18n, credit.schedule.principal), money(i18n, payment.principal)),
        (profit_label(i18n, facility.product_type), money(i18n, payment.profit)),
    ];
    if payment.extra_amount.is_positive() {
        let amount = money(i18n, payment.extra_amount);
        facts.push((tu_string!(i18n, credit.payment.extra_amount), amount));
    }
    if payment.profit_waived.is_positive() {
        let amount = money(i18n, payment.profit_waived);
        facts.push((tu_string!(i18n, credit.payment.waived), amount));
    }
    if !payment.reference.is_empty() {
        let reference = payment.reference.clone();
        let reference = view! { <bdi>{reference}</bdi> }.into_any();
        facts.push((tu_string!(i18n, credit.payment.reference), reference));
    }
    let journal =
        format!("/credit/{}/ledger#journal-{}", facility.facility_ref, payment.journal_entry_id);

    view! {
        {plain_facts(facts)}
        <p>
            <a href=journal>{tu_string!(i18n, credit.payment.journal)}</a>
        </p>
    }
    .into_any()
}

/// The dialog that reverses a payment, with the entries that it would post, and its button.
fn undo(
    i18n: Language,
    facility: &Facility,
    payment: &Payment,
    figures: &ActionFigures,
) -> AnyView {
    let amount = money_text(i18n, payment.amount);
    let text = tu_string!(i18n, credit.action.reverse_payment);
    let dialog = ActionDialog::new(
        DIALOG,
        tu_string!(i18n, credit.ask.reverse, amount = amount),
        tu_string!(i18n, credit.effect.reverse),
    )
    .confirm("button button-danger", IconName::History, text)
    .done(tu_string!(i18n, credit.done.reversed))
    .fields(vec![
        ("facility_ref", facility.facility_ref.clone()),
        ("payment_id", payment.payment_id.to_string()),
        ("revision", facility.revision.to_string()),
    ]);
    let content = view! {
        {figures.reversal.as_ref().map(|journal| posted_lines(i18n, journal))}
        {reason_field("said-reverse".to_owned(), tu_string!(i18n, credit.action.reason))}
    };
    view! {
        {opener("button button-grave", DIALOG, IconName::History, text)}
        {dialog.view::<ReversePayment>(content)}
    }
    .into_any()
}
