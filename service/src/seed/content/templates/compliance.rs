//! The template of the Compliance department.

use super::CORE_KPIS;
use crate::seed::content::{TemplateContent, TemplateItemContent};

pub(super) const TEMPLATE: TemplateContent = TemplateContent {
    name: "Compliance",
    description: "For staff of the Compliance department: regulatory compliance, prevention of \
         financial crime, and Shariah compliance reviews.",
    items: &ITEMS,
};

const ITEMS: [TemplateItemContent; 7] = [
    CORE_KPIS.row(
        "Carry out the annual compliance monitoring plan",
        "Share of the planned reviews completed and reported in the quarter in which they were \
         due.",
        "At least 95 percent of planned reviews reported on time; draft report within 10 working \
         days of the end of fieldwork.",
        2_000,
    ),
    CORE_KPIS.row(
        "Monitor transactions and report suspicions",
        "Time taken to clear monitoring alerts, and to escalate those that need a suspicious \
         transaction report.",
        "Alerts decided within 3 working days; suspicious transaction reports filed within the \
         legal limit, with no exception.",
        1_800,
    ),
    CORE_KPIS.row(
        "Assure customer due diligence",
        "Share of sampled customer files with complete identification, beneficial ownership, \
         source of funds and risk rating.",
        "At least 98 percent of sampled files complete; enhanced due diligence renewed every 12 \
         months for each high-risk customer.",
        1_600,
    ),
    CORE_KPIS.row(
        "Keep the house informed of new rules",
        "Days from the publication of a rule to an impact note with owners and dates, and overdue \
         implementation actions.",
        "Impact note within 10 working days of publication; no implementation action overdue \
         without the consent of the Compliance Committee.",
        1_200,
    ),
    CORE_KPIS.row(
        "Support the Shariah Supervisory Board and follow up its rulings",
        "Quality and timeliness of the papers sent to the Board, and the share of its rulings put \
         into practice by the agreed date.",
        "Board papers sent 7 days before each meeting; every ruling entered in the register within \
         2 working days and implemented by its date.",
        1_200,
    ),
    CORE_KPIS.row(
        "Follow findings to closure",
        "Share of findings from regulators, auditors and own reviews closed with evidence by the \
         agreed date.",
        "At least 90 percent closed by the first agreed date; no high-rated finding more than 30 \
         days overdue.",
        1_200,
    ),
    CORE_KPIS.row(
        "Train and advise colleagues",
        "Coverage of compulsory training on financial crime, conduct and Shariah matters, and the \
         time taken to answer requests for advice.",
        "All staff trained within 12 months and joiners within 30 days; requests for advice \
         answered within 2 working days.",
        1_000,
    ),
];
