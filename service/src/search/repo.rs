//! SQL of the search in all records.

use shared::error::Result;
use shared::search::result::{CustomerFound, FOUND_MAX, FacilityFound, StaffFound};

use super::{first_part, pattern};
use crate::transaction::ReadTx;
use database::statements;

const _: () = assert!(FOUND_MAX == 5, "`LIMIT 5` in the statements below is this limit");

// $2 the pattern of the text anywhere, $3 that of the text as the first detail, $4 the text.
statements! {
    STAFF (plan per value) = r"SELECT id, name, staff_number, job_title,
            (details_folded LIKE $3 ESCAPE '\' OR name_folded = $4) AS is_exact
        FROM staff
        WHERE organization_id = $1
            AND (name_folded LIKE $2 ESCAPE '\' OR details_folded LIKE $2 ESCAPE '\')
        ORDER BY is_exact DESC, name_sort_key, id LIMIT 5";

    CUSTOMERS (plan per value) = r"SELECT id, name, registration_number, email,
            (details_folded LIKE $3 ESCAPE '\' OR name_folded = $4) AS is_exact
        FROM customer_details
        WHERE organization_id = $1
            AND (name_folded LIKE $2 ESCAPE '\' OR details_folded LIKE $2 ESCAPE '\'
                OR email_folded LIKE $2 ESCAPE '\')
        ORDER BY is_exact DESC, name_sort_key, id LIMIT 5";

    FACILITIES (plan per value) = r"SELECT facility_ref, customer_name, asset_description, status,
            details_folded LIKE $3 ESCAPE '\' AS is_exact
        FROM facility_details
        WHERE organization_id = $1
            AND (details_folded LIKE $2 ESCAPE '\' OR customer_name_folded LIKE $2 ESCAPE '\')
        ORDER BY is_exact DESC, created_at DESC, id DESC LIMIT 5";
}

pub(super) async fn staff(tx: &mut ReadTx, text: &str) -> Result<Vec<StaffFound>> {
    let found = tx.sql(STAFF).bind(pattern(text)).bind(first_part(text)).bind(text);
    Ok(found.all().await?)
}

pub(super) async fn customers(tx: &mut ReadTx, text: &str) -> Result<Vec<CustomerFound>> {
    let found = tx.sql(CUSTOMERS).bind(pattern(text)).bind(first_part(text)).bind(text);
    Ok(found.all().await?)
}

pub(super) async fn facilities(tx: &mut ReadTx, text: &str) -> Result<Vec<FacilityFound>> {
    let found = tx.sql(FACILITIES).bind(pattern(text)).bind(first_part(text));
    Ok(found.all().await?)
}
