//! One facility of the customer: what is due, the schedule and the payments.

use leptos::prelude::*;
use leptos_meta::Title;
use shared::credit::portal::{PortalFacility, PortalPayment, PortalStatement};

use super::{PORTAL_HOME, portal_facilities, portal_statement};
use crate::credit::{
    customer_status_badge, due_text, live_schedule, percent_text, possible_duplicate,
    product_label, total_owed_label,
};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::button::button_link;
use crate::ui::crumbs::Crumbs;
use crate::ui::empty_state::Empty;
use crate::ui::facts::plain_facts;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::money::money;
use crate::ui::page::found;
use crate::ui::pagination::PageLinks;
use crate::ui::query::{path_part, requested_page};
use crate::ui::table::{Cell, Column, plain_table};
use crate::ui::time::short_date_text;
use shared::page::Page;

/// The customer's facilities, on the first page of the portal.
#[component]
pub fn PortalFacilities() -> impl IntoView {
    found(portal_facilities(requested_page()), facilities)
}

fn facilities(page: Page<PortalFacility>) -> AnyView {
    let i18n = use_i18n();
    if page.data.is_empty() {
        return Empty::new(
            IconName::FileText,
            tu_string!(i18n, portal.home.empty),
            tu_string!(i18n, portal.home.empty_text),
        )
        .card();
    }
    let cards: Vec<_> = page.data.iter().map(|facility| facility_card(i18n, facility)).collect();
    let address = Callback::new(|page: u64| format!("{PORTAL_HOME}?page={page}"));
    view! {
        <div class="stack">
            {cards}
            <PageLinks pagination=page.pagination address/>
        </div>
    }
    .into_any()
}

fn facility_card(i18n: Language, facility: &PortalFacility) -> AnyView {
    let id = format!("facility-{}", facility.facility_ref);
    let labelled_by = id.clone();
    let address = format!("/portal/facilities/{}", facility.facility_ref);
    view! {
        <article class="card" aria-labelledby=labelled_by>
            <div class="card-head">
                <h2 id=id>{facility.asset_description.clone()}</h2>
                {customer_status_badge(i18n, facility.status)}
            </div>
            <div class="card-body">{facts(i18n, facility)}</div>
            <div class="card-foot">
                <a class="button" href=address>
                    <Icon name=IconName::ChevronRight class="icon-mirror"/>
                    {tu_string!(i18n, credit.portal.open)}
                    <span class="visually-hidden">{facility.facility_ref.clone()}</span>
                </a>
            </div>
        </article>
    }
    .into_any()
}

fn facts(i18n: Language, facility: &PortalFacility) -> AnyView {
    let mut facts = vec![
        (tu_string!(i18n, credit.list.reference), facility.facility_ref.clone().into_any()),
        (
            tu_string!(i18n, credit.list.product),
            product_label(i18n, facility.product_type).into_any(),
        ),
        (tu_string!(i18n, credit.facts.amount), money(i18n, facility.facility_amount)),
        (tu_string!(i18n, credit.facts.outstanding), money(i18n, facility.outstanding_principal)),
    ];
    if facility.status.is_live() {
        let owed = money(i18n, facility.total_owed);
        facts.push((total_owed_label(i18n, facility.product_type), owed));
    }
    if facility.arrears.is_positive() {
        let arrears = money(i18n, facility.arrears);
        facts.push((tu_string!(i18n, credit.facts.arrears), arrears));
    }
    if let (Some(house), Some(customer)) =
        (facility.provider_ownership_pct, facility.customer_ownership_pct)
    {
        let text = tu_string!(
            i18n,
            credit.facts.split,
            house = percent_text(house),
            customer = percent_text(customer),
        );
        facts.push((tu_string!(i18n, credit.facts.asset), text.into_any()));
    }
    if let Some(due) = facility.next_due {
        facts.push((tu_string!(i18n, credit.facts.next_due), due_text(i18n, due)));
    }
    plain_facts(facts)
}

/// The page at `/portal/facilities/:reference`.
#[component]
pub fn PortalFacilityPage() -> impl IntoView {
    found(portal_statement(path_part("reference"), requested_page()), statement_view)
}

fn statement_view(statement: PortalStatement) -> AnyView {
    let i18n = use_i18n();
    let PortalStatement { facility, lines, payments: received } = statement;
    let reference = facility.facility_ref.clone();
    let address = Callback::new(move |page: u64| {
        format!("/portal/facilities/{reference}?page={page}#payments")
    });
    let facility = &facility;
    let title = facility.asset_description.clone();
    let account = format!("/portal/facilities/{}/statement", facility.facility_ref);

    view! {
        <Title text=title.clone()/>
        <div class="page">
            <div class="page-head">
                <div class="page-head-text">
                    <Crumbs
                        address=PORTAL_HOME
                        parent=tu_string!(i18n, portal.home.title)
                        current=facility.facility_ref.clone()
                    />
                    <div class="cluster">
                        <h1>{title}</h1>
                        {customer_status_badge(i18n, facility.status)}
                    </div>
                </div>
                <div class="button-row no-print">
                    {button_link(
                        account,
                        IconName::FileText,
                        tu_string!(i18n, credit.statement.title),
                    )}
                </div>
            </div>
            <div class="card">
                <div class="card-body">{facts(i18n, facility)}</div>
            </div>
            <section class="stack-tight" aria-labelledby="schedule">
                <h2 id="schedule">{tu_string!(i18n, credit.portal.schedule)}</h2>
                {live_schedule(facility.product_type, &lines)}
            </section>
            <section class="stack-tight" aria-labelledby="payments">
                <h2 id="payments">{tu_string!(i18n, credit.portal.payments)}</h2>
                {payments(i18n, &facility.facility_ref, &received.data)}
                <PageLinks pagination=received.pagination address/>
            </section>
        </div>
    }
    .into_any()
}

fn payments(i18n: Language, facility_ref: &str, payments: &[PortalPayment]) -> AnyView {
    if payments.is_empty() {
        return view! { <p class="muted">{tu_string!(i18n, credit.portal.no_payments)}</p> }
            .into_any();
    }
    let columns = [
        Column::Text(tu_string!(i18n, credit.portal.date)),
        Column::Money(tu_string!(i18n, credit.portal.amount)),
        Column::Text(tu_string!(i18n, credit.portal.reference)),
        Column::Text(tu_string!(i18n, credit.receipt.title)),
    ];
    let rows = payments.iter().map(|payment| {
        let reference = payment.reference.clone();
        let twice = payment.same_reference.map(|earlier| possible_duplicate(i18n, earlier));
        let reference = view! { <bdi>{reference}</bdi> {twice} }.into_any();
        let address = format!("/portal/facilities/{facility_ref}/receipts/{}", payment.payment_id);
        let day = short_date_text(i18n, payment.payment_date);
        let receipt = view! {
            <a href=address>
                {tu_string!(i18n, credit.receipt.open)} <span class="visually-hidden">{day}</span>
            </a>
        };
        [
            Cell::head(short_date_text(i18n, payment.payment_date)),
            Cell::money(payment.amount),
            Cell::text(reference),
            Cell::text(receipt),
        ]
    });
    plain_table(tu_string!(i18n, credit.portal.caption), &columns, rows)
}
