//! The template of the HR/Admin department.

use super::CORE_KPIS;
use crate::seed::content::{TemplateContent, TemplateItemContent};

pub(super) const TEMPLATE: TemplateContent = TemplateContent {
    name: "HR/Admin",
    description: "For staff of Human Resources and office administration: recruitment, payroll, \
         records, training, staff relations and services to the offices.",
    items: &ITEMS,
};

const ITEMS: [TemplateItemContent; 8] = [
    CORE_KPIS.row(
        "Fill approved vacancies with suitable people",
        "Average days from approval to accepted offer, and the share of joiners who are confirmed \
         at the end of probation.",
        "Vacancies filled within 45 calendar days on average; at least 90 percent of joiners \
         confirmed in employment.",
        1_800,
    ),
    CORE_KPIS.row(
        "Run payroll and benefits without error",
        "Accuracy and timeliness of salaries, end-of-service provisions, social insurance and \
         medical cover.",
        "Salaries credited by the 27th of each month; no more than one correction per 100 \
         payslips; every statutory contribution paid by its date.",
        1_700,
    ),
    CORE_KPIS.row(
        "Keep complete and confidential staff records",
        "Share of sampled staff files that hold every required document, and breaches of \
         confidentiality.",
        "At least 98 percent of sampled files complete; residence permits and licences renewed 30 \
         days before expiry; no breach of confidentiality.",
        1_400,
    ),
    CORE_KPIS.row(
        "Manage probation, appraisal and confirmation on time",
        "Share of appraisals finalized by the due date, and of probation decisions made before six \
         months of service.",
        "At least 95 percent of annual appraisals finalized by the end of February; no probation \
         decision later than 14 days after it fell due.",
        1_400,
    ),
    CORE_KPIS.row(
        "Deliver the annual training plan",
        "Share of the planned courses delivered within budget, and the change in skill that line \
         managers report three months later.",
        "At least 90 percent of the plan delivered; average rating by participants of 4 out of 5; \
         effect confirmed for three quarters of courses.",
        1_200,
    ),
    CORE_KPIS.row(
        "Handle grievances and disciplinary cases fairly",
        "Days to acknowledge and to decide a case, and decisions changed on appeal because \
         procedure was not followed.",
        "Acknowledged within 2 working days and decided within 20; no decision reversed on grounds \
         of procedure.",
        1_000,
    ),
    CORE_KPIS.row(
        "Keep offices safe, supplied and in good order",
        "Time taken to answer service requests, results of safety inspections, and spending \
         against the administration budget.",
        "At least 90 percent of requests closed within 2 working days; two fire drills a year; \
         spending within 3 percent of budget.",
        1_000,
    ),
    CORE_KPIS.row(
        "Report reliable workforce figures",
        "Timeliness and accuracy of the monthly report on headcount, turnover, absence, employment \
         of nationals and open vacancies.",
        "Report issued by working day 5 each month, with no figure restated after the management \
         committee has received it.",
        500,
    ),
];
