//! The statement of account of a facility, for staff.

use leptos::prelude::*;

use super::label::product_label;
use super::statement_sheet::{StatementSheet, requested_period};
use super::{StatementPageData, statement_page_data};
use crate::i18n::{tu_string, use_i18n};
use crate::session::use_me;
use crate::ui::page::found;
use crate::ui::query::path_part;

/// The page at `/credit/:reference/statement`.
#[component]
pub fn StatementPage() -> impl IntoView {
    found(statement_page_data(path_part("reference"), requested_period()), page_view)
}

fn page_view(data: StatementPageData) -> AnyView {
    let i18n = use_i18n();
    let StatementPageData { facility, statement } = data;
    let address = format!("/credit/{}", facility.facility_ref);
    let csv = format!("/api/credit/facilities/{}/statement.csv", facility.facility_ref);
    let product = product_label(i18n, facility.product_type).to_owned();
    let facts = vec![
        (tu_string!(i18n, credit.quote.house), use_me().organization_name),
        (tu_string!(i18n, credit.list.customer), facility.customer_name),
        (tu_string!(i18n, credit.list.reference), facility.facility_ref.clone()),
        (tu_string!(i18n, credit.list.product), product),
        (tu_string!(i18n, credit.form.description), facility.asset.description),
    ];
    let sheet = StatementSheet {
        ledger: Some(format!("{address}/ledger")),
        facility: address,
        reference: facility.facility_ref,
        product: facility.product_type,
        facts,
        csv: Some(csv),
        statement,
    };
    sheet.view()
}
