//! The template of the Finance department.

use super::CORE_KPIS;
use crate::seed::content::{TemplateContent, TemplateItemContent};

pub(super) const TEMPLATE: TemplateContent = TemplateContent {
    name: "Finance",
    description: "For staff of the Finance department: reporting, treasury, profit distribution, \
         tax and Zakah, and the payment of suppliers.",
    items: &ITEMS,
};

const ITEMS: [TemplateItemContent; 8] = [
    CORE_KPIS.row(
        "Close the books on time and correctly",
        "Days from period end to a signed-off trial balance, and the number of entries corrected \
         after the close.",
        "Monthly close within 3 working days and quarterly close within 5; no more than two \
         post-close corrections a quarter, none of them material.",
        2_000,
    ),
    CORE_KPIS.row(
        "Deliver regulatory and statutory returns",
        "Share of central bank, tax and statutory returns filed by the due date and accepted \
         without resubmission.",
        "Quarterly close within 5 working days, no late regulator return; not more than one \
         resubmission a year.",
        1_800,
    ),
    CORE_KPIS.row(
        "Keep the general ledger reconciled",
        "Share of balance sheet accounts reconciled and reviewed by the agreed day, and the age of \
         the oldest open item.",
        "All bank, suspense and financing control accounts reconciled by working day 7; no \
         unexplained item older than 30 days.",
        1_500,
    ),
    CORE_KPIS.row(
        "Account for Islamic financing contracts under AAOIFI and IFRS",
        "Accuracy of profit recognition, deferred profit and impairment on Murabaha, Ijarah and \
         Diminishing Musharakah balances.",
        "No material misstatement found by external audit or the Shariah audit; differences \
         between schedules and ledger cleared within 5 working days.",
        1_500,
    ),
    CORE_KPIS.row(
        "Calculate profit distribution, Zakah and purification amounts",
        "Timeliness and accuracy of the profit pool calculation, the Zakah base and the \
         segregation of non-permissible income.",
        "Profit distribution approved by working day 6 of the month; non-permissible income moved \
         to the charity account within the month it is identified.",
        1_000,
    ),
    CORE_KPIS.row(
        "Manage liquidity and cash flow forecasts",
        "Difference between forecast and actual four-week cash position, and days on which a \
         liquidity limit was broken.",
        "Forecast within 5 percent of actual for ten months out of twelve; no breach of the \
         internal liquidity limit.",
        1_000,
    ),
    CORE_KPIS.row(
        "Pay suppliers and staff claims accurately and on time",
        "Share of approved invoices paid within terms, and the number of duplicate or wrong \
         payments.",
        "At least 97 percent of approved invoices paid within terms; no duplicate payment; \
         complete supporting papers for every voucher sampled.",
        700,
    ),
    CORE_KPIS.row(
        "Control the budget and explain variances",
        "Timeliness of the management accounts, and the quality of the explanation given for each \
         variance above the threshold.",
        "Management accounts issued by working day 8 each month, with every variance above 5 \
         percent explained by its owner.",
        500,
    ),
];
