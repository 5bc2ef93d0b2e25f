//! Permissions that roles grant.

use std::collections::BTreeSet;

text_enum! {
    /// A permission that a role can grant.
    Permission {
        /// Take part in appraisals; every role has it.
        AppraisalsRespond = "appraisals:respond",
        /// Initiate, see and finalize every appraisal, and manage the settings.
        AppraisalsHrManage = "appraisals:hr_manage",
        /// See staff and departments.
        StaffView = "staff:view",
        /// Change staff and departments.
        StaffManage = "staff:manage",
        /// Manage leave policies, balances and the working calendar.
        LeaveManage = "leave:manage",
        /// Read the audit log.
        AuditView = "audit:view",
        /// Manage the organization, its roles and its integrations.
        OrgManage = "org:manage",
        /// Read the events of all records of the organization, for an integration.
        EventsRead = "events:read",
        /// See customers.
        CustomersView = "customers:view",
        /// Change customers and their portal accounts.
        CustomersManage = "customers:manage",
        /// See facilities, schedules, payments and reports.
        CreditView = "credit:view",
        /// Create a facility and submit it for review.
        CreditCreate = "credit:create",
        /// Review a facility.
        CreditReview = "credit:review",
        /// Give Shariah approval, activate and service a facility.
        CreditApprove = "credit:approve",
        /// Record payments and early settlements.
        CreditRecordPayment = "credit:record_payment",
        /// Manage the account map.
        CreditConfigManage = "credit:config_manage",
    }
}

/// A set of permissions, in a fixed order.
pub type PermissionSet = BTreeSet<Permission>;

/// The key of the role with every permission.
pub const ADMIN: &str = "admin";
/// The key of the human-resources role.
pub const HR: &str = "hr";
/// The key of the managing director's role.
pub const MD: &str = "md";
/// The key of the role without further permissions.
pub const EMPLOYEE: &str = "employee";

/// A predefined role of every organization.
#[derive(Clone, Copy, Debug)]
pub struct SeededRole {
    /// Its key.
    pub key: &'static str,
    /// Its display name.
    pub name: &'static str,
    /// The permissions in addition to `appraisals:respond`.
    pub permissions: &'static [Permission],
}

/// The predefined roles of every organization.
pub const SEEDED_ROLES: &[SeededRole] = {
    use Permission as P;
    &[
        SeededRole { key: ADMIN, name: "Administrator", permissions: P::ALL },
        SeededRole {
            key: HR,
            name: "Human resources",
            permissions: &[
                P::AppraisalsHrManage,
                P::StaffView,
                P::StaffManage,
                P::LeaveManage,
                P::AuditView,
            ],
        },
        SeededRole {
            key: MD,
            name: "Managing director",
            permissions: &[P::StaffView, P::CreditView],
        },
        SeededRole { key: EMPLOYEE, name: "Employee", permissions: &[] },
        SeededRole {
            key: "credit_officer",
            name: "Credit officer",
            permissions: &[P::CustomersView, P::CustomersManage, P::CreditView, P::CreditCreate],
        },
        SeededRole {
            key: "credit_reviewer",
            name: "Credit reviewer",
            permissions: &[P::CustomersView, P::CreditView, P::CreditReview],
        },
        SeededRole {
            key: "shariah_officer",
            name: "Shariah officer",
            permissions: &[P::CustomersView, P::CreditView, P::CreditApprove],
        },
        SeededRole {
            key: "cashier",
            name: "Cashier",
            permissions: &[P::CustomersView, P::CreditView, P::CreditRecordPayment],
        },
        SeededRole {
            key: "finance",
            name: "Finance",
            permissions: &[P::CreditView, P::CreditConfigManage],
        },
    ]
};

impl SeededRole {
    /// The permissions of the role, including `appraisals:respond`.
    pub fn permission_set(&self) -> PermissionSet {
        with_respond(self.permissions.iter().copied())
    }
}

/// The permissions of a role: the given ones and `appraisals:respond`, which every role has.
pub fn with_respond(permissions: impl IntoIterator<Item = Permission>) -> PermissionSet {
    let mut set: PermissionSet = permissions.into_iter().collect();
    set.insert(Permission::AppraisalsRespond);
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seeded_role_may_respond_to_appraisals() {
        for role in SEEDED_ROLES {
            assert!(role.permission_set().contains(&Permission::AppraisalsRespond), "{}", role.key);
        }
    }

    #[test]
    fn only_admin_and_hr_manage_appraisals() {
        let managing: Vec<_> = SEEDED_ROLES
            .iter()
            .filter(|role| role.permission_set().contains(&Permission::AppraisalsHrManage))
            .map(|role| role.key)
            .collect();
        assert_eq!(managing, [ADMIN, HR]);
    }

    /// The permissions of administrators alone: others receive them by a role of their own.
    const ADMIN_ONLY: [Permission; 2] = [Permission::OrgManage, Permission::EventsRead];

    #[test]
    fn every_permission_but_those_of_administrators_is_granted_by_another_role() {
        let others = SEEDED_ROLES.iter().filter(|role| role.key != ADMIN);
        let granted: PermissionSet = others.flat_map(SeededRole::permission_set).collect();
        let all = Permission::ALL.iter().filter(|it| !ADMIN_ONLY.contains(it));
        let missing: Vec<_> = all.filter(|it| !granted.contains(it)).collect();
        assert!(missing.is_empty(), "decide on roles in SEEDED_ROLES for {missing:?}");
    }

    #[test]
    fn every_permission_reads_back_from_its_text() {
        for permission in Permission::ALL {
            assert_eq!(permission.as_str().parse(), Ok(*permission));
        }
        assert!("credit:everything".parse::<Permission>().is_err());
    }
}
