//! Leave on the home page: the available days of each type that has a limit.

use leptos::prelude::*;
use shared::leave::balance::{Balance, LeaveBalances};

use super::label::{days_label, type_label};
use super::serverfns::own_balances;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::card::Card;
use crate::ui::label::Language;
use crate::ui::page::found;

/// The user's available leave in the current year.
#[component]
pub fn LeaveCard() -> impl IntoView {
    let i18n = use_i18n();
    let content = found(own_balances(), move |found| balances(i18n, &found));

    Card::new("leave-title", tu_string!(i18n, home.my_leave))
        .beside(view! { <a href="/leave#leave-form">{tu_string!(i18n, home.ask_leave)}</a> })
        .with(content)
}

fn balances(i18n: Language, balances: &LeaveBalances) -> AnyView {
    let is_locked = balances.data.iter().any(|balance| balance.locked);
    let locked = is_locked.then(|| {
        view! { <p class="field-hint">{tu_string!(i18n, leave.locked_reason)}</p> }
    });
    let lines: Vec<_> = balances.data.iter().filter_map(|it| line(i18n, it)).collect();

    view! {
        <div class="card-body stack-tight">
            <dl class="facts-list">{lines}</dl>
            {locked}
        </div>
    }
    .into_any()
}

fn line(i18n: Language, balance: &Balance) -> Option<AnyView> {
    let available = balance.available.filter(|_| !balance.locked)?;
    let days = days_label(i18n, available);
    Some(
        view! {
            <dt>{type_label(i18n, balance.leave_type)}</dt>
            <dd>{tu_string!(i18n, leave.home_lead, days = days)}</dd>
        }
        .into_any(),
    )
}
