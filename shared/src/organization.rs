//! Organizations, the tenants to which every record belongs.

mod letterhead;

use serde::{Deserialize, Serialize};

use crate::check::Checks;
use crate::credit::rounding::InstalmentUnit;
use crate::credit::vocabulary::{InstalmentRounding, Presentation};
use crate::currency::minor_unit_digits;
use crate::error::{FieldCode, Result};
use crate::id::{OrganizationId, StaffId};
use crate::patch::present;

pub use letterhead::{ADDRESS_LENGTH_MAX, LOGO_BYTES_MAX, Letterhead, Logo, LogoFormat};

/// The maximum number of grace days.
pub const GRACE_DAYS_MAX: i64 = 365;
/// The maximum number of days of the target for a stage of an appraisal.
pub const STAGE_TARGET_DAYS_MAX: i64 = 365;
/// The maximum number of days past due for non-accrual.
pub const NON_ACCRUAL_DAYS_MAX: i64 = 3_650;

/// An organization and its policies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "database", derive(sqlx::FromRow))]
#[serde(rename_all = "camelCase")]
pub struct Organization {
    /// Its id.
    pub id: OrganizationId,
    /// Its name.
    pub name: String,
    /// Its postal address on everything that is printed, of several lines; empty for none.
    pub address: String,
    /// An IANA name, as in `Asia/Dubai`; determines the current date.
    pub time_zone: String,
    /// Three capital letters (ISO 4217).
    pub currency: String,
    /// True when customers must set up a second factor.
    pub customer_mfa_required: bool,
    /// True when the reviewer of a facility may not also give the Shariah approval.
    pub separate_shariah_approver: bool,
    /// Days after the due date until an instalment counts as overdue.
    pub grace_days: i64,
    /// Days past due from which a facility may go on non-accrual.
    pub non_accrual_days: i64,
    /// The presentation of murabahas that are activated from now on.
    pub murabaha_presentation: Presentation,
    /// The rounding of the instalments of facilities that are created from now on.
    pub instalment_rounding: InstalmentRounding,
    /// The days within which each stage of an appraisal should be completed.
    pub stage_target_days: i64,
}

impl Organization {
    /// The unit of the instalments of facilities that are created now.
    pub fn instalment_unit(&self) -> InstalmentUnit {
        InstalmentUnit::of(self.instalment_rounding, &self.currency)
    }
}

/// A change of an organization.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct OrganizationPatch {
    /// Its name.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub name: Option<String>,
    /// Its postal address on everything that is printed: up to 500 characters, of several lines.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub address: Option<String>,
    /// An IANA name, as in `Asia/Dubai`.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub time_zone: Option<String>,
    /// Three capital letters (ISO 4217).
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub currency: Option<String>,
    /// True when customers must set up a second factor.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub customer_mfa_required: Option<bool>,
    /// True when the reviewer of a facility may not also give the Shariah approval.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub separate_shariah_approver: Option<bool>,
    /// 0 to 365.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub grace_days: Option<i64>,
    /// 1 to 3650.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub non_accrual_days: Option<i64>,
    /// The presentation of murabahas that are activated from now on.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub murabaha_presentation: Option<Presentation>,
    /// The rounding of the instalments of facilities that are created from now on: `minor_unit`
    /// needs a currency with a minor unit (ISO 4217).
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub instalment_rounding: Option<InstalmentRounding>,
    /// The days within which each stage of an appraisal should be completed: 1 to 365.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub stage_target_days: Option<i64>,
}

impl OrganizationPatch {
    /// The organization after the change.
    ///
    /// Errors: 400 naming every invalid field. The service checks that the time zone exists.
    pub fn apply(self, organization: Organization) -> Result<Organization> {
        let mut checks = Checks::new();
        let name = self.name.map(|name| checks.name("name", &name));
        let address = self.address.map(|text| letterhead::check_address(&mut checks, &text));
        if let Some(currency) = &self.currency {
            let is_code = currency.len() == 3 && currency.bytes().all(|b| b.is_ascii_uppercase());
            let message = "Enter a three-letter currency code, such as AED.";
            checks.ensure(is_code, "currency", FieldCode::Invalid, message);
        }
        if let Some(days) = self.grace_days {
            let message = "Enter a value from 0 to 365.";
            checks.ensure(
                (0..=GRACE_DAYS_MAX).contains(&days),
                "graceDays",
                FieldCode::OutOfRange,
                message,
            );
        }
        if let Some(days) = self.non_accrual_days {
            let message = "Enter a value from 1 to 3650.";
            checks.ensure(
                (1..=NON_ACCRUAL_DAYS_MAX).contains(&days),
                "nonAccrualDays",
                FieldCode::OutOfRange,
                message,
            );
        }
        if let Some(days) = self.stage_target_days {
            let message = "Enter a value from 1 to 365.";
            checks.ensure(
                (1..=STAGE_TARGET_DAYS_MAX).contains(&days),
                "stageTargetDays",
                FieldCode::OutOfRange,
                message,
            );
        }
        let old = organization;
        let rounding = self.instalment_rounding.unwrap_or(old.instalment_rounding);
        check_rounding(&mut checks, rounding, self.currency.as_ref().unwrap_or(&old.currency));
        checks.finish()?;
        Ok(Organization {
            id: old.id,
            name: name.unwrap_or(old.name),
            address: address.unwrap_or(old.address),
            time_zone: self.time_zone.unwrap_or(old.time_zone),
            currency: self.currency.unwrap_or(old.currency),
            customer_mfa_required: self.customer_mfa_required.unwrap_or(old.customer_mfa_required),
            separate_shariah_approver: self
                .separate_shariah_approver
                .unwrap_or(old.separate_shariah_approver),
            grace_days: self.grace_days.unwrap_or(old.grace_days),
            non_accrual_days: self.non_accrual_days.unwrap_or(old.non_accrual_days),
            murabaha_presentation: self.murabaha_presentation.unwrap_or(old.murabaha_presentation),
            instalment_rounding: rounding,
            stage_target_days: self.stage_target_days.unwrap_or(old.stage_target_days),
        })
    }
}

/// Instalments cannot be rounded in a currency without a minor unit.
fn check_rounding(checks: &mut Checks, rounding: InstalmentRounding, currency: &str) {
    let is_possible = match rounding {
        InstalmentRounding::None => true,
        InstalmentRounding::MinorUnit => minor_unit_digits(currency).is_some(),
    };
    let message = "The currency has no minor unit. Choose none, or change the currency.";
    checks.ensure(is_possible, "instalmentRounding", FieldCode::NotPossible, message);
}

/// The input for a new organization and its administrator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewOrganization {
    /// Its name.
    pub name: String,
    /// Name of the administrator.
    pub admin_name: String,
    /// The address with which the administrator signs in.
    pub admin_email: String,
}

/// The created organization.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Created {
    /// The organization.
    pub organization_id: OrganizationId,
    /// Its administrator.
    pub admin_id: StaffId,
    /// The address with which the administrator signs in.
    pub admin_email: String,
    /// Shown once; to be changed at the first sign-in.
    pub temporary_password: String,
}

impl std::fmt::Debug for Created {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("Created").field(&self.organization_id).finish()
    }
}

impl NewOrganization {
    /// Returns the input with its texts normalized.
    ///
    /// Errors: 400 for invalid names and an invalid address.
    pub fn check(&self) -> Result<Self> {
        let mut checks = Checks::new();
        let checked = Self {
            name: checks.name("name", &self.name),
            admin_name: checks.name("adminName", &self.admin_name),
            admin_email: checks.email("adminEmail", &self.admin_email),
        };
        checks.finish()?;
        Ok(checked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn organization() -> Organization {
        Organization {
            id: OrganizationId(Uuid::from_u128(1)),
            name: "Amanah".to_owned(),
            address: String::new(),
            time_zone: "UTC".to_owned(),
            currency: "USD".to_owned(),
            customer_mfa_required: false,
            separate_shariah_approver: true,
            grace_days: 0,
            non_accrual_days: 90,
            murabaha_presentation: Presentation::Net,
            instalment_rounding: InstalmentRounding::None,
            stage_target_days: 7,
        }
    }

    #[test]
    fn an_empty_patch_changes_nothing() {
        let patch: OrganizationPatch = serde_json::from_str("{}").unwrap();
        assert_eq!(patch.apply(organization()).unwrap(), organization());
    }

    #[test]
    fn instalments_are_rounded_only_in_a_currency_with_a_minor_unit() {
        let rounded = |currency: &str| OrganizationPatch {
            currency: Some(currency.to_owned()),
            instalment_rounding: Some(InstalmentRounding::MinorUnit),
            ..OrganizationPatch::default()
        };
        let in_dinars = rounded("KWD").apply(organization()).unwrap();
        assert_eq!(in_dinars.instalment_unit().ten_thousandths(), 10);
        let error = rounded("XAU").apply(organization()).unwrap_err();
        assert_eq!(error.problem().errors[0].field, "instalmentRounding");
        let gold =
            OrganizationPatch { currency: Some("XAU".to_owned()), ..OrganizationPatch::default() };
        assert!(gold.clone().apply(in_dinars).is_err());
        assert!(gold.apply(organization()).is_ok());
    }

    #[test]
    fn currencies_and_days_out_of_range_are_refused_together() {
        let patch = OrganizationPatch {
            currency: Some("usd".to_owned()),
            grace_days: Some(-1),
            non_accrual_days: Some(0),
            stage_target_days: Some(0),
            name: Some(" ".to_owned()),
            ..OrganizationPatch::default()
        };
        let error = patch.apply(organization()).unwrap_err();
        assert_eq!(error.problem().errors.len(), 5);
    }
}
