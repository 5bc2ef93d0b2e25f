//! The three products side by side for the same asset. Nothing is written; in the browser the
//! figures follow what is typed, without it the address holds them.

use chrono::NaiveDate;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use shared::Result;
use shared::credit::vocabulary::ProductType;
use shared::permission::Permission;

use super::area::{Area, credit_tabs};
use super::curve::ownership_curve;
use super::figure_fields::{FigureFields, Naming, typed_figures};
use super::figures::{Figures, Outcome};
use super::label::{product_label, product_text};
use super::preview::{outcome_facts, outcome_schedule, problems};
use crate::i18n::{tu_string, use_i18n};
use crate::return_path::encode;
use crate::session::{may, use_me};
#[cfg(feature = "ssr")]
use crate::shell::program::{Program, program};
use crate::ui::badge::Tone;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::notice::Notice;
use crate::ui::page::page_head;
use crate::ui::query::{QueryAddress, QueryForm};
use crate::ui::time::{local_time, now};

/// The figures as an address has them.
pub(super) const FIGURES: &[&str] = &[
    "asset_cost",
    "down_payment",
    "rate",
    "fixed_total_profit",
    "term_periods",
    "periods_per_year",
    "schedule_method",
    "product",
];

const FORM_ID: &str = "figures";
const FORM: QueryForm = QueryForm { path: "/credit/simulate", names: FIGURES };

/// The figures of an address.
pub(super) fn figures_of(address: &QueryAddress) -> Figures {
    Figures::read(|name| address.text(name).map(str::to_owned))
}

/// Today, where the organization is.
pub(super) fn today() -> NaiveDate {
    local_time(now(), &use_me().time_zone).date()
}

/// The page at `/credit/simulate`.
#[component]
pub fn SimulatorPage() -> impl IntoView {
    let i18n = use_i18n();
    let address = FORM.read(&use_query_map().get_untracked());
    let figures = figures_of(&address);
    let product = address.value("product").unwrap_or(ProductType::Murabaha);
    let title = tu_string!(i18n, credit.simulator.title);

    view! {
        <Title text=title/>
        <div class="page">
            {page_head(title.to_owned(), tu_string!(i18n, credit.simulator.lead), Vec::new())}
            {credit_tabs(Area::Simulator)}
            {form(i18n, figures.clone(), product)}
            <Simulator
                figures
                product
                start=today()
                may_create=may(Permission::CreditCreate)
            />
        </div>
        {program(Program::Credit)}
    }
    .into_any()
}

/// What each product makes of the figures.
///
/// * `figures`: as the page starts.
/// * `product`: whose schedule is shown at first.
/// * `start`: the day on which the facilities would start.
/// * `may_create`: whether the reader may make a facility of them.
#[island]
fn Simulator(
    figures: Figures,
    product: ProductType,
    start: NaiveDate,
    may_create: bool,
) -> impl IntoView {
    let i18n = use_i18n();
    let figures = typed_figures(FORM_ID, Naming::Plain, figures);
    let product = RwSignal::new(product);
    let outcomes = Memo::new(move |_| outcomes(&figures.read(), start));
    let shows_all = RwSignal::new(false);
    view! {
        <div class="stack" aria-live="polite">
            {move || {
                if figures.read().is_blank() {
                    return start_notice(i18n);
                }
                let shown = Shown { product, shows_all, may_create };
                side_by_side(&outcomes.get(), &figures.read(), shown)
            }}
        </div>
    }
    .into_any()
}

/// What of the outcomes is shown.
#[derive(Clone, Copy, Debug)]
struct Shown {
    /// Whose schedule.
    product: RwSignal<ProductType>,
    /// Whether all of its rows.
    shows_all: RwSignal<bool>,
    /// Whether a facility can be made of them.
    may_create: bool,
}

/// The outcomes of the products, in their order.
fn outcomes(figures: &Figures, start: NaiveDate) -> Vec<(ProductType, Result<Outcome>)> {
    let outcome = |product: &ProductType| (*product, figures.outcome(*product, start));
    ProductType::ALL.iter().map(outcome).collect()
}

fn form(i18n: Language, figures: Figures, product: ProductType) -> AnyView {
    // No field of this form chooses it; an address may.
    let method = figures.schedule_method.clone();
    let method = (!method.is_empty())
        .then(|| view! { <input type="hidden" name="schedule_method" value=method/> }.into_any());
    let fields = FigureFields { figures, naming: Naming::Plain };
    view! {
        <form
            class="card"
            id=FORM_ID
            aria-label=tu_string!(i18n, credit.simulator.figures)
            action=FORM.path
        >
            <div class="card-body form">
                <div class="form-grid">
                    {fields.amounts(i18n)} {fields.rate(i18n)} {fields.profit(i18n)}
                    {fields.term(i18n)}
                </div>
            </div>
            <div class="card-foot">
                {method}
                <input type="hidden" name="product" value=product.as_str()/>
                <button class="button" type="submit">
                    {tu_string!(i18n, credit.simulator.keep)}
                </button>
                <p class="field-hint">{tu_string!(i18n, credit.simulator.keep_text)}</p>
            </div>
        </form>
    }
    .into_any()
}

fn start_notice(i18n: Language) -> AnyView {
    view! {
        <Notice tone=Tone::Accent title=tu_string!(i18n, credit.simulator.start)>
            <p>{tu_string!(i18n, credit.simulator.start_text)}</p>
        </Notice>
    }
    .into_any()
}

/// A card for each product, the curves, and the schedule of one.
fn side_by_side(
    outcomes: &[(ProductType, Result<Outcome>)],
    figures: &Figures,
    shown: Shown,
) -> AnyView {
    let i18n = use_i18n();
    let Shown { product, shows_all, may_create } = shown;
    let cards: Vec<_> = outcomes
        .iter()
        .map(|(product, outcome)| product_card(i18n, *product, outcome, (figures, may_create)))
        .collect();
    let worked: Vec<_> = outcomes.iter().filter_map(|(_, outcome)| outcome.clone().ok()).collect();
    let curve = (!worked.is_empty()).then(|| {
        view! {
            <section class="card" aria-labelledby="curve">
                <div class="card-head">
                    <h2 id="curve">{tu_string!(i18n, credit.curve.title)}</h2>
                </div>
                <div class="card-body">{ownership_curve(&worked)}</div>
            </section>
        }
        .into_any()
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

/// Which product's schedule is shown: links, so that it can be chosen without JavaScript too.
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
    let labelled_by = id.clone();
    let structure = (outcome.is_ok() && may_create).then(|| {
        view! {
            <div class="card-foot">
                <a class="button" href=address("/credit/new", figures, product)>
                    <Icon name=IconName::ArrowRight class="icon-mirror"/>
                    {tu_string!(i18n, credit.simulator.structure)}
                    <span class="visually-hidden">{product_label(i18n, product)}</span>
                </a>
            </div>
        }
        .into_any()
    });

    view! {
        <section class="card product" aria-labelledby=labelled_by>
            <div class="card-head">
                <h2 id=id>{product_label(i18n, product)}</h2>
            </div>
            <div class="card-body">
                <p class="muted">{product_text(i18n, product)}</p>
                {content}
            </div>
            {structure}
        </section>
    }
    .into_any()
}

/// The address of a page that starts from these figures.
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

#[cfg(test)]
mod tests {
    use super::*;
    use leptos_router::params::ParamsMap;

    #[test]
    fn an_address_gives_the_figures_back() {
        let figures = Figures {
            asset_cost: "1,200,000".to_owned(),
            rate: "6 %".to_owned(),
            term_periods: "120".to_owned(),
            ..Figures::default()
        };
        let text = address("/credit/new", &figures, ProductType::Ijarah);
        assert_eq!(
            text,
            "/credit/new?asset_cost=1%2C200%2C000&rate=6%20%25&term_periods=120\
             &periods_per_year=12&product=ijarah"
        );
        let mut query = ParamsMap::new();
        query.insert("asset_cost", "1,200,000".to_owned());
        query.insert("rate", "6 %".to_owned());
        query.insert("term_periods", "120".to_owned());
        assert_eq!(figures_of(&FORM.read(&query)), figures);
    }
}
