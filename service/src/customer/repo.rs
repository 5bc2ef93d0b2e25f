//! SQL of customers.

pub(super) mod account;
mod list;

use chrono::{DateTime, Utc};
use shared::customer::{Customer, CustomerInput, CustomerType};
use shared::id::{CustomerId, PortalAccountId};
use shared::page::cursor::NameKey;
use shared::portal::PortalAccount;

use crate::search::{NameForms, customer_details};
use crate::transaction::{ReadTx, WriteTx};
use database::{Result, statements};

pub(super) use list::{Filter, count, cursor, page};

statements! {
    FIND = "SELECT * FROM customer_details WHERE organization_id = $1 AND id = $2";

    LOCK = "UPDATE customers SET updated_at = updated_at WHERE organization_id = $1 AND id = $2";

    ADD = "INSERT INTO customers (organization_id, id, name, email, phone, type,
            registration_number, address, created_at, updated_at, name_folded, name_sort_key,
            details_folded)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11, $12)";

    SAVE = "UPDATE customers SET name = $3, email = $4, phone = $5, type = $6,
            registration_number = $7, address = $8, updated_at = $9, name_folded = $10,
            name_sort_key = $11, details_folded = $12
        WHERE organization_id = $1 AND id = $2";
}

/// One customer, as stored, with their account.
#[derive(Clone, Debug, database::FromRow)]
pub(super) struct CustomerRow {
    id: CustomerId,
    name: String,
    email: String,
    phone: Option<String>,
    #[sqlx(rename = "type")]
    customer_type: CustomerType,
    registration_number: Option<String>,
    address: Option<String>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    name_sort_key: NameKey,
    account_id: Option<PortalAccountId>,
    account_email: Option<String>,
    is_blocked: Option<bool>,
    password_change_required: Option<bool>,
    mfa_enabled: bool,
}

impl From<CustomerRow> for Customer {
    fn from(row: CustomerRow) -> Self {
        let portal_account = match (row.account_id, row.account_email) {
            (Some(id), Some(email)) => Some(PortalAccount {
                id,
                email,
                is_blocked: row.is_blocked.unwrap_or(false),
                password_change_required: row.password_change_required.unwrap_or(false),
                mfa_enabled: row.mfa_enabled,
            }),
            (None, _) | (_, None) => None,
        };
        Self {
            id: row.id,
            name: row.name,
            email: row.email,
            phone: row.phone,
            customer_type: row.customer_type,
            registration_number: row.registration_number,
            address: row.address,
            portal_account,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

pub(super) async fn find(tx: &mut ReadTx, id: CustomerId) -> Result<Option<CustomerRow>> {
    tx.sql(FIND).bind(id).optional().await
}

/// Serializes changes of one customer, and of their account.
pub(super) async fn lock(tx: &mut WriteTx, id: CustomerId) -> Result<()> {
    tx.sql(LOCK).bind(id).execute().await?;
    Ok(())
}

pub(super) async fn add(
    tx: &mut WriteTx,
    id: CustomerId,
    input: &CustomerInput,
    now: DateTime<Utc>,
) -> Result<()> {
    let name = NameForms::of(&input.name);
    let (number, phone) = (input.registration_number.as_deref(), input.phone.as_deref());
    let details = customer_details(number, &input.email, phone);
    tx.sql(ADD)
        .bind(id)
        .bind(&input.name)
        .bind(&input.email)
        .bind(&input.phone)
        .bind(input.customer_type)
        .bind(&input.registration_number)
        .bind(&input.address)
        .bind(now)
        .bind(name.folded)
        .bind(name.sort_key)
        .bind(details)
        .execute()
        .await?;
    Ok(())
}

pub(super) async fn save(tx: &mut WriteTx, customer: &Customer, now: DateTime<Utc>) -> Result<()> {
    let name = NameForms::of(&customer.name);
    let (number, phone) = (customer.registration_number.as_deref(), customer.phone.as_deref());
    let details = customer_details(number, &customer.email, phone);
    tx.sql(SAVE)
        .bind(customer.id)
        .bind(&customer.name)
        .bind(&customer.email)
        .bind(&customer.phone)
        .bind(customer.customer_type)
        .bind(&customer.registration_number)
        .bind(&customer.address)
        .bind(now)
        .bind(name.folded)
        .bind(name.sort_key)
        .bind(details)
        .execute()
        .await?;
    Ok(())
}
