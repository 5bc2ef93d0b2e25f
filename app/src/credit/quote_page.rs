//! The settlement quote for a day, for reading and printing.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_params_map;
use shared::credit::facility::Facility;
use shared::credit::servicing::Quote;

use super::label::{product_label, status_label};
use super::payment_preview::refused;
use super::payment_tables::quote_parts;
use super::{QuotePageData, quote_page_data};
use crate::i18n::{tu_string, use_i18n};
use crate::session::use_me;
use crate::ui::badge::Tone;
use crate::ui::card::Card;
use crate::ui::crumbs::Crumbs;
use crate::ui::facts::plain_facts;
use crate::ui::field::TextField;
use crate::ui::label::Language;
use crate::ui::letterhead::{letterhead, print_button};
use crate::ui::notice::notice;
use crate::ui::page::found;
use crate::ui::query::parameter;
use crate::ui::time::short_date_text;

/// The page at `/credit/:reference/quote`.
#[component]
pub fn QuotePage() -> impl IntoView {
    let reference = use_params_map().get_untracked().get("reference").unwrap_or_default();
    let day: Option<String> = parameter("asOf");
    let as_of = day.and_then(|day| day.trim().parse().ok());
    found(quote_page_data(reference, as_of), |data| page_view(&data))
}

fn page_view(data: &QuotePageData) -> AnyView {
    let i18n = use_i18n();
    let QuotePageData { facility, as_of, quote } = data;
    let title = tu_string!(i18n, credit.quote.page);
    let address = format!("/credit/{}", facility.facility_ref);
    let content = match quote {
        None => no_quote(i18n, facility),
        Some(Err(error)) => refused(i18n, tu_string!(i18n, credit.quote.refused), error),
        Some(Ok(quote)) => sheet(i18n, facility, quote),
    };
    let print = matches!(quote, Some(Ok(_)))
        .then(|| view! { <div class="button-row">{print_button(i18n)}</div> }.into_any());
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
                {print}
            </div>
            {days}
            {content}
        </div>
    }
    .into_any()
}

/// The GET form for the day of the quote.
fn day_form(i18n: Language, address: String, as_of: chrono::NaiveDate) -> AnyView {
    view! {
        <form class="filters quote-day no-print" action=address>
            <TextField
                id="asOf"
                name="asOf"
                label=tu_string!(i18n, credit.quote.day)
                kind="date"
                value=as_of.to_string()
            />
            <div class="button-row">
                <button class="button" type="submit">
                    {tu_string!(i18n, credit.quote.show)}
                </button>
            </div>
        </form>
    }
    .into_any()
}

fn no_quote(i18n: Language, facility: &Facility) -> AnyView {
    let status = status_label(i18n, facility.status);
    let text = tu_string!(i18n, credit.quote.none_text, status = status);
    notice(Tone::Neutral, tu_string!(i18n, credit.quote.none), text)
}

/// The parties, the parts of the quote, and its validity.
fn sheet(i18n: Language, facility: &Facility, quote: &Quote) -> AnyView {
    let facts = [
        (tu_string!(i18n, credit.quote.house), use_me().organization_name),
        (tu_string!(i18n, credit.list.customer), facility.customer_name.clone()),
        (tu_string!(i18n, credit.list.reference), facility.facility_ref.clone()),
        (
            tu_string!(i18n, credit.list.product),
            product_label(i18n, facility.product_type).to_owned(),
        ),
        (tu_string!(i18n, credit.form.description), facility.asset.description.clone()),
    ];
    let day = short_date_text(i18n, quote.as_of);

    Card::new("quote", tu_string!(i18n, credit.quote.title, date = &day))
        .class("card quote-sheet")
        .body(view! {
            {plain_facts(facts)}
            {quote_parts(i18n, facility.product_type, quote)}
            <p>{tu_string!(i18n, credit.quote.only)}</p>
            <p>{tu_string!(i18n, credit.quote.holds, date = day)}</p>
        })
}
