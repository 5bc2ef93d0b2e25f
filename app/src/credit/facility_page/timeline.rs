//! The timeline of a facility, and the evidence of its approval and activation.

use chrono::{DateTime, Utc};
use leptos::prelude::*;
use shared::credit::facility::Facility;
use shared::credit::journal::{FacilityEvent, FacilityEventType};
use shared::credit::payment::EarlierPayment;
use shared::credit::vocabulary::FacilityStatus;
use shared::extensible::Extensible;
use shared::money::Money;

use crate::credit::label::{asset_label, timeline_event_label};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::{Tone, ToneText};
use crate::ui::card::Card;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::{Language, spelled_out};
use crate::ui::money::{money, money_text};
use crate::ui::notice::Notice;
use crate::ui::time::{exact_text, short_date_text};

/// All events, in the order of the service.
pub(super) fn timeline(facility: &Facility, events: Vec<FacilityEvent>) -> AnyView {
    let i18n = use_i18n();
    let reference = facility.facility_ref.as_str();
    let lines: Vec<_> = events.into_iter().map(|event| line(i18n, reference, event)).collect();

    Card::new("tab-title", tu_string!(i18n, credit.tab.timeline))
        .body(view! { <ol class="timeline">{lines}</ol> })
}

/// The approval steps of a facility, in the order of the service.
pub(in crate::credit) fn approval_steps(
    i18n: Language,
    reference: &str,
    steps: Vec<FacilityEvent>,
) -> AnyView {
    let lines: Vec<_> = steps.into_iter().map(|step| line(i18n, reference, step)).collect();
    view! { <ol class="timeline">{lines}</ol> }.into_any()
}

fn line(i18n: Language, reference: &str, event: FacilityEvent) -> AnyView {
    let (name, icon, tone) = match event.event_type {
        Extensible::Known(event_type) => {
            let (name, icon, tone) = timeline_event_label(i18n, event_type);
            (name.to_owned(), icon, tone)
        }
        Extensible::Unknown(ref code) => (spelled_out(code), IconName::History, Tone::Neutral),
    };
    let actor =
        event.actor_name.unwrap_or_else(|| tu_string!(i18n, credit.timeline.service).to_owned());
    // The text is an amount only for payments.
    let is_payment = event.event_type == FacilityEventType::PaymentReceived;
    let text = event.text.map(|text| match text.parse::<Money>() {
        Ok(amount) if is_payment => money(i18n, amount),
        Ok(_) | Err(_) => text.into_any(),
    });
    let text = text.map(|text| view! { <p class="quote">{text}</p> }.into_any());
    let twice = event.same_reference.map(|earlier| possible_duplicate(i18n, earlier));
    let journal = event.journal_id.map(|id| {
        let address = format!("/credit/{reference}/ledger#journal-{id}");
        view! {
            <p>
                <a href=address>{tu_string!(i18n, credit.payment.journal)}</a>
            </p>
        }
        .into_any()
    });

    timeline_item((tone, icon), happened(i18n, name, actor, event.at), (text, twice, journal))
}

/// One entry of a timeline.
fn timeline_item(
    (tone, icon): (Tone, IconName),
    head: AnyView,
    details: impl IntoView + 'static,
) -> AnyView {
    view! {
        <li data-tone=tone.as_str()>
            <span class="timeline-mark">
                <Icon name=icon/>
            </span>
            <div>{head} {details.into_any()}</div>
        </li>
    }
    .into_any()
}

/// An event with its actor and its time.
fn happened(i18n: Language, name: String, actor: String, at: DateTime<Utc>) -> AnyView {
    view! {
        <div class="timeline-head">
            <p>
                <strong>{name}</strong>
                " · "
                {actor}
            </p>
            <time datetime=at.to_rfc3339()>{exact_text(i18n, at)}</time>
        </div>
    }
    .into_any()
}

/// A warning that a payment may duplicate an earlier one.
pub(crate) fn possible_duplicate(i18n: Language, earlier: EarlierPayment) -> AnyView {
    let amount = money_text(i18n, earlier.amount);
    let date = short_date_text(i18n, earlier.payment_date);
    let text = tu_string!(i18n, credit.timeline.twice, amount = amount, date = date);
    let icon = IconName::AlertTriangle;
    view! { <p><ToneText tone=Tone::Warning icon text/></p> }.into_any()
}

/// The steps that every properly activated facility has, in this order.
const STEPS: [FacilityEventType; 6] = [
    FacilityEventType::Created,
    FacilityEventType::Submitted,
    FacilityEventType::Reviewed,
    FacilityEventType::ShariahApproved,
    FacilityEventType::AssetOwned,
    FacilityEventType::Activated,
];

/// The steps with their actors, times and documents.
pub(super) fn evidence(facility: &Facility, events: &[FacilityEvent]) -> AnyView {
    let i18n = use_i18n();
    let steps: Vec<_> = STEPS
        .into_iter()
        .map(|step| {
            // The first event of its type counts, because recording the ownership again changes
            // nothing.
            let taken =
                events.iter().filter(|event| event.event_type == step).min_by_key(|event| event.at);
            evidence_line(i18n, facility, step, taken)
        })
        .collect();

    view! {
        <section class="stack" aria-labelledby="tab-title">
            <h2 id="tab-title">{tu_string!(i18n, credit.tab.evidence)}</h2>
            {gate(i18n, facility)}
            {hands(i18n, facility)}
            <div class="card">
                <div class="card-body">
                    <ol class="timeline">{steps}</ol>
                </div>
            </div>
        </section>
    }
    .into_any()
}

/// Rule VR-001: the ownership that it requires, and whether the facility complies.
fn gate(i18n: Language, facility: &Facility) -> AnyView {
    let required = facility.product_type.required_asset_status();
    let is_met = facility.activated_at.is_some() || facility.asset_status == required;
    let (tone, title) = if is_met {
        (Tone::Success, tu_string!(i18n, credit.evidence.gate_kept))
    } else if matches!(facility.status, FacilityStatus::Rejected | FacilityStatus::Withdrawn) {
        (Tone::Neutral, tu_string!(i18n, credit.evidence.gate_ended))
    } else {
        (Tone::Warning, tu_string!(i18n, credit.evidence.gate_open))
    };
    let status_text = tu_string!(
        i18n,
        credit.evidence.gate_stands,
        required = asset_label(i18n, required),
        now = asset_label(i18n, facility.asset_status),
    );
    view! {
        <Notice tone title>
            <p>{tu_string!(i18n, credit.evidence.gate_text)}</p>
            <p>{status_text}</p>
        </Notice>
    }
    .into_any()
}

/// Confirms that different people structured, reviewed and approved the facility.
fn hands(i18n: Language, facility: &Facility) -> Option<AnyView> {
    let (reviewer, approver) = (facility.reviewed_by_id?, facility.approved_by_id?);
    let maker = facility.created_by_id;
    let apart = maker != reviewer && maker != approver && reviewer != approver;
    let (tone, title) = if apart {
        (Tone::Success, tu_string!(i18n, credit.evidence.apart))
    } else {
        (Tone::Warning, tu_string!(i18n, credit.evidence.same_person))
    };
    Some(view! { <Notice tone title/> }.into_any())
}

fn evidence_line(
    i18n: Language,
    facility: &Facility,
    step: FacilityEventType,
    taken: Option<&FacilityEvent>,
) -> AnyView {
    let (name, _, _) = timeline_event_label(i18n, step);
    let Some(event) = taken else {
        let missing = view! { <p class="muted">{tu_string!(i18n, credit.evidence.missing)}</p> };
        let head = view! {
            <p>
                <strong>{name}</strong>
            </p>
        };
        return timeline_item((Tone::Neutral, IconName::Clock), head.into_any(), missing);
    };
    let actor = event.actor_name.clone().unwrap_or_default();
    let document = (step == FacilityEventType::AssetOwned)
        .then(|| facility.asset_document_ref.clone())
        .flatten()
        .map(|document| {
            let text = tu_string!(i18n, credit.evidence.document, document = document);
            view! { <p class="quote">{text}</p> }.into_any()
        });
    let head = happened(i18n, name.to_owned(), actor, event.at);
    timeline_item((Tone::Success, IconName::Check), head, document)
}
