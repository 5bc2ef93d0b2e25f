//! SQL of rows with missing forms, a batch at a time.

use shared::id::{CustomerId, FacilityId, OrganizationId, PortalAccountId, StaffId};

use super::{NameForms, customer_details, facility_details, folded, staff_details};
use database::{ReadTx, Result, WriteTx, statements};

statements! {
    IS_ANY_MISSING = "SELECT
        EXISTS (SELECT 1 FROM staff WHERE organization_id = $1 AND name_folded IS NULL)
        OR EXISTS (SELECT 1 FROM customers WHERE organization_id = $1 AND name_folded IS NULL)
        OR EXISTS (
            SELECT 1 FROM portal_accounts WHERE organization_id = $1 AND email_folded IS NULL)
        OR EXISTS (
            SELECT 1 FROM facilities WHERE organization_id = $1 AND details_folded IS NULL)";

    STAFF = "SELECT id, name, staff_number, email FROM staff
        WHERE organization_id = $1 AND name_folded IS NULL ORDER BY id LIMIT 500";

    RENUMBER = "UPDATE staff SET staff_number = $3
        WHERE organization_id = $1 AND id = $2 AND name_folded IS NULL AND NOT EXISTS (
            SELECT 1 FROM staff other
            WHERE other.organization_id = $1 AND other.staff_number = $3)";

    FILL_STAFF = "WITH given (id, name_folded, name_sort_key, details_folded)
            AS (VALUES {rows: UUID, TEXT, BYTEA, TEXT})
        UPDATE staff SET name_folded = given.name_folded, name_sort_key = given.name_sort_key,
            details_folded = given.details_folded FROM given
        WHERE staff.organization_id = $1 AND staff.id = given.id AND staff.name_folded IS NULL";

    CUSTOMERS = "SELECT id, name, registration_number, email, phone FROM customers
        WHERE organization_id = $1 AND name_folded IS NULL ORDER BY id LIMIT 500";

    FILL_CUSTOMERS = "WITH given (id, name_folded, name_sort_key, details_folded)
            AS (VALUES {rows: UUID, TEXT, BYTEA, TEXT})
        UPDATE customers SET name_folded = given.name_folded, name_sort_key = given.name_sort_key,
            details_folded = given.details_folded FROM given
        WHERE customers.organization_id = $1 AND customers.id = given.id
            AND customers.name_folded IS NULL";

    ACCOUNTS = "SELECT id, email FROM portal_accounts
        WHERE organization_id = $1 AND email_folded IS NULL ORDER BY id LIMIT 500";

    FILL_ACCOUNTS = "WITH given (id, email_folded) AS (VALUES {rows: UUID, TEXT})
        UPDATE portal_accounts SET email_folded = given.email_folded FROM given
        WHERE portal_accounts.organization_id = $1 AND portal_accounts.id = given.id";

    FACILITIES = "SELECT id, facility_ref, asset_description FROM facilities
        WHERE organization_id = $1 AND details_folded IS NULL ORDER BY id LIMIT 500";

    FILL_FACILITIES = "WITH given (id, details_folded) AS (VALUES {rows: UUID, TEXT})
        UPDATE facilities SET details_folded = given.details_folded FROM given
        WHERE facilities.organization_id = $1 AND facilities.id = given.id";
}

#[derive(Debug, database::FromRow)]
pub(super) struct StaffTexts {
    pub(super) id: StaffId,
    name: String,
    pub(super) staff_number: String,
    email: String,
}

#[derive(Debug, database::FromRow)]
pub(super) struct CustomerTexts {
    id: CustomerId,
    name: String,
    registration_number: Option<String>,
    email: String,
    phone: Option<String>,
}

#[derive(Debug, database::FromRow)]
pub(super) struct AccountTexts {
    id: PortalAccountId,
    email: String,
}

#[derive(Debug, database::FromRow)]
pub(super) struct FacilityTexts {
    id: FacilityId,
    facility_ref: String,
    asset_description: String,
}

pub(super) async fn is_any_missing(tx: &mut ReadTx, organization: OrganizationId) -> Result<bool> {
    tx.sql(IS_ANY_MISSING).bind(organization).scalar().await
}

pub(super) async fn staff(
    tx: &mut ReadTx,
    organization: OrganizationId,
) -> Result<Vec<StaffTexts>> {
    tx.sql(STAFF).bind(organization).all().await
}

/// Returns false when another person has the number, or the row has been filled in since.
pub(super) async fn renumber(
    tx: &mut WriteTx,
    organization: OrganizationId,
    id: StaffId,
    staff_number: &str,
) -> Result<bool> {
    let renumbered = tx.sql(RENUMBER).bind(organization).bind(id).bind(staff_number);
    Ok(renumbered.execute().await? > 0)
}

pub(super) async fn fill_staff(
    tx: &mut WriteTx,
    organization: OrganizationId,
    rows: &[StaffTexts],
) -> Result<()> {
    let statement = tx.sql(FILL_STAFF).bind(organization);
    let filled = statement.rows(rows, |row, it| {
        let name = NameForms::of(&it.name);
        let details = staff_details(&it.staff_number, &it.email);
        row.bind(it.id).bind(name.folded).bind(name.sort_key).bind(details)
    });
    filled.execute().await?;
    Ok(())
}

pub(super) async fn customers(
    tx: &mut ReadTx,
    organization: OrganizationId,
) -> Result<Vec<CustomerTexts>> {
    tx.sql(CUSTOMERS).bind(organization).all().await
}

pub(super) async fn fill_customers(
    tx: &mut WriteTx,
    organization: OrganizationId,
    rows: &[CustomerTexts],
) -> Result<()> {
    let statement = tx.sql(FILL_CUSTOMERS).bind(organization);
    let filled = statement.rows(rows, |row, it| {
        let name = NameForms::of(&it.name);
        let (number, phone) = (it.registration_number.as_deref(), it.phone.as_deref());
        let details = customer_details(number, &it.email, phone);
        row.bind(it.id).bind(name.folded).bind(name.sort_key).bind(details)
    });
    filled.execute().await?;
    Ok(())
}

pub(super) async fn accounts(
    tx: &mut ReadTx,
    organization: OrganizationId,
) -> Result<Vec<AccountTexts>> {
    tx.sql(ACCOUNTS).bind(organization).all().await
}

pub(super) async fn fill_accounts(
    tx: &mut WriteTx,
    organization: OrganizationId,
    rows: &[AccountTexts],
) -> Result<()> {
    let statement = tx.sql(FILL_ACCOUNTS).bind(organization);
    statement.rows(rows, |row, it| row.bind(it.id).bind(folded(&it.email))).execute().await?;
    Ok(())
}

pub(super) async fn facilities(
    tx: &mut ReadTx,
    organization: OrganizationId,
) -> Result<Vec<FacilityTexts>> {
    tx.sql(FACILITIES).bind(organization).all().await
}

pub(super) async fn fill_facilities(
    tx: &mut WriteTx,
    organization: OrganizationId,
    rows: &[FacilityTexts],
) -> Result<()> {
    let statement = tx.sql(FILL_FACILITIES).bind(organization);
    let filled = statement.rows(rows, |row, it| {
        row.bind(it.id).bind(facility_details(&it.facility_ref, &it.asset_description))
    });
    filled.execute().await?;
    Ok(())
}
