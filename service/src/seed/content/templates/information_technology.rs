//! The template of the IT department.

use super::CORE_KPIS;
use crate::seed::content::{TemplateContent, TemplateItemContent};

pub(super) const TEMPLATE: TemplateContent = TemplateContent {
    name: "IT",
    description: "For staff of Information Technology: availability of systems, support of users, \
         information security, projects and recovery.",
    items: &ITEMS,
};

const ITEMS: [TemplateItemContent; 7] = [
    CORE_KPIS.row(
        "Keep critical systems available",
        "Availability of core banking, payments and customer channels in service hours, measured \
         by the monitoring system.",
        "At least 99.7 percent availability each month; no single outage of core banking longer \
         than 60 minutes.",
        2_000,
    ),
    CORE_KPIS.row(
        "Resolve incidents and requests within service levels",
        "Share of tickets answered and resolved within the time agreed for their priority, and \
         user satisfaction after closure.",
        "Priority 1 resolved within 2 hours and priority 2 within 8 in at least 95 percent of \
         cases; average satisfaction of 4 out of 5.",
        1_700,
    ),
    CORE_KPIS.row(
        "Protect systems and data",
        "Days to install critical security updates, findings of penetration tests still open, and \
         access rights reviewed.",
        "Critical updates installed within 14 days; high-risk findings closed within 30; access of \
         every system reviewed each quarter.",
        1_800,
    ),
    CORE_KPIS.row(
        "Prove that data and services can be recovered",
        "Success of daily backups, and the result of restore and disaster recovery tests against \
         the agreed recovery times.",
        "At least 99 percent of backups successful; one restore test a month and two recovery \
         exercises a year, all within the recovery time.",
        1_300,
    ),
    CORE_KPIS.row(
        "Deliver changes and projects as agreed",
        "Share of milestones met on time and within budget, and of changes that had to be \
         withdrawn or caused an incident.",
        "At least 85 percent of milestones met; fewer than 3 percent of changes withdrawn; no \
         change to production without approval.",
        1_500,
    ),
    CORE_KPIS.row(
        "Set up Islamic products in systems as approved",
        "Agreement of product parameters, contract sequence and postings in core banking with the \
         approved product paper.",
        "Parameters checked by Finance and Shariah Compliance before release; no contract executed \
         in the wrong sequence because of set-up.",
        1_000,
    ),
    CORE_KPIS.row(
        "Manage suppliers, licences and equipment",
        "Accuracy of the asset register, licence compliance, and supplier performance against \
         contract.",
        "Register at least 98 percent accurate at the yearly count; no unlicensed software; each \
         critical supplier reviewed twice a year.",
        700,
    ),
];
