//! The organization's customers and their portal access.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Deserializer, Serialize};

use crate::check::{Checks, is_blank};
use crate::error::Result;
use crate::id::CustomerId;
use crate::page::PageRequest;
use crate::patch::{Patch, present};
use crate::portal::PortalAccount;

text_enum! {
    /// The kind of customer.
    CustomerType {
        /// A person.
        Individual = "individual",
        /// A company, with a registration number.
        Company = "company",
    }
}

text_enum! {
    /// The state of a customer's portal access, as a list filter.
    PortalAccess {
        /// No portal account.
        None = "none",
        /// A portal account that can sign in.
        Active = "active",
        /// A portal account that is blocked.
        Blocked = "blocked",
    }
}

text_enum! {
    /// The sort order of a list of customers.
    CustomerSort {
        /// Most recently added first.
        Newest = "newest",
        /// By name.
        Name = "name",
        /// By name, from the last one.
        NameDescending = "name_desc",
    }
}

/// A customer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Customer {
    /// Their id.
    pub id: CustomerId,
    /// Their name.
    pub name: String,
    /// The contact address; several customers may share it.
    pub email: String,
    /// The telephone number, as entered.
    pub phone: Option<String>,
    /// A person or a company.
    #[serde(rename = "type")]
    pub customer_type: CustomerType,
    /// The number in the commercial register.
    pub registration_number: Option<String>,
    /// The postal address; may have several lines.
    pub address: Option<String>,
    /// The customer's portal account; none until one is created.
    pub portal_account: Option<PortalAccount>,
    /// The time of creation.
    pub created_at: DateTime<Utc>,
    /// The time of the last change.
    pub updated_at: DateTime<Utc>,
}

/// The query parameters of a list of customers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CustomerQuery {
    /// Only customers whose name, postal or email address, telephone or registration number
    /// contains this text.
    pub q: Option<String>,
    /// Only people, or only companies.
    pub customer_type: Option<CustomerType>,
    /// Only customers in this state of portal access.
    pub portal: Option<PortalAccess>,
    /// The order; newest first by default.
    pub sort: Option<CustomerSort>,
    /// The requested page.
    pub page: PageRequest,
}

impl CustomerQuery {
    /// Errors: 400 for a text that cannot be searched for.
    pub fn check(&self) -> Result<()> {
        let mut checks = Checks::new();
        if let Some(q) = &self.q {
            checks.text("q", q);
        }
        checks.finish()
    }
}

/// The input for a new customer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct CustomerInput {
    /// Their name.
    pub name: String,
    /// The contact address.
    pub email: String,
    /// Their telephone number.
    #[serde(default)]
    pub phone: Option<String>,
    /// A person, by default.
    #[serde(rename = "type", default = "individual", deserialize_with = "null_is_individual")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<CustomerType>))]
    pub customer_type: CustomerType,
    /// The number in the commercial register.
    #[serde(default)]
    pub registration_number: Option<String>,
    /// Their postal address.
    #[serde(default)]
    pub address: Option<String>,
}

const fn individual() -> CustomerType {
    CustomerType::Individual
}

fn null_is_individual<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<CustomerType, D::Error> {
    Option::deserialize(deserializer).map(|given| given.unwrap_or_else(individual))
}

impl CustomerInput {
    /// Returns the input with its texts normalized; blank optional fields become none.
    ///
    /// Errors: 400 naming every invalid field.
    pub fn check(self) -> Result<Self> {
        let mut checks = Checks::new();
        let checked = Self {
            name: checks.name("name", &self.name),
            email: checks.email("email", &self.email),
            phone: self.phone.and_then(|text| line(&mut checks, "phone", &text)),
            registration_number: self
                .registration_number
                .and_then(|text| line(&mut checks, "registrationNumber", &text)),
            address: self.address.and_then(|text| lines(&mut checks, "address", &text)),
            customer_type: self.customer_type,
        };
        checks.finish()?;
        Ok(checked)
    }
}

/// A change of a customer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct CustomerPatch {
    /// Their name.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub name: Option<String>,
    /// The contact address; the portal's sign-in address does not change.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub email: Option<String>,
    /// Their telephone number; null for none.
    #[serde(skip_serializing_if = "Patch::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub phone: Patch<String>,
    /// A person or a company.
    #[serde(
        rename = "type",
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub customer_type: Option<CustomerType>,
    /// The number in the commercial register; null for none.
    #[serde(skip_serializing_if = "Patch::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub registration_number: Patch<String>,
    /// Their postal address; null for none.
    #[serde(skip_serializing_if = "Patch::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub address: Patch<String>,
}

impl CustomerPatch {
    /// The customer after the change.
    ///
    /// Errors: 400 naming every invalid field.
    pub fn apply(self, customer: &Customer) -> Result<Customer> {
        let old = customer.clone();
        let checked = CustomerInput {
            name: self.name.unwrap_or(old.name),
            email: self.email.unwrap_or(old.email),
            phone: self.phone.change().unwrap_or(old.phone),
            customer_type: self.customer_type.unwrap_or(old.customer_type),
            registration_number: self
                .registration_number
                .change()
                .unwrap_or(old.registration_number),
            address: self.address.change().unwrap_or(old.address),
        }
        .check()?;
        Ok(Customer {
            name: checked.name,
            email: checked.email,
            phone: checked.phone,
            customer_type: checked.customer_type,
            registration_number: checked.registration_number,
            address: checked.address,
            ..customer.clone()
        })
    }
}

/// The changed fields, by their JSON names.
pub fn changed_fields(before: &Customer, after: &Customer) -> Vec<&'static str> {
    let differences = [
        ("name", before.name != after.name),
        ("email", before.email != after.email),
        ("phone", before.phone != after.phone),
        ("type", before.customer_type != after.customer_type),
        ("registrationNumber", before.registration_number != after.registration_number),
        ("address", before.address != after.address),
    ];
    differences.into_iter().filter_map(|(name, differs)| differs.then_some(name)).collect()
}

/// A text of one line; a blank one becomes none.
fn line(checks: &mut Checks, field: &str, value: &str) -> Option<String> {
    (!is_blank(value)).then(|| checks.name(field, value))
}

/// A text of several lines; a blank one becomes none.
fn lines(checks: &mut Checks, field: &str, value: &str) -> Option<String> {
    checks.text(field, value);
    let value = value.trim();
    (!is_blank(value)).then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn customer() -> Customer {
        let at = "2026-11-21T09:00:00Z".parse().unwrap();
        Customer {
            id: CustomerId(Uuid::from_u128(1)),
            name: "Layan Trading".to_owned(),
            email: "office@layan.example".to_owned(),
            phone: Some("+971 4 000 0000".to_owned()),
            customer_type: CustomerType::Company,
            registration_number: Some("CN-1".to_owned()),
            address: None,
            portal_account: None,
            created_at: at,
            updated_at: at,
        }
    }

    fn input(json: &str) -> Result<CustomerInput> {
        serde_json::from_str::<CustomerInput>(json).unwrap().check()
    }

    #[test]
    fn a_name_and_an_address_are_enough() {
        let made = input(r#"{"name":" Omar ","email":"Omar@Home.Example","id":"x"}"#).unwrap();
        assert_eq!((&*made.name, &*made.email), ("Omar", "omar@home.example"));
        assert_eq!((made.customer_type, made.phone), (CustomerType::Individual, None));
    }

    #[test]
    fn everything_that_is_wrong_is_named_at_once() {
        let json = r#"{"name":" ","email":"nowhere","phone":"1\n2","registrationNumber":"\u0007",
            "address":"a\u0000b"}"#;
        let error = input(json).unwrap_err();
        let fields: Vec<_> = error.problem().errors.iter().map(|it| &*it.field).collect();
        assert_eq!(fields, ["name", "email", "phone", "registrationNumber", "address"]);
    }

    #[test]
    fn a_patch_changes_what_it_names_and_nothing_else() {
        let json = r#"{"phone":null,"address":" 1 Creek Road\nDubai ","portalAccount":{"x":1}}"#;
        let patch: CustomerPatch = serde_json::from_str(json).unwrap();
        let after = patch.apply(&customer()).unwrap();
        assert_eq!(changed_fields(&customer(), &after), ["phone", "address"]);
        assert_eq!(after.address.as_deref(), Some("1 Creek Road\nDubai"));
        let nothing: CustomerPatch = serde_json::from_str("{}").unwrap();
        assert_eq!(nothing.apply(&customer()).unwrap(), customer());
    }

    #[test]
    fn null_clears_only_what_may_be_empty() {
        for name in ["name", "email", "type"] {
            let json = format!(r#"{{"{name}":null}}"#);
            assert!(serde_json::from_str::<CustomerPatch>(&json).is_err(), "{name}");
        }
    }
}
