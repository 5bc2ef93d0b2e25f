//! The settlement quote for a day, for reading and printing.

use leptos::prelude::*;
use leptos_meta::Title;
use shared::credit::facility::Facility;
use shared::credit::servicing::Quote;

use super::label::{product_label, status_label};
use super::payment_preview::refused;
use super::payment_tables::quote_parts;
use super::{QuotePageData, quote_page_data};
use crate::i18n::{tu_string, use_i18n};
use crate::session::use_me;
use crate::ui::badge::Tone;
use crate::ui::button::{button_link, submit_button};
use crate::ui::card::Card;
use crate::ui::crumbs::Crumbs;
use crate::ui::facts::plain_facts;
use crate::ui::filter::day_field;
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::letterhead::{letterhead, print_button};
use crate::ui::money::hidden_digits;
use crate::ui::notice::notice;
use crate::ui::page::found;
use crate::ui::query::{parameter, path_part};
use crate::ui::time::short_date_text;

/// The page at `/credit/:reference/quote`.
#[component]
pub fn QuotePage() -> impl IntoView {
    requested_quote(|data| page_view(&data))
}

/// Loads the quote of the facility and the day in the address.
pub(super) fn requested_quote(
    view: impl FnOnce(QuotePageData) -> AnyView + Send + 'static,
) -> AnyView {
    let day: Option<String> = parameter("asOf");
    let as_of = day.and_then(|day| day.trim().parse().ok());
    found(quote_page_data(path_part("reference"), as_of), view)
}

fn page_view(data: &QuotePageData) -> AnyView {
    let i18n = use_i18n();
    let QuotePageData { facility, as_of, quote } = data;
    let title = tu_string!(i18n, credit.quote.page);
    let address = format!("/credit/{}", facility.facility_ref);
    let actions = matches!(quote, Some(Ok(_))).then(|| {
        let letter = format!("{address}/quote/letter?asOf={as_of}");
        view! {
            <div class="button-row">
                {button_link(letter, IconName::FileText, tu_string!(i18n, credit.letter.title))}
                {print_button(i18n)}
            </div>
        }
        .into_any()
    });
    let days = quote.as_ref().map(|_| day_form(i18n, format!("{address}/quote"), *as_of));

    view! {
        <Title text=title/>
        <div class="page">
            {letterhead()}
            <div class="page-head">
                <div class="page-head-text">
                    <Crumbs
                        address
                        parent=facility.facility_ref.clone()
                        current=title
                    />
                    <h1>{title}</h1>
                    <p class="no-print">{tu_string!(i18n, credit.quote.lead)}</p>
                </div>
                {actions}
            </div>
            {days}
            {quote_or_reason(i18n, data, sheet)}
        </div>
    }
    .into_any()
}

/// The GET form for the day of the quote.
fn day_form(i18n: Language, address: String, as_of: chrono::NaiveDate) -> AnyView {
    view! {
        <form class="filters quote-day no-print" action=address>
            {day_field("asOf", tu_string!(i18n, credit.quote.day), as_of.to_string())}
            <div class="button-row">
                {submit_button(tu_string!(i18n, credit.quote.show))}
            </div>
        </form>
    }
    .into_any()
}

/// The quote, or the reason why there is none.
pub(super) fn quote_or_reason(
    i18n: Language,
    data: &QuotePageData,
    sheet: fn(Language, &Facility, &Quote) -> AnyView,
) -> AnyView {
    match &data.quote {
        None => no_quote(i18n, &data.facility),
        Some(Err(error)) => refused(i18n, tu_string!(i18n, credit.quote.refused), error),
        Some(Ok(quote)) => sheet(i18n, &data.facility, quote),
    }
}

fn no_quote(i18n: Language, facility: &Facility) -> AnyView {
    let status = status_label(i18n, facility.status);
    let text = tu_string!(i18n, credit.quote.none_text, status = status);
    notice(Tone::Neutral, tu_string!(i18n, credit.quote.none), text)
}

/// The parties and the subject of a quote.
pub(super) fn parties(i18n: Language, facility: &Facility) -> AnyView {
    plain_facts([
        (tu_string!(i18n, credit.quote.house), use_me().organization_name),
        (tu_string!(i18n, credit.list.customer), facility.customer_name.clone()),
        (tu_string!(i18n, credit.list.reference), facility.facility_ref.clone()),
        (
            tu_string!(i18n, credit.list.product),
            product_label(i18n, facility.product_type).to_owned(),
        ),
        (tu_string!(i18n, credit.form.description), facility.asset.description.clone()),
    ])
}

/// The amount that settles the facility with all its digits, and the day on which it does.
pub(super) fn validity(i18n: Language, quote: &Quote) -> AnyView {
    let day = short_date_text(i18n, quote.as_of);
    let exact = hidden_digits(i18n, quote.total).map(|amount| {
        view! { <p>{tu_string!(i18n, credit.quote.exact, amount = amount)}</p> }
    });
    view! {
        {exact}
        <p>{tu_string!(i18n, credit.quote.only)}</p>
        <p>{tu_string!(i18n, credit.quote.holds, date = day)}</p>
    }
    .into_any()
}

/// The parties, the parts of the quote, and its validity.
fn sheet(i18n: Language, facility: &Facility, quote: &Quote) -> AnyView {
    let day = short_date_text(i18n, quote.as_of);
    Card::new("quote", tu_string!(i18n, credit.quote.title, date = &day))
        .class("card quote-sheet")
        .body(view! {
            {parties(i18n, facility)}
            {quote_parts(i18n, facility.product_type, quote)}
            {validity(i18n, quote)}
        })
}
