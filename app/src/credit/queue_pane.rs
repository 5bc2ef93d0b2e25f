//! The selected facility: its figures, the actions, and its previous steps.

use leptos::prelude::*;
use shared::credit::facility::Facility;
use shared::credit::journal::FacilityEvent;
use shared::credit::vocabulary::FacilityStatus;
use shared::money::Money;

use super::facility_page::{actions_card, approval_steps, terms};
use super::label::{product_label, status_badge, status_label};
use super::queue_page_data::Chosen;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::Tone;
use crate::ui::card::Card;
use crate::ui::facts::plain_facts;
use crate::ui::label::Language;
use crate::ui::money::money;
use crate::ui::notice::notice;

/// The facility, the available actions, and the previous decisions.
///
/// * `then`: the page shown after an action.
pub(super) fn pane(chosen: Chosen, then: &str) -> AnyView {
    let i18n = use_i18n();
    let Chosen { facility, total_profit, total_payment, steps } = chosen;
    // The terms of a murabaha already include its profit.
    let total_profit = total_profit.filter(|_| facility.fixed_total_profit.is_none());
    let totals = [
        (tu_string!(i18n, credit.facts.total_profit), total_profit),
        (tu_string!(i18n, credit.facts.total_payment), total_payment),
    ];
    let acts = if facility.status.waits_for_decision() {
        actions_card(i18n, &facility, then)
    } else {
        elsewhere(i18n, facility.status)
    };

    view! {
        <div class="stack" id="chosen">
            {figures(i18n, &facility, totals)}
            {acts}
            {before(i18n, &facility, steps)}
        </div>
    }
    .into_any()
}

/// The figures for the decision.
fn figures(
    i18n: Language,
    facility: &Facility,
    totals: [(&'static str, Option<Money>); 2],
) -> AnyView {
    let mut facts = vec![
        (tu_string!(i18n, credit.form.description), facility.asset.description.clone().into_any()),
        (tu_string!(i18n, credit.facts.amount), money(i18n, facility.facility_amount)),
    ];
    facts.extend(terms(i18n, facility));
    let totals = totals.into_iter().filter_map(|(term, total)| Some((term, total?)));
    facts.extend(totals.map(|(term, total)| (term, money(i18n, total))));
    let address = format!("/credit/{}", facility.facility_ref);
    let customer = format!("/customers/{}", facility.customer_id);

    view! {
        <section class="card" aria-labelledby="chosen-title">
            <div class="card-head">
                <div class="cluster">
                    <h2 id="chosen-title">{facility.facility_ref.clone()}</h2>
                    {status_badge(i18n, facility.status)}
                </div>
                <a href=address>{tu_string!(i18n, credit.queue.open)}</a>
            </div>
            <div class="card-body">
                <p>
                    <a href=customer>{facility.customer_name.clone()}</a>
                    " · "
                    {product_label(i18n, facility.product_type)}
                </p>
                {plain_facts(facts)}
            </div>
        </section>
    }
    .into_any()
}

/// The message for a facility that is no longer pending.
fn elsewhere(i18n: Language, status: FacilityStatus) -> AnyView {
    let status = status_label(i18n, status);
    let text = tu_string!(i18n, credit.queue.elsewhere_text, status = status);
    notice(Tone::Neutral, tu_string!(i18n, credit.queue.elsewhere), text)
}

/// The previous steps with their actors.
fn before(i18n: Language, facility: &Facility, steps: Vec<FacilityEvent>) -> AnyView {
    Card::new("before", tu_string!(i18n, credit.queue.before)).body(approval_steps(
        i18n,
        &facility.facility_ref,
        steps,
    ))
}
