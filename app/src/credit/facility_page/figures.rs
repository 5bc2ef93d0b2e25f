//! The figures of a facility that its readers need most, each in a tile.

use leptos::prelude::*;
use shared::credit::facility::Facility;
use shared::credit::vocabulary::ProductType;

use crate::credit::label::bucket_label;
use crate::credit::schedule_table::percent_text;
use crate::i18n::tu_string;
use crate::ui::label::Language;
use crate::ui::money::money;
use crate::ui::time::{days_text, short_date_text};

/// One figure, and a line below it.
struct Tile {
    label: &'static str,
    figure: AnyView,
    below: Option<AnyView>,
    is_alarming: bool,
}

impl Tile {
    fn new(label: &'static str, figure: impl IntoView + 'static) -> Self {
        Self { label, figure: figure.into_any(), below: None, is_alarming: false }
    }

    fn below(self, view: impl IntoView + 'static) -> Self {
        Self { below: Some(view.into_any()), ..self }
    }

    fn alarming(self) -> Self {
        Self { is_alarming: true, ..self }
    }

    fn view(self) -> AnyView {
        let below = self.below.map(|below| view! { <dd class="table-sub">{below}</dd> });
        let tone = self.is_alarming.then_some("danger");
        view! {
            <div class="facility-tile" data-tone=tone>
                <dt>{self.label}</dt>
                <dd class="facility-figure">{self.figure}</dd>
                {below}
            </div>
        }
        .into_any()
    }
}

/// The figures: what is owed and when, or what is financed before the activation.
pub(super) fn figures(i18n: Language, facility: &Facility) -> AnyView {
    let owed = if facility.status.is_live() {
        live_tiles(i18n, facility)
    } else {
        planned_tiles(i18n, facility)
    };
    let tiles: Vec<_> = owed.into_iter().chain(ownership(i18n, facility)).map(Tile::view).collect();
    view! { <dl class="facility-tiles">{tiles}</dl> }.into_any()
}

fn live_tiles(i18n: Language, facility: &Facility) -> Vec<Tile> {
    let outstanding = Tile::new(
        tu_string!(i18n, credit.facts.outstanding),
        money(i18n, facility.outstanding_principal),
    );
    let owed =
        Tile::new(total_owed_label(i18n, facility.product_type), money(i18n, facility.total_owed));
    let next = facility.next_due.map(|due| {
        Tile::new(tu_string!(i18n, credit.facts.next_due), money(i18n, due.amount))
            .below(short_date_text(i18n, due.date))
    });
    vec![outstanding, owed].into_iter().chain(next).chain([past_due(i18n, facility)]).collect()
}

/// The days past due, with the amount in arrears.
fn past_due(i18n: Language, facility: &Facility) -> Tile {
    let label = tu_string!(i18n, credit.facts.past_due);
    if facility.days_past_due == 0 {
        return Tile::new(label, bucket_label(i18n, facility.bucket));
    }
    let tile = Tile::new(label, days_text(i18n, facility.days_past_due.into())).alarming();
    if !facility.arrears.is_positive() {
        return tile;
    }
    let arrears = money(i18n, facility.arrears);
    tile.below(view! { {tu_string!(i18n, credit.facts.arrears)} " " {arrears} })
}

fn planned_tiles(i18n: Language, facility: &Facility) -> Vec<Tile> {
    let amount =
        Tile::new(tu_string!(i18n, credit.facts.amount), money(i18n, facility.facility_amount));
    let price = if let Some(profit) = facility.fixed_total_profit {
        Some(Tile::new(tu_string!(i18n, credit.facts.fixed_profit), money(i18n, profit)))
    } else {
        facility.rate.map(|rate| {
            let text = tu_string!(i18n, credit.facts.rate_text, rate = rate.to_string());
            Tile::new(tu_string!(i18n, credit.facts.rate), text)
        })
    };
    let (count, year) = (facility.term_periods, facility.periods_per_year);
    let term = tu_string!(i18n, credit.facts.term_text, count = count, year = year);
    let term = Tile::new(tu_string!(i18n, credit.facts.term), term);
    std::iter::once(amount).chain(price).chain([term]).collect()
}

/// The shares of ownership in the asset, once its seller no longer owns it.
fn ownership(i18n: Language, facility: &Facility) -> Option<Tile> {
    let house = facility.provider_ownership_pct.filter(|_| facility.activated_at.is_some())?;
    let width = house.hundredths().to_string();
    let rest = house.rest().hundredths().to_string();
    let text = tu_string!(
        i18n,
        credit.facts.split,
        house = percent_text(house),
        customer = percent_text(house.rest()),
    );
    let chart = view! {
        <svg
            class="chart ownership"
            viewBox="0 0 10000 400"
            preserveAspectRatio="none"
            aria-hidden="true"
        >
            <rect class="chart-bar" x="0" y="0" height="400" width=width.clone()></rect>
            <rect class="chart-track" x=width y="0" height="400" width=rest></rect>
        </svg>
    };
    Some(Tile::new(tu_string!(i18n, credit.facts.asset), chart).below(text))
}

/// The label of the total owed: the price of a murabaha, otherwise principal and rent due.
pub(crate) fn total_owed_label(i18n: Language, product: ProductType) -> &'static str {
    match product {
        ProductType::Murabaha => tu_string!(i18n, credit.facts.price_owed),
        ProductType::Ijarah | ProductType::DiminishingMusharakah => {
            tu_string!(i18n, credit.facts.total_owed)
        }
    }
}
