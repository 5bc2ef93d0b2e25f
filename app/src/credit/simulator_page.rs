//! The three products side by side for the same asset. Nothing is saved. The results follow the
//! input; without JavaScript the address holds the figures.

use chrono::NaiveDate;
use leptos::prelude::*;
use shared::credit::rounding::InstalmentUnit;
use shared::credit::vocabulary::ProductType;
use shared::permission::Permission;

use super::area::{Area, credit_tabs};
use super::figure_fields::{FigureFields, Naming};
use super::figures::Figures;
use super::simulator::{FORM_ID, Simulator};
use crate::i18n::{tu_string, use_i18n};
use crate::session::{may, use_me};
use crate::shell::program::{Program, program};
use crate::ui::button::submit_button;
use crate::ui::label::Language;
use crate::ui::money::use_currency;
use crate::ui::page::PageHead;
use crate::ui::query::{QueryAddress, QueryForm};
use crate::ui::time::{local_time, now};

/// The query parameters of the figures.
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

const FORM: QueryForm = QueryForm { path: "/credit/simulate", names: FIGURES };

/// The figures in an address.
pub(super) fn figures_of(address: &QueryAddress) -> Figures {
    Figures::read(|name| address.text(name).map(str::to_owned))
}

/// Today in the time zone of the organization.
pub(super) fn today() -> NaiveDate {
    local_time(now(), &use_me().time_zone).date()
}

/// The unit of the instalments of new facilities.
pub(super) fn instalment_unit() -> InstalmentUnit {
    let me = use_me();
    InstalmentUnit::of(me.instalment_rounding, &me.currency)
}

/// The page at `/credit/simulate`.
#[component]
pub fn SimulatorPage() -> impl IntoView {
    let i18n = use_i18n();
    let address = FORM.current();
    let figures = figures_of(&address);
    let product = address.value("product").unwrap_or(ProductType::Murabaha);
    let form = form(i18n, figures.clone(), product);
    let may_create = may(Permission::CreditCreate);
    let unit = instalment_unit();
    let currency = use_currency();
    let simulator = view! { <Simulator figures product start=today() unit currency may_create/> };
    let title = tu_string!(i18n, credit.simulator.title);
    let page = PageHead::new(title, tu_string!(i18n, credit.simulator.lead)).page((
        credit_tabs(Area::Simulator),
        form,
        simulator,
    ));
    (page, program(Program::Credit)).into_any()
}

fn form(i18n: Language, figures: Figures, product: ProductType) -> AnyView {
    // The form has no field for the method, but an address may contain one.
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
                {submit_button(tu_string!(i18n, credit.simulator.keep))}
                <p class="field-hint">{tu_string!(i18n, credit.simulator.keep_text)}</p>
            </div>
        </form>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::credit::simulator::address;
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
