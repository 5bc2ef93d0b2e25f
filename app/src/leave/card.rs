//! The balances as cards that explain every number and every lock, for the user's own leave and for
//! that of other staff.

use leptos::prelude::*;
use shared::appraisal::list::AppraisalSummary;
use shared::leave::LeaveType;
use shared::leave::balance::{Balance, LeaveBalances};
use shared::leave::days::Days;
use shared::leave::policy::{AdjustmentKind, LeaveAdjustment};

use super::label::{number, type_label};
use crate::appraisal::table::Waiting;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::{Badge, StatusBadge, Tone};
use crate::ui::digits::{self, listed};
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::time::{local_date, short_date_text};

/// One card for each type of leave.
///
/// * `unlocked_by`: the appraisal that unlocks the locked types, if the user may see it.
pub fn balance_cards(balances: &LeaveBalances, unlocked_by: Option<&AppraisalSummary>) -> AnyView {
    let i18n = use_i18n();
    let (locked, open): (Vec<_>, Vec<_>) = balances.data.iter().partition(|it| it.locked);
    let cards = |shown: Vec<&Balance>| -> Vec<_> {
        shown.into_iter().map(|balance| card(i18n, balances, balance)).collect()
    };
    let folded = (!locked.is_empty()).then(|| {
        let count = digits::number(locked.len());
        view! {
            {unlocked_by.map(|appraisal| key(i18n, appraisal))}
            <details>
                <summary class="disclosure">
                    {tu_string!(i18n, leave.locked_kinds, count = count)}
                </summary>
                <ul class="leave-cards">{cards(locked)}</ul>
            </details>
        }
    });
    view! {
        <ul class="leave-cards">{cards(open)}</ul>
        {folded}
    }
    .into_any()
}

/// The status of the appraisal that unlocks the locked types.
fn key(i18n: Language, appraisal: &AppraisalSummary) -> AnyView {
    let names = listed(&appraisal.waiting_for);
    let names = (!names.is_empty()).then(|| view! { <span class="muted">{names}</span> });
    view! {
        <p class="cluster">
            <Icon name=IconName::Key/>
            {tu_string!(i18n, leave.key)}
            <a href=format!("/appraisals/{}", appraisal.id)>
                <StatusBadge status=appraisal.status/>
            </a>
            {names}
            {appraisal.waiting_since.map(|since| view! { <Waiting since/> })}
        </p>
    }
    .into_any()
}

fn card(i18n: Language, balances: &LeaveBalances, balance: &Balance) -> AnyView {
    let title = type_label(i18n, balance.leave_type);
    let lock = balance.locked.then(|| {
        let text = tu_string!(i18n, leave.locked);
        view! { <Badge tone=Tone::Neutral icon=IconName::Lock text/> }
    });
    let rows = balances.adjustment_rows.iter();
    let rows: Vec<_> = rows.filter(|row| row.leave_type == balance.leave_type).cloned().collect();

    view! {
        <li class="card leave-card" data-locked=balance.locked.then_some("")>
            <div class="card-head">
                <h3>{title}</h3>
                {lock}
            </div>
            <div class="card-body stack-tight">
                {figure(i18n, balance)}
                {sum(i18n, balance)}
                {reason(i18n, balances, balance)}
                {corrections(i18n, rows)}
            </div>
        </li>
    }
    .into_any()
}

/// The available days, in large type.
fn figure(i18n: Language, balance: &Balance) -> AnyView {
    let Some(available) = balance.available else {
        return view! { <p class="figure-unit">{tu_string!(i18n, leave.unlimited)}</p> }.into_any();
    };
    view! {
        <p>
            <span class="figure-number">{number(available)}</span>
            " "
            <span class="figure-unit">{tu_string!(i18n, leave.available)}</span>
        </p>
    }
    .into_any()
}

/// The terms of the balance.
fn sum(i18n: Language, balance: &Balance) -> AnyView {
    let entitlement = balance
        .entitlement_days
        .map_or_else(|| tu_string!(i18n, leave.untracked).to_owned(), number);
    let waits = (balance.pending > Days::ZERO).then(|| {
        view! {
            <dt>{tu_string!(i18n, leave.pending)}</dt>
            <dd>{number(balance.pending)}</dd>
        }
    });

    view! {
        <dl class="facts-list">
            <dt>{tu_string!(i18n, leave.entitlement)}</dt>
            <dd>{entitlement}</dd>
            <dt>{tu_string!(i18n, leave.adjustments)}</dt>
            <dd>{number(balance.adjustments)}</dd>
            <dt>{tu_string!(i18n, leave.consumed)}</dt>
            <dd>{number(balance.consumed)}</dd>
            {waits}
        </dl>
    }
    .into_any()
}

/// The reason why the type is locked, or why casual leave has a limit before confirmation.
fn reason(i18n: Language, balances: &LeaveBalances, balance: &Balance) -> Option<AnyView> {
    let is_unconfirmed = balances.employment_confirmed_at.is_none();
    let text = match balance.leave_type {
        _ if balance.locked => tu_string!(i18n, leave.locked_reason),
        LeaveType::Casual if is_unconfirmed => tu_string!(i18n, leave.probation_casual),
        LeaveType::Casual
        | LeaveType::Annual
        | LeaveType::Sick
        | LeaveType::Maternity
        | LeaveType::Paternity
        | LeaveType::Hajj
        | LeaveType::Unpaid => return None,
    };
    Some(view! { <p class="field-hint">{text}</p> }.into_any())
}

/// The adjustments behind the balance, in an expandable list.
fn corrections(i18n: Language, rows: Vec<LeaveAdjustment>) -> Option<AnyView> {
    if rows.is_empty() {
        return None;
    }
    let lines: Vec<_> = rows
        .into_iter()
        .map(|row| {
            let days = number(row.days);
            let year_end = || tu_string!(i18n, leave.year_end).to_owned();
            let (reason, about) = match row.kind {
                AdjustmentKind::Manual => {
                    let date = short_date_text(i18n, local_date(row.created_at));
                    (row.reason, format!("{} · {date}", row.created_by_name))
                }
                AdjustmentKind::CarriedOut => {
                    (tu_string!(i18n, leave.carried_out, year = row.year + 1), year_end())
                }
                AdjustmentKind::CarriedIn => {
                    (tu_string!(i18n, leave.carried_in, year = row.year - 1), year_end())
                }
            };
            view! {
                <li>
                    <strong>{days}</strong>
                    " "
                    {reason}
                    " "
                    <span class="muted">{about}</span>
                </li>
            }
            .into_any()
        })
        .collect();
    Some(
        view! {
            <details>
                <summary class="disclosure">{tu_string!(i18n, leave.corrections)}</summary>
                <ul class="leave-rows">{lines}</ul>
            </details>
        }
        .into_any(),
    )
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::i18n::Locale;
    use crate::rendering::rendered;

    #[tokio::test]
    async fn days_carried_forward_are_described_in_the_language_of_the_page() {
        let id = "018f3a52-0000-7000-8000-000000000001";
        let shown = |locale, kind: AdjustmentKind| {
            let row = json!({
                "id": id, "staffId": id, "type": "annual", "year": 2026, "days": 2.5, "kind": kind,
                "reason": "As stored", "createdByName": "Huda",
                "createdAt": "2027-01-02T08:00:00Z",
            });
            let row = serde_json::from_value(row).unwrap();
            rendered(locale, |i18n| corrections(i18n, vec![row]))
        };
        for (kind, english, arabic) in [
            (AdjustmentKind::CarriedIn, "Carried forward from 2025", "مُرحّلة من ٢٠٢٥"),
            (AdjustmentKind::CarriedOut, "Carried forward to 2027", "مُرحّلة إلى ٢٠٢٧"),
            (AdjustmentKind::Manual, "As stored", "As stored"),
        ] {
            let html = shown(Locale::English, kind);
            assert!(html.contains(english), "{html}");
            let html = shown(Locale::Arabic, kind);
            assert!(html.contains(arabic), "{html}");
        }
    }
}
