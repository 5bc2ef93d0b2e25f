//! The results of the same figures for each product, side by side.

use chrono::NaiveDate;
use leptos::prelude::*;
use shared::Result;
use shared::credit::rounding::InstalmentUnit;
use shared::credit::vocabulary::ProductType;
use shared::currency::Currency;

use super::curve::ownership_curve;
use super::figure_fields::{Naming, typed_figures};
use super::figures::{Figures, Outcome};
use super::label::{product_label, product_text};
use super::preview::{outcome_facts, outcome_schedule, problems};
use crate::i18n::{tu_string, use_i18n};
use crate::return_path::encode;
use crate::ui::badge::Tone;
use crate::ui::card::Card;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::notice::notice;

/// The id of the form with the figures.
pub(super) const FORM_ID: &str = "figures";

/// The results of the figures for each product.
///
/// * `figures`: the initial input.
/// * `product`: the product whose schedule is shown first.
/// * `start`: the assumed start date of the facilities.
/// * `unit`: the unit of the instalments of new facilities.
/// * `currency`: the currency of the organization.
/// * `may_create`: true if the user may create a facility from the figures.
#[island]
pub(super) fn Simulator(
    figures: Figures,
    product: ProductType,
    start: NaiveDate,
    unit: InstalmentUnit,
    currency: Currency,
    may_create: bool,
) -> impl IntoView {
    provide_context(currency);
    let i18n = use_i18n();
    let figures = typed_figures(FORM_ID, Naming::Plain, figures);
    let product = RwSignal::new(product);
    let outcomes = Memo::new(move |_| outcomes(&figures.read(), start, unit));
    let shows_all = RwSignal::new(false);
    view! {
        <div class="stack" aria-live="polite">
            {move || {
                if figures.read().is_blank() {
                    return start_notice(i18n);
                }
                let display = DisplayState { product, shows_all, may_create };
                side_by_side(&outcomes.get(), &figures.read(), display)
            }}
        </div>
    }
    .into_any()
}

/// The state of the display.
#[derive(Clone, Copy, Debug)]
struct DisplayState {
    /// The product whose schedule is shown.
    product: RwSignal<ProductType>,
    /// True if all lines of the schedule are shown.
    shows_all: RwSignal<bool>,
    /// True if the user may create a facility from the figures.
    may_create: bool,
}

/// The results for the products, in their order.
fn outcomes(
    figures: &Figures,
    start: NaiveDate,
    unit: InstalmentUnit,
) -> Vec<(ProductType, Result<Outcome>)> {
    let outcome = |product: &ProductType| (*product, figures.outcome(*product, start, unit));
    ProductType::ALL.iter().map(outcome).collect()
}

fn start_notice(i18n: Language) -> AnyView {
    notice(
        Tone::Accent,
        tu_string!(i18n, credit.simulator.start),
        tu_string!(i18n, credit.simulator.start_text),
    )
}

/// A card for each product, the chart, and the schedule of one product.
fn side_by_side(
    outcomes: &[(ProductType, Result<Outcome>)],
    figures: &Figures,
    display: DisplayState,
) -> AnyView {
    let i18n = use_i18n();
    let DisplayState { product, shows_all, may_create } = display;
    let cards: Vec<_> = outcomes
        .iter()
        .map(|(product, outcome)| product_card(i18n, *product, outcome, (figures, may_create)))
        .collect();
    let worked: Vec<_> = outcomes.iter().filter_map(|(_, outcome)| outcome.clone().ok()).collect();
    let curve = (!worked.is_empty()).then(|| {
        Card::new("curve", tu_string!(i18n, credit.curve.title)).body(ownership_curve(&worked))
    });
    let chosen = product.get();
    let schedule = worked.iter().find(|outcome| outcome.terms.product_type == chosen);
    let schedule = schedule.map(|outcome| outcome_schedule(outcome, shows_all));

    view! {
        <div class="products">{cards}</div>
        {curve}
        <section class="stack" aria-labelledby="schedule">
            <div class="cluster">
                <h2 id="schedule">{tu_string!(i18n, credit.schedule.title)}</h2>
                {segments(i18n, product, figures)}
            </div>
            {schedule}
        </section>
    }
    .into_any()
}

/// The product selection of the schedule, as links that work without JavaScript.
fn segments(i18n: Language, chosen: RwSignal<ProductType>, figures: &Figures) -> AnyView {
    let links: Vec<_> = ProductType::ALL
        .iter()
        .map(|&product| {
            let choose = move |event: leptos::ev::MouseEvent| {
                event.prevent_default();
                chosen.set(product);
            };
            let current = (chosen.get() == product).then_some("true");
            view! {
                <a
                    class="segment"
                    data-noscroll=""
                    href=address("/credit/simulate", figures, product)
                    aria-current=current
                    on:click=choose
                >
                    {product_label(i18n, product)}
                </a>
            }
            .into_any()
        })
        .collect();

    view! {
        <div class="segments" role="group" aria-label=tu_string!(i18n, credit.list.product)>
            {links}
        </div>
    }
    .into_any()
}

fn product_card(
    i18n: Language,
    product: ProductType,
    outcome: &Result<Outcome>,
    (figures, may_create): (&Figures, bool),
) -> AnyView {
    let content = match outcome {
        Ok(outcome) => outcome_facts(i18n, outcome),
        Err(error) => problems(error),
    };
    let id = format!("product-{product}");
    let name = product_label(i18n, product);
    let structure = may_create.then(|| {
        view! {
            <a class="button" href=address("/credit/new", figures, product)>
                <Icon name=IconName::ArrowRight class="icon-mirror"/>
                {tu_string!(i18n, credit.simulator.structure)}
                <span class="visually-hidden">{name}</span>
            </a>
        }
    });
    let links = outcome.is_ok().then(|| {
        view! {
            <div class="card-foot">
                {structure}
                <a
                    class="button button-quiet"
                    href=address("/credit/simulate/sheet", figures, product)
                >
                    {tu_string!(i18n, credit.disclosure.title)}
                    <span class="visually-hidden">{name}</span>
                </a>
            </div>
        }
        .into_any()
    });

    Card::new(id, name).class("card product").with(view! {
        <div class="card-body">
            <p class="muted">{product_text(i18n, product)}</p>
            {content}
        </div>
        {links}
    })
}

/// The address of a page that starts with these figures.
pub(super) fn address(path: &str, figures: &Figures, product: ProductType) -> String {
    let values = [
        ("asset_cost", figures.asset_cost.as_str()),
        ("down_payment", &figures.down_payment),
        ("rate", &figures.rate),
        ("fixed_total_profit", &figures.fixed_total_profit),
        ("term_periods", &figures.term_periods),
        ("periods_per_year", &figures.periods_per_year),
        ("schedule_method", &figures.schedule_method),
        ("product", product.as_str()),
    ];
    let parts: Vec<_> = values
        .into_iter()
        .filter(|(_, text)| !text.trim().is_empty())
        .map(|(name, text)| format!("{name}={}", encode(text.trim())))
        .collect();
    format!("{path}?{}", parts.join("&"))
}
