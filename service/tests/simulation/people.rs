//! The staff of each simulated organization.

use super::role::Role;

/// A member of staff; every organization has one of each at first.
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
    /// Someone who joins later, by the number in the script.
    Newcomer(u32),
}

/// A department; every organization has one of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Department {
    Operations,
    Treasury,
}

impl Department {
    pub(super) const ALL: [Self; 2] = [Self::Operations, Self::Treasury];

    /// The head at first.
    pub(super) const fn first_head(self) -> Person {
        match self {
            Self::Operations => Person::DepartmentHead,
            Self::Treasury => Person::Accountant,
        }
    }
}

impl Person {
    /// The staff at the start of a run.
    pub(super) const FIRST: [Self; 12] = [
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

    /// The name, from which the staff number and the address follow.
    pub(super) fn name(self) -> String {
        match self {
            Self::Newcomer(number) => format!("Newcomer{number}"),
            first => format!("{first:?}"),
        }
    }

    /// The role at first.
    pub(super) const fn first_role(self) -> Role {
        match self {
            Self::Administrator => Role::Administrator,
            Self::HumanResources => Role::HumanResources,
            Self::ManagingDirector => Role::ManagingDirector,
            Self::DepartmentHead
            | Self::LineManager
            | Self::Analyst
            | Self::Clerk
            | Self::Newcomer(_) => Role::Employee,
            Self::CreditOfficer => Role::CreditOfficer,
            Self::CreditReviewer => Role::CreditReviewer,
            Self::ShariahOfficer => Role::ShariahOfficer,
            Self::Cashier => Role::Cashier,
            Self::Accountant => Role::Accountant,
        }
    }

    /// The department at first.
    pub(super) const fn first_department(self) -> Option<Department> {
        match self {
            Self::Administrator | Self::Newcomer(_) => None,
            _ => Some(Department::Operations),
        }
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
            | Self::Accountant
            | Self::Newcomer(_) => None,
        }
    }
}
