//! SQL of the search in all records.

use shared::credit::vocabulary::FacilityStatus;
use shared::error::Result;
use shared::id::{CustomerId, StaffId};
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

#[derive(Debug, database::FromRow)]
struct StaffRow {
    id: StaffId,
    name: String,
    staff_number: String,
    job_title: Option<String>,
    is_exact: bool,
}

#[derive(Debug, database::FromRow)]
struct CustomerRow {
    id: CustomerId,
    name: String,
    registration_number: Option<String>,
    email: String,
    is_exact: bool,
}

#[derive(Debug, database::FromRow)]
struct FacilityRow {
    facility_ref: String,
    customer_name: String,
    asset_description: String,
    status: FacilityStatus,
    is_exact: bool,
}

pub(super) async fn staff(tx: &mut ReadTx, text: &str) -> Result<Vec<StaffFound>> {
    let found = tx.sql(STAFF).bind(pattern(text)).bind(first_part(text)).bind(text);
    let rows: Vec<StaffRow> = found.all().await?;
    let staff = rows.into_iter().map(|row| StaffFound {
        id: row.id,
        name: row.name,
        staff_number: row.staff_number,
        job_title: row.job_title,
        is_exact: row.is_exact,
    });
    Ok(staff.collect())
}

pub(super) async fn customers(tx: &mut ReadTx, text: &str) -> Result<Vec<CustomerFound>> {
    let found = tx.sql(CUSTOMERS).bind(pattern(text)).bind(first_part(text)).bind(text);
    let rows: Vec<CustomerRow> = found.all().await?;
    let customers = rows.into_iter().map(|row| CustomerFound {
        id: row.id,
        name: row.name,
        registration_number: row.registration_number,
        email: row.email,
        is_exact: row.is_exact,
    });
    Ok(customers.collect())
}

pub(super) async fn facilities(tx: &mut ReadTx, text: &str) -> Result<Vec<FacilityFound>> {
    let found = tx.sql(FACILITIES).bind(pattern(text)).bind(first_part(text));
    let rows: Vec<FacilityRow> = found.all().await?;
    let facilities = rows.into_iter().map(|row| FacilityFound {
        facility_ref: row.facility_ref,
        customer_name: row.customer_name,
        asset_description: row.asset_description,
        status: row.status,
        is_exact: row.is_exact,
    });
    Ok(facilities.collect())
}
