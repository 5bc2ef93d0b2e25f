//! The disclosure sheet of simulated terms: what a customer would pay, for printing.

use leptos::prelude::*;
use shared::Error;
use shared::credit::rounding::InstalmentUnit;
use shared::credit::schedule::{ScheduleLine, Terms};
use shared::credit::simulation::{SimulatedSchedule, SimulationInput};
use shared::credit::vocabulary::ProductType;

use super::figures::Figures;
use super::label::{method_label, product_label};
use super::preview::problems;
use super::simulator::address;
use super::simulator_page::{FIGURES, figures_of, today};
use crate::error::{UiError, UiResult, status_of};
use crate::i18n::{tu_string, use_i18n};
use crate::server::{caller, service};
use crate::session::use_me;
use crate::ui::card::Card;
use crate::ui::facts::{fact_list, plain_facts};
use crate::ui::label::Language;
use crate::ui::letterhead::print_button;
use crate::ui::money::money;
use crate::ui::page::{PageHead, found};
use crate::ui::query::QueryForm;
use crate::ui::time::date_text;

const FORM: QueryForm = QueryForm { path: "/credit/simulate/sheet", names: FIGURES };

/// The terms and the schedule that the service computes for them.
struct Sheet {
    terms: Terms,
    schedule: SimulatedSchedule,
}

/// The page at `/credit/simulate/sheet`.
#[component]
pub fn DisclosurePage() -> impl IntoView {
    let query = FORM.current();
    let figures = figures_of(&query);
    let product = query.value("product").unwrap_or(ProductType::Murabaha);
    let back = address("/credit/simulate", &figures, product);
    found(simulated(figures, product), move |sheet| page_view(back, sheet))
}

/// The sheet, or the reasons why the figures allow no schedule.
async fn simulated(figures: Figures, product: ProductType) -> UiResult<Result<Sheet, Error>> {
    match simulate(&figures, product).await {
        Ok(sheet) => Ok(Ok(sheet)),
        Err(error) if status_of(&error) == 400 => Ok(Err(error)),
        Err(error) => Err(UiError(error)),
    }
}

async fn simulate(figures: &Figures, product: ProductType) -> shared::Result<Sheet> {
    let terms = figures.terms(product, InstalmentUnit::default())?;
    let input = SimulationInput {
        product_type: Some(product),
        asset_cost: terms.asset_cost,
        down_payment: terms.asset_cost.minus(terms.facility_amount).unwrap_or_default(),
        rate: terms.rate,
        term_periods: terms.term_periods,
        periods_per_year: terms.periods_per_year,
        fixed_total_profit: terms.fixed_total_profit,
        schedule_method: Some(terms.schedule_method),
        ..SimulationInput::default()
    };
    let simulation = service()?.facilities().simulate(&caller()?, input).await?;
    let schedule = simulation.schedules.into_iter().next();
    let schedule = schedule.ok_or_else(|| Error::not_found("Schedule"))?;
    Ok(Sheet { terms, schedule })
}

fn page_view(back: String, sheet: Result<Sheet, Error>) -> AnyView {
    let i18n = use_i18n();
    let title = tu_string!(i18n, credit.disclosure.title);
    let (print, content) = match sheet {
        Ok(sheet) => (Some(print_button(i18n)), sheet_view(i18n, &sheet)),
        Err(error) => (None, problems(&error)),
    };
    PageHead::new(title, "")
        .printed()
        .below(back, tu_string!(i18n, credit.simulator.title), title)
        .actions(print)
        .page(content)
}

fn sheet_view(i18n: Language, sheet: &Sheet) -> AnyView {
    let product = product_label(i18n, sheet.terms.product_type);
    let parties = [
        (tu_string!(i18n, credit.quote.house), use_me().organization_name),
        (tu_string!(i18n, credit.disclosure.prepared), date_text(i18n, today())),
    ];
    Card::new("sheet", product).class("card quote-sheet").body(view! {
        {plain_facts(parties)}
        {fact_list(cost_facts(i18n, sheet))}
        {fact_list(instalment_facts(i18n, sheet))}
        <p>{tu_string!(i18n, credit.disclosure.note)}</p>
    })
}

/// The price of the asset, the profit, and the total.
fn cost_facts(i18n: Language, sheet: &Sheet) -> Vec<(&'static str, AnyView)> {
    let Sheet { terms, schedule } = sheet;
    let down = terms.asset_cost.minus(terms.facility_amount).unwrap_or_default();
    let mut facts = vec![
        (tu_string!(i18n, credit.facts.asset_cost), money(i18n, terms.asset_cost)),
        (tu_string!(i18n, credit.facts.down_payment), money(i18n, down)),
        (tu_string!(i18n, credit.facts.amount), money(i18n, schedule.facility_amount)),
    ];
    if let Some(rate) = terms.rate {
        let text = tu_string!(i18n, credit.facts.rate_text, rate = rate.to_string());
        facts.push((tu_string!(i18n, credit.facts.rate), text.into_any()));
    }
    facts.push((tu_string!(i18n, credit.facts.total_profit), money(i18n, schedule.total_profit)));
    facts.push((tu_string!(i18n, credit.facts.total_payment), money(i18n, schedule.total_payment)));
    facts
}

/// The number, the amounts and the dates of the instalments.
fn instalment_facts(i18n: Language, sheet: &Sheet) -> Vec<(&'static str, AnyView)> {
    let Sheet { terms, schedule } = sheet;
    let (count, year) = (terms.term_periods, terms.periods_per_year);
    let term = tu_string!(i18n, credit.facts.term_text, count = count, year = year);
    let method = method_label(i18n, schedule.schedule_method);
    let mut facts = vec![
        (tu_string!(i18n, credit.facts.term), term.into_any()),
        (tu_string!(i18n, credit.facts.method), method.into_any()),
    ];
    let date = |line: &ScheduleLine| date_text(i18n, line.payment_date).into_any();
    if let (Some(first), Some(last)) = (schedule.lines.first(), schedule.lines.last()) {
        facts.extend([
            (tu_string!(i18n, credit.facts.first_payment), money(i18n, first.total_payment)),
            (tu_string!(i18n, credit.facts.last_payment), money(i18n, last.total_payment)),
            (tu_string!(i18n, credit.disclosure.first_date), date(first)),
            (tu_string!(i18n, credit.facts.last_date), date(last)),
        ]);
    }
    facts
}
