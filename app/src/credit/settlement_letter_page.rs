//! The settlement letter: the quote for a day, addressed to the customer, for printing and signing.

use leptos::prelude::*;
use shared::credit::facility::Facility;
use shared::credit::servicing::Quote;

use super::QuotePageData;
use super::payment_tables::quote_parts;
use super::quote_page::{parties, quote_or_reason, requested_quote, validity};
use crate::i18n::{tu_string, use_i18n};
use crate::session::use_me;
use crate::ui::card::Card;
use crate::ui::label::Language;
use crate::ui::letterhead::{Signature, print_button, signatures};
use crate::ui::money::money_text;
use crate::ui::page::PageHead;
use crate::ui::time::{date_text, local_date, now};

/// The page at `/credit/:reference/quote/letter`.
#[component]
pub fn SettlementLetterPage() -> impl IntoView {
    requested_quote(page_view)
}

fn page_view(data: QuotePageData) -> AnyView {
    let i18n = use_i18n();
    let title = tu_string!(i18n, credit.letter.title);
    let quote = format!("/credit/{}/quote?asOf={}", data.facility.facility_ref, data.as_of);
    let print = matches!(data.quote, Some(Ok(_))).then(|| print_button(i18n));
    PageHead::new(title, "")
        .printed()
        .below(quote, tu_string!(i18n, credit.quote.page), title)
        .actions(print)
        .page(quote_or_reason(i18n, &data, letter))
}

/// The letter: parties, amount, what is waived, validity and signature.
fn letter(i18n: Language, facility: &Facility, quote: &Quote) -> AnyView {
    let house = use_me().organization_name;
    let day = date_text(i18n, quote.as_of);
    let issued = date_text(i18n, local_date(now()));
    let text = tu_string!(
        i18n,
        credit.letter.text,
        house = &house,
        amount = money_text(i18n, quote.total),
        reference = &facility.facility_ref,
        date = &day,
    );
    let office = tu_string!(i18n, credit.letter.signature, house = &house);
    let signer = Signature { office, ..Signature::default() };
    Card::new("letter", tu_string!(i18n, credit.quote.title, date = &day))
        .class("card quote-sheet")
        .body(view! {
            <p>{tu_string!(i18n, credit.letter.issued, date = issued)}</p>
            {parties(i18n, facility)}
            <p>{text}</p>
            {quote_parts(i18n, facility.product_type, quote)}
            {validity(i18n, quote)}
            {signatures(tu_string!(i18n, ui.signatures), [signer])}
        })
}
