//! The result of the entered figures, before anything is saved.

use leptos::prelude::*;
use shared::Error;
use shared::credit::schedule::ScheduleLine;

use super::curve::ownership_curve;
use super::figures::Outcome;
use super::label::method_label;
use super::schedule_table::{Reader, Stage, TableOptions, schedule_table};
use crate::error::words;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::Tone;
use crate::ui::card::Card;
use crate::ui::facts::fact_list;
use crate::ui::label::Language;
use crate::ui::money::money;
use crate::ui::notice::Notice;
use crate::ui::time::short_date_text;

/// The number of displayed lines of a long schedule, in addition to the last one.
const FIRST_LINES: usize = 12;

/// The totals of a result and its last due date.
pub(super) fn outcome_facts(i18n: Language, outcome: &Outcome) -> AnyView {
    let Outcome { terms, lines, totals } = outcome;
    let mut facts = vec![
        (tu_string!(i18n, credit.facts.amount), money(i18n, terms.facility_amount)),
        (tu_string!(i18n, credit.facts.total_profit), money(i18n, totals.profit)),
        (tu_string!(i18n, credit.facts.total_payment), money(i18n, totals.payment)),
    ];
    if let (Some(first), Some(last)) = (lines.first(), lines.last()) {
        let text = money(i18n, first.total_payment());
        facts.push((tu_string!(i18n, credit.facts.first_payment), text));
        let text = money(i18n, last.total_payment());
        facts.push((tu_string!(i18n, credit.facts.last_payment), text));
        let text = short_date_text(i18n, last.payment_date).into_any();
        facts.push((tu_string!(i18n, credit.facts.last_date), text));
    }
    let method = method_label(i18n, terms.schedule_method).into_any();
    facts.push((tu_string!(i18n, credit.facts.method), method));

    fact_list(facts)
}

/// The schedule of a result; a long one is shortened until the user expands it.
pub(super) fn outcome_schedule(outcome: &Outcome, shows_all: RwSignal<bool>) -> AnyView {
    let i18n = use_i18n();
    let lines: Vec<_> = outcome.lines.iter().map(ScheduleLine::from).collect();
    let first = (!shows_all.get()).then_some(FIRST_LINES);
    let product = outcome.terms.product_type;
    let toggle = (lines.len() > FIRST_LINES + 2).then(|| {
        view! {
            <label class="choice">
                <input
                    type="checkbox"
                    prop:checked=shows_all.get_untracked()
                    on:change=move |event| shows_all.set(event_target_checked(&event))
                />
                <span>{tu_string!(i18n, credit.schedule.show_all)}</span>
            </label>
        }
        .into_any()
    });
    let (stage, reader) = (Stage::Planned, Reader::House);
    let options = TableOptions { product, lines: &lines, stage, first, today: None, reader };

    view! { <div class="stack-tight">{schedule_table(options)} {toggle}</div> }.into_any()
}

/// The result for one product: its totals, its ownership and its schedule.
pub(super) fn outcome_view(outcome: &Outcome, shows_all: RwSignal<bool>) -> AnyView {
    let i18n = use_i18n();
    let facts = outcome_facts(i18n, outcome);
    let curve = ownership_curve(std::slice::from_ref(outcome));
    let card = Card::new("outcome", tu_string!(i18n, credit.new.preview)).body((facts, curve));
    (card, outcome_schedule(outcome, shows_all)).into_any()
}

/// The reasons why there is no schedule yet.
pub(super) fn problems(error: &Error) -> AnyView {
    let i18n = use_i18n();
    let errors = &error.problem().errors;
    let lines: Vec<_> = if errors.is_empty() {
        vec![view! { <li>{words::message(error.code(), &error.problem().message)}</li> }.into_any()]
    } else {
        errors
            .iter()
            .map(|error| {
                let name = figure_name(i18n, &error.field);
                view! { <li>{name} ": " {words::field_message(error)}</li> }.into_any()
            })
            .collect()
    };

    view! {
        <Notice tone=Tone::Neutral title=tu_string!(i18n, credit.new.not_yet)>
            <ul>{lines}</ul>
        </Notice>
    }
    .into_any()
}

/// The label of a figure.
fn figure_name(i18n: Language, field: &str) -> String {
    let name = match field {
        "assetCost" => tu_string!(i18n, credit.form.asset_cost),
        "downPayment" => tu_string!(i18n, credit.form.down_payment),
        "rate" => tu_string!(i18n, credit.form.rate),
        "fixedTotalProfit" => tu_string!(i18n, credit.form.profit),
        "termPeriods" => tu_string!(i18n, credit.form.term),
        "periodsPerYear" => tu_string!(i18n, credit.form.rhythm),
        "scheduleMethod" => tu_string!(i18n, credit.form.method),
        other => other,
    };
    name.to_owned()
}
