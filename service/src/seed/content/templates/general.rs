//! The fallback of every department without a template of its own: four weighted categories.

use super::{Category, FALLBACK_TEMPLATE_NAME};
use crate::seed::content::{TemplateContent, TemplateItemContent};

const CORE_DUTIES: Category = Category::new("Core duties", 4_000);
const SERVICE: Category = Category::new("Customer and stakeholder service", 3_000);
const IMPROVEMENT: Category = Category::new("Process and cost improvement", 1_500);
const LEARNING: Category = Category::new("Learning and teamwork", 1_500);

pub(super) const TEMPLATE: TemplateContent = TemplateContent {
    name: FALLBACK_TEMPLATE_NAME,
    description: "For departments without a template of their own, such as branches, financing \
         operations and business support. Human Resources may copy it as the start of a new \
         template.",
    items: &ITEMS,
};

const ITEMS: [TemplateItemContent; 11] = [
    CORE_DUTIES.row(
        "Deliver the agreed results of the position",
        "Share of the annual objectives agreed with the line manager that were met in quantity and \
         on time.",
        "At least 90 percent of agreed objectives met by their date; every delay raised with the \
         line manager beforehand.",
        1_500,
    ),
    CORE_DUTIES.row(
        "Produce accurate and complete work",
        "Errors found in review, audit or by customers for every 100 files, contracts, \
         transactions or reports handled.",
        "Fewer than 2 errors per 100 items; none that causes loss, a defective contract or a wrong \
         entry to a customer account.",
        1_200,
    ),
    CORE_DUTIES.row(
        "Process work within the standard time",
        "Share of applications, requests and reports completed within the service level of the \
         department.",
        "At least 95 percent within the service level; nothing older than twice the standard time \
         without a written reason.",
        800,
    ),
    CORE_DUTIES.row(
        "Follow the procedures of the department",
        "Departures from approved procedure and from the limits of authority found by supervisors, \
         audit or compliance.",
        "No unauthorized departure; every exception approved in writing before the work is done.",
        500,
    ),
    SERVICE.row(
        "Serve customers and colleagues to the promised standard",
        "Satisfaction of customers or of the departments served, from the half-yearly survey and \
         recorded feedback.",
        "Average of at least 4.2 out of 5, with no repeated criticism of the same point.",
        1_200,
    ),
    SERVICE.row(
        "Resolve complaints and requests promptly",
        "Time taken to acknowledge and resolve complaints and requests, and the share of them \
         reopened.",
        "Acknowledged the same day and resolved within 5 working days; fewer than 5 percent \
         reopened.",
        1_000,
    ),
    SERVICE.row(
        "Explain products and contracts fairly and clearly",
        "Accuracy of the explanation of price, profit, ownership and obligations, checked by \
         call-backs and file reviews.",
        "No case of mis-selling; at least 95 percent of customers called back can state their \
         total price and instalment.",
        800,
    ),
    IMPROVEMENT.row(
        "Improve a process or control of the department",
        "Improvements proposed, agreed and put into practice, with the time, cost or risk saved.",
        "At least two improvements in practice in the year, one of them with a saving confirmed by \
         the department head.",
        900,
    ),
    IMPROVEMENT.row(
        "Use time, money and materials with care",
        "Spending under the control of the position against budget, and avoidable overtime or \
         waste.",
        "Spending within budget; overtime agreed in advance; no avoidable cost noted by the line \
         manager.",
        600,
    ),
    LEARNING.row(
        "Complete the agreed learning plan",
        "Compulsory and individual training completed, certificates earned, and use of what was \
         learned in daily work.",
        "All compulsory training by its date and at least 24 hours of agreed training in the year.",
        800,
    ),
    LEARNING.row(
        "Share knowledge and cover for colleagues",
        "Handover notes kept up to date, tasks taken over in absences, and sessions held for \
         colleagues.",
        "Handover notes reviewed each half-year; planned absences covered without delay to \
         customers; one session held for the team.",
        700,
    ),
];
