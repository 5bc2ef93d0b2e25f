//! The four organization-wide lists that supply rows to every appraisal form.

use shared::weight::Weight;

use super::CatalogItemContent;

/// Risk and compliance KPIs, the only list with target guidance.
pub const RISK_COMPLIANCE_KPIS: [CatalogItemContent; 4] = [
    risk_compliance_kpi(
        "Comply with policies, regulation and Shariah rulings",
        "Work is done within regulation, internal policy, limits of authority and the rulings of \
         the Shariah Supervisory Board.",
        "No breach attributable to the member of staff; compulsory compliance and Shariah training \
         completed by its due date.",
    ),
    risk_compliance_kpi(
        "Identify and report risks and incidents",
        "Operational losses, near misses, errors, conflicts of interest and suspicions are \
         recognized and reported without delay.",
        "Every incident entered in the risk register within 24 hours; suspicions reported to the \
         reporting officer the same day.",
    ),
    risk_compliance_kpi(
        "Close audit and compliance findings",
        "Findings of internal audit, Shariah audit, compliance and the regulator that are assigned \
         to the member of staff are put right.",
        "All assigned actions closed with evidence by the agreed date; no repeated finding.",
    ),
    risk_compliance_kpi(
        "Protect customer data and company assets",
        "Customer information, passwords, documents, cash and equipment are kept safe and used \
         only for the work of the house.",
        "No loss or disclosure of data; clear desk and locked screen at every inspection; security \
         awareness test passed with at least 80 percent.",
    ),
];

/// Competencies of every member of staff.
pub const COMPETENCIES: [CatalogItemContent; 15] = [
    competency(
        "Job knowledge",
        "Knows the products, procedures, systems and rules of the position, and applies them \
         without needing to be reminded.",
    ),
    competency(
        "Knowledge of Islamic finance",
        "Understands the contracts used by the house, why the sequence of ownership and sale \
         matters, and when to ask Shariah Compliance.",
    ),
    competency(
        "Quality and accuracy",
        "Delivers work that is complete, checked and right the first time, and takes care over \
         figures, names and dates.",
    ),
    competency(
        "Productivity",
        "Completes a fair volume of work in the time available and keeps a steady pace under \
         pressure.",
    ),
    competency(
        "Planning and organization",
        "Sets priorities, keeps an orderly diary and files, and finishes urgent and important \
         matters first.",
    ),
    competency(
        "Problem solving",
        "Finds the cause of a problem, weighs the options and settles it so that it does not come \
         back.",
    ),
    competency(
        "Judgement and decision making",
        "Takes sound decisions within authority, on facts, and refers upward what belongs upward.",
    ),
    competency(
        "Initiative",
        "Acts without waiting to be told, suggests improvements and takes on additional work when \
         it is needed.",
    ),
    competency(
        "Written and spoken communication",
        "Writes and speaks clearly and politely, adapts to the listener, and keeps the people \
         concerned informed.",
    ),
    competency(
        "Customer focus",
        "Understands what internal and external customers need, keeps promises to them and follows \
         up until the matter is settled.",
    ),
    competency(
        "Teamwork",
        "Shares information and workload, helps others to succeed and settles disagreements \
         directly and calmly.",
    ),
    competency(
        "Adaptability",
        "Accepts new tasks, systems and priorities with a good will and becomes effective in them \
         quickly.",
    ),
    competency(
        "Digital skills",
        "Uses the core system, spreadsheets and office tools efficiently and safely, and learns \
         new functions without repeated help.",
    ),
    competency(
        "Risk awareness",
        "Sees what could go wrong in a transaction or process, applies the controls, and speaks up \
         in good time.",
    ),
    competency(
        "Learning and self-development",
        "Seeks feedback, learns from mistakes and works towards the qualifications the position \
         calls for.",
    ),
];

/// Competencies that are added to the form of a manager.
pub const MANAGERIAL_COMPETENCIES: [CatalogItemContent; 6] = [
    managerial_competency(
        "Leadership and direction",
        "Sets a clear direction, explains the reasons for it, and leads by personal example in \
         good and difficult times.",
    ),
    managerial_competency(
        "Developing people",
        "Knows the strengths of each member of the team, coaches and gives honest feedback, and \
         prepares successors.",
    ),
    managerial_competency(
        "Delegation and accountability",
        "Gives work and authority to the right person, follows it up without doing it over, and \
         answers for the result.",
    ),
    managerial_competency(
        "Performance management",
        "Agrees measurable objectives, appraises fairly and on time, recognizes good work and \
         deals with poor work early.",
    ),
    managerial_competency(
        "Planning and use of resources",
        "Turns the strategy into a plan with people, budget and dates, and delivers within them.",
    ),
    managerial_competency(
        "Control, risk and change",
        "Keeps effective controls in the unit, owns its risks and findings, and carries people \
         through change.",
    ),
];

/// Behaviours expected of every member of staff.
pub const BEHAVIOURS: [CatalogItemContent; 8] = [
    behaviour(
        "Integrity and trustworthiness (amanah)",
        "Tells the truth, keeps promises, declares conflicts of interest and treats what is \
         entrusted as a trust.",
    ),
    behaviour(
        "Excellence (ihsan)",
        "Takes pride in doing the work well, even when nobody is checking it.",
    ),
    behaviour(
        "Fairness (adl)",
        "Treats customers and colleagues without favour or prejudice, and listens to both sides \
         before judging.",
    ),
    behaviour(
        "Respect and courtesy (adab)",
        "Is polite and patient with everybody, whatever their position, faith, nationality or \
         gender.",
    ),
    behaviour(
        "Responsibility",
        "Owns tasks and mistakes, puts them right and does not look for somebody to blame.",
    ),
    behaviour(
        "Attendance and punctuality",
        "Is present and ready to work at the agreed time, and gives notice of absence as the \
         policy asks.",
    ),
    behaviour(
        "Confidentiality and discretion",
        "Keeps the affairs of customers, colleagues and the house private, in the office and \
         outside it.",
    ),
    behaviour(
        "Cooperation and openness to feedback",
        "Works willingly with every department, including audit and compliance, and accepts advice \
         without resentment.",
    ),
];

const fn risk_compliance_kpi(
    label: &'static str,
    description: &'static str,
    target_guidance: &'static str,
) -> CatalogItemContent {
    let weight = Weight::from_ten_thousandths(2_500);
    CatalogItemContent { label, description, weight, target_guidance: Some(target_guidance) }
}

/// One fifteenth, rounded to the four digits of a weight.
const fn competency(label: &'static str, description: &'static str) -> CatalogItemContent {
    unguided(label, description, 667)
}

/// One sixth, rounded to the four digits of a weight.
const fn managerial_competency(
    label: &'static str,
    description: &'static str,
) -> CatalogItemContent {
    unguided(label, description, 1_667)
}

const fn behaviour(label: &'static str, description: &'static str) -> CatalogItemContent {
    unguided(label, description, 1_250)
}

const fn unguided(
    label: &'static str,
    description: &'static str,
    ten_thousandths: i64,
) -> CatalogItemContent {
    let weight = Weight::from_ten_thousandths(ten_thousandths);
    CatalogItemContent { label, description, weight, target_guidance: None }
}
