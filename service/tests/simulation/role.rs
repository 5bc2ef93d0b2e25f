//! The roles of a new organization, and their permissions by the specification.

use shared::permission::Permission;

/// A role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    Administrator,
    HumanResources,
    ManagingDirector,
    Employee,
    CreditOfficer,
    CreditReviewer,
    ShariahOfficer,
    Cashier,
    Accountant,
}

impl Role {
    pub(super) const ALL: [Self; 9] = [
        Self::Administrator,
        Self::HumanResources,
        Self::ManagingDirector,
        Self::Employee,
        Self::CreditOfficer,
        Self::CreditReviewer,
        Self::ShariahOfficer,
        Self::Cashier,
        Self::Accountant,
    ];

    /// The key of the role.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Administrator => "admin",
            Self::HumanResources => "hr",
            Self::ManagingDirector => "md",
            Self::Employee => "employee",
            Self::CreditOfficer => "credit_officer",
            Self::CreditReviewer => "credit_reviewer",
            Self::ShariahOfficer => "shariah_officer",
            Self::Cashier => "cashier",
            Self::Accountant => "finance",
        }
    }

    /// True if the role grants the permission.
    pub(super) fn grants(self, permission: Permission) -> bool {
        use Permission as P;
        let granted: &[Permission] = match self {
            Self::Administrator => return true,
            Self::HumanResources => {
                &[P::AppraisalsHrManage, P::StaffView, P::StaffManage, P::LeaveManage, P::AuditView]
            }
            Self::ManagingDirector => &[P::StaffView, P::CreditView],
            Self::Employee => &[],
            Self::CreditOfficer => {
                &[P::CustomersView, P::CustomersManage, P::CreditView, P::CreditCreate]
            }
            Self::CreditReviewer => &[P::CustomersView, P::CreditView, P::CreditReview],
            Self::ShariahOfficer => &[P::CustomersView, P::CreditView, P::CreditApprove],
            Self::Cashier => &[P::CustomersView, P::CreditView, P::CreditRecordPayment],
            Self::Accountant => &[P::CreditView, P::CreditConfigManage],
        };
        permission == P::AppraisalsRespond || granted.contains(&permission)
    }
}
