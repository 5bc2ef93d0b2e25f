//! The departments; two have no template of their own and use the fallback.

use super::DepartmentContent;

pub(super) const FINANCE: &str = "Finance";
pub(super) const COMPLIANCE: &str = "Compliance";
pub(super) const HUMAN_RESOURCES: &str = "Human Resources";
pub(super) const INFORMATION_TECHNOLOGY: &str = "Information Technology";
pub(super) const CREDIT_OPERATIONS: &str = "Credit Operations";
pub(super) const RETAIL_BRANCHES: &str = "Retail Branches";
pub(super) const ADMINISTRATION: &str = "Administration";

/// The departments of the demo organization.
pub const DEPARTMENTS: [DepartmentContent; 7] = [
    DepartmentContent { name: FINANCE, supervisor: "AIF-008", template: Some("Finance") },
    DepartmentContent { name: COMPLIANCE, supervisor: "AIF-015", template: Some("Compliance") },
    DepartmentContent { name: HUMAN_RESOURCES, supervisor: "AIF-020", template: Some("HR/Admin") },
    DepartmentContent { name: INFORMATION_TECHNOLOGY, supervisor: "AIF-023", template: Some("IT") },
    DepartmentContent { name: CREDIT_OPERATIONS, supervisor: "AIF-028", template: None },
    DepartmentContent { name: RETAIL_BRANCHES, supervisor: "AIF-034", template: None },
    DepartmentContent {
        name: ADMINISTRATION,
        supervisor: "AIF-001",
        template: Some("Driver / Admin Support"),
    },
];
