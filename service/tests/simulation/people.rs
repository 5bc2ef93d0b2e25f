//! The staff of each simulated organization, and their permissions by the specification.

use shared::permission::Permission;

/// A member of staff; every organization has one of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Person {
    Administrator,
    HumanResources,
    ManagingDirector,
    DepartmentHead,
    LineManager,
    Analyst,
    Clerk,
    CreditOfficer,
    CreditReviewer,
    ShariahOfficer,
    Cashier,
    Accountant,
}

impl Person {
    pub(super) const ALL: [Self; 12] = [
        Self::Administrator,
        Self::HumanResources,
        Self::ManagingDirector,
        Self::DepartmentHead,
        Self::LineManager,
        Self::Analyst,
        Self::Clerk,
        Self::CreditOfficer,
        Self::CreditReviewer,
        Self::ShariahOfficer,
        Self::Cashier,
        Self::Accountant,
    ];

    /// The key of the role.
    pub(super) const fn role(self) -> &'static str {
        match self {
            Self::Administrator => "admin",
            Self::HumanResources => "hr",
            Self::ManagingDirector => "md",
            Self::DepartmentHead | Self::LineManager | Self::Analyst | Self::Clerk => "employee",
            Self::CreditOfficer => "credit_officer",
            Self::CreditReviewer => "credit_reviewer",
            Self::ShariahOfficer => "shariah_officer",
            Self::Cashier => "cashier",
            Self::Accountant => "finance",
        }
    }

    /// True if the role of the person grants the permission.
    pub(super) fn may(self, permission: Permission) -> bool {
        use Permission as P;
        let granted: &[Permission] = match self {
            Self::Administrator => return true,
            Self::HumanResources => {
                &[P::AppraisalsHrManage, P::StaffView, P::StaffManage, P::LeaveManage]
            }
            Self::ManagingDirector => &[P::StaffView, P::CreditView],
            Self::DepartmentHead | Self::LineManager | Self::Analyst | Self::Clerk => &[],
            Self::CreditOfficer => &[P::CreditView, P::CreditCreate],
            Self::CreditReviewer => &[P::CreditView, P::CreditReview],
            Self::ShariahOfficer => &[P::CreditView, P::CreditApprove],
            Self::Cashier => &[P::CreditView, P::CreditRecordPayment],
            Self::Accountant => &[P::CreditView, P::CreditConfigManage],
        };
        granted.contains(&permission)
    }

    /// True if the department of the person has another person as its head.
    pub(super) const fn has_department_head(self) -> bool {
        !matches!(self, Self::Administrator | Self::DepartmentHead)
    }

    /// The line manager at first; the head of the department reviews those without one.
    pub(super) const fn first_line_manager(self) -> Option<Self> {
        match self {
            Self::Analyst | Self::Clerk => Some(Self::LineManager),
            Self::LineManager => Some(Self::DepartmentHead),
            Self::Administrator
            | Self::HumanResources
            | Self::ManagingDirector
            | Self::DepartmentHead
            | Self::CreditOfficer
            | Self::CreditReviewer
            | Self::ShariahOfficer
            | Self::Cashier
            | Self::Accountant => None,
        }
    }
}
