//! The statement of account of one of the customer's facilities.

use leptos::prelude::*;
use shared::portal::PortalMe;

use super::{PortalStatementPageData, portal_account_statement};
use crate::credit::{StatementSheet, product_label, requested_period};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::page::found;
use crate::ui::query::path_part;

/// The page at `/portal/facilities/:reference/statement`.
#[component]
pub fn PortalStatementPage() -> impl IntoView {
    found(portal_account_statement(path_part("reference"), requested_period()), page_view)
}

fn page_view(data: PortalStatementPageData) -> AnyView {
    let i18n = use_i18n();
    let PortalStatementPageData { facility, statement } = data;
    let me = use_context::<PortalMe>();
    let organization = me.as_ref().map(|me| me.organization_name.clone()).unwrap_or_default();
    let customer = me.map(|me| me.name).unwrap_or_default();
    let product = product_label(i18n, facility.product_type).to_owned();
    let facts = vec![
        (tu_string!(i18n, credit.quote.house), organization),
        (tu_string!(i18n, credit.list.customer), customer),
        (tu_string!(i18n, credit.list.reference), facility.facility_ref.clone()),
        (tu_string!(i18n, credit.list.product), product),
        (tu_string!(i18n, credit.form.description), facility.asset_description),
    ];
    let sheet = StatementSheet {
        facility: format!("/portal/facilities/{}", facility.facility_ref),
        reference: facility.facility_ref,
        product: facility.product_type,
        facts,
        csv: None,
        ledger: None,
        statement,
    };
    sheet.view()
}
