//! Organizations: created from the command line, managed by their administrators.

mod letterhead;
pub(crate) mod repo;

use chrono_tz::Tz;
use shared::audit::AuditAction;
use shared::credit::vocabulary::{InstalmentRounding, Presentation};
use shared::error::{Error, FieldCode, Result};
use shared::id::{OrganizationId, StaffId};
use shared::organization::{Created, NewOrganization, Organization, OrganizationPatch};
use shared::permission::{ADMIN, Permission, SEEDED_ROLES};
use shared::role::Role;

use crate::audit::{self, Actor, Entry};
use crate::caller::{Caller, RequestContext};
use crate::clock::local_date;
use crate::context::use_cases;
use crate::session::password;
use crate::staff::repo::NewStaff;
use crate::transaction::{ReadTx, WriteTx};
use crate::{credit, role, staff};

const TIME_ZONE: &str = "UTC";
const CURRENCY: &str = "USD";
const NON_ACCRUAL_DAYS: i64 = 90;
/// The days within which each stage of an appraisal should be completed, at first.
const STAGE_TARGET_DAYS: i64 = 7;
const ADMIN_STAFF_NUMBER: &str = "ADMIN";

use_cases! {
    /// Organizations.
    Organizations, organizations
}

impl Organizations<'_> {
    /// The caller's organization. Needs `org:manage`.
    pub async fn find(&self, caller: &Caller) -> Result<Organization> {
        let caller = caller.require(Permission::OrgManage)?;
        let mut tx = self.0.read(caller).await?;
        find(&mut tx).await
    }

    /// Changes the caller's organization. Needs `org:manage` and a session: the organization's
    /// settings include the rules of authentication.
    ///
    /// Errors: 400 naming every invalid field.
    pub async fn change(&self, caller: &Caller, patch: OrganizationPatch) -> Result<Organization> {
        let caller = caller.require(Permission::OrgManage)?;
        let caller = caller.require_person()?;
        if patch.time_zone.as_ref().is_some_and(|zone| zone.parse::<Tz>().is_err()) {
            let message = "Enter a time zone name, such as Asia/Dubai.";
            return Err(Error::field("timeZone", FieldCode::Invalid, message));
        }
        let mut act = self.0.act(caller).await?;
        repo::lock(&mut act).await?;
        let before = find(&mut act).await?;
        let after = patch.apply(before.clone())?;
        let fields = changed_fields(&before, &after);
        if fields.is_empty() {
            return Ok(before);
        }
        repo::save(&mut act, &after).await?;
        if after.grace_days != before.grace_days {
            let days = u32::try_from(after.grace_days).unwrap_or_default();
            let graded = (self.0.today(&after.time_zone), days);
            credit::regrade(&mut act, self.0, graded).await?;
        }
        let entry = entry(AuditAction::OrganizationChanged, after.id, &fields);
        act.audit(entry).await?;
        act.commit().await?;
        Ok(after)
    }

    /// Creates an organization with its roles, its templates and an administrator who starts today.
    ///
    /// Errors: 400 naming every invalid field; 400 `EMAIL_TAKEN`.
    pub async fn create(&self, input: NewOrganization) -> Result<Created> {
        let input = input.check()?;
        let organization = new_organization(OrganizationId(self.0.id()), &input.name);
        let temporary_password = password::temporary()?;
        let admin = NewStaff {
            password_hash: self.0.passwords.hash(&self.0.secrets, &temporary_password).await?,
            password_scheme: password::SCHEME,
            ..self.new_admin(&input)
        };
        let mut tx = self.0.begin_within(organization.id).await?;
        repo::add(&mut tx, &organization, self.0.now()).await?;
        role::repo::add(&mut tx, &seeded_roles()).await?;
        staff::repo::add(&mut tx, std::slice::from_ref(&admin), self.0.now())
            .await
            .map_err(|error| error.unique_or(staff::email_taken("adminEmail")))?;
        crate::seed::seed(&mut tx, self.0).await?;
        self.record_creation(&mut tx, &organization, admin.id).await?;
        tx.commit().await?;
        Ok(Created {
            organization_id: organization.id,
            admin_id: admin.id,
            admin_email: input.admin_email,
            temporary_password,
        })
    }

    fn new_admin(&self, input: &NewOrganization) -> NewStaff {
        let today = local_date(self.0.now(), TIME_ZONE);
        NewStaff {
            role: ADMIN.to_owned(),
            job_title: Some("Administrator".to_owned()),
            ..NewStaff::starting(
                StaffId(self.0.id()),
                ADMIN_STAFF_NUMBER.to_owned(),
                (input.admin_name.clone(), input.admin_email.clone()),
                today,
            )
        }
    }

    async fn record_creation(
        &self,
        tx: &mut WriteTx,
        organization: &Organization,
        admin: StaffId,
    ) -> Result<()> {
        let request = RequestContext::default();
        let actor = Actor {
            organization: organization.id,
            id: None,
            name: "Command line",
            api_token: None,
            request: &request,
        };
        let entry = entry(AuditAction::OrganizationCreated, organization.id, &["name"]);
        audit::record_of(tx, self.0, &actor, entry).await?;
        let fields = &["staffNumber", "name", "email", "role"];
        audit::record_of(tx, self.0, &actor, staff::entry(AuditAction::StaffCreated, admin, fields))
            .await
    }
}

/// The organization of the transaction.
///
/// Errors: 404.
pub(crate) async fn find(tx: &mut ReadTx) -> Result<Organization> {
    repo::find(tx).await?.ok_or_else(|| Error::not_found("Organization"))
}

fn new_organization(id: OrganizationId, name: &str) -> Organization {
    Organization {
        id,
        name: name.to_owned(),
        address: String::new(),
        time_zone: TIME_ZONE.to_owned(),
        currency: CURRENCY.to_owned(),
        customer_mfa_required: false,
        separate_shariah_approver: true,
        grace_days: 0,
        non_accrual_days: NON_ACCRUAL_DAYS,
        murabaha_presentation: Presentation::Net,
        instalment_rounding: InstalmentRounding::None,
        stage_target_days: STAGE_TARGET_DAYS,
    }
}

fn seeded_roles() -> Vec<Role> {
    let roles = SEEDED_ROLES.iter().map(|role| Role {
        key: role.key.to_owned(),
        name: role.name.to_owned(),
        permissions: role.permission_set().into_iter().collect(),
        is_seeded: true,
    });
    roles.collect()
}

fn changed_fields(before: &Organization, after: &Organization) -> Vec<&'static str> {
    let differences = [
        ("name", before.name != after.name),
        ("address", before.address != after.address),
        ("timeZone", before.time_zone != after.time_zone),
        ("currency", before.currency != after.currency),
        ("customerMfaRequired", before.customer_mfa_required != after.customer_mfa_required),
        (
            "separateShariahApprover",
            before.separate_shariah_approver != after.separate_shariah_approver,
        ),
        ("graceDays", before.grace_days != after.grace_days),
        ("nonAccrualDays", before.non_accrual_days != after.non_accrual_days),
        ("murabahaPresentation", before.murabaha_presentation != after.murabaha_presentation),
        ("instalmentRounding", before.instalment_rounding != after.instalment_rounding),
        ("stageTargetDays", before.stage_target_days != after.stage_target_days),
    ];
    differences.into_iter().filter_map(|(name, differs)| differs.then_some(name)).collect()
}

fn entry<'f>(action: AuditAction, id: OrganizationId, fields: &'f [&'f str]) -> Entry<'f> {
    Entry { action, entity_type: "organization", entity_id: Some(id.to_string()), fields }
}
