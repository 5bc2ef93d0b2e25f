//! Achievements for the rows of the catalogs.

use super::AchievementContent;

/// One list for each catalog.
pub(super) const ALL: [&[AchievementContent]; 4] =
    [&RISK_COMPLIANCE_KPIS, &COMPETENCIES, &MANAGERIAL_COMPETENCIES, &BEHAVIOURS];

const RISK_COMPLIANCE_KPIS: [AchievementContent; 4] = [
    AchievementContent {
        label: "Comply with policies, regulation and Shariah rulings",
        texts: &[
            "No breach in the period. All compulsory courses were completed before their dates, \
             Shariah basics with 92 percent.",
            "I stopped one purchase because the supplier invoice was dated after the sale, and \
             asked Shariah Compliance first.",
        ],
    },
    AchievementContent {
        label: "Identify and report risks and incidents",
        texts: &[
            "Reported three near misses in the risk register, each within the same day.",
            "Reported a wrong payment instruction within the hour; no loss resulted.",
        ],
    },
    AchievementContent {
        label: "Close audit and compliance findings",
        texts: &[
            "Both findings assigned to me were closed with evidence before the agreed date.",
            "No finding was assigned to me. I helped a colleague collect the evidence for two of \
             theirs.",
        ],
    },
    AchievementContent {
        label: "Protect customer data and company assets",
        texts: &[
            "No loss or disclosure. Passed the security awareness test with 95 percent.",
            "Clear desk at all inspections, and I reported two phishing messages to Information \
             Technology.",
        ],
    },
];

const COMPETENCIES: [AchievementContent; 15] = [
    AchievementContent {
        label: "Job knowledge",
        texts: &[
            "I handle the daily work of my position without help and know where to look for \
             unusual cases.",
            "I learned the month-end tasks within the first quarter and wrote them down.",
        ],
    },
    AchievementContent {
        label: "Knowledge of Islamic finance",
        texts: &[
            "I can explain Murabaha and Ijarah to a customer, and why the house must own the asset \
             first.",
            "I passed the internal course and use the contract sequence checklist.",
        ],
    },
    AchievementContent {
        label: "Quality and accuracy",
        texts: &[
            "Few of my files come back, and I check names, dates and totals before I hand work \
             over.",
            "Reviews found fewer errors in the second quarter than in the first.",
        ],
    },
    AchievementContent {
        label: "Productivity",
        texts: &[
            "I handle about 15 percent more requests than at the start of the period.",
            "I kept up with the workload during the absence of a colleague for three weeks.",
        ],
    },
    AchievementContent {
        label: "Planning and organization",
        texts: &[
            "I plan the week on its first morning and review open items each afternoon.",
            "My files and mailbox are in order, and no deadline was missed.",
        ],
    },
    AchievementContent {
        label: "Problem solving",
        texts: &[
            "I found the cause of the repeated differences in the daily report and had it \
             corrected.",
            "I settled a long dispute with a supplier by comparing the delivery notes.",
        ],
    },
    AchievementContent {
        label: "Judgement and decision making",
        texts: &[
            "I decide within my limits and bring doubtful cases to my manager with a proposal.",
            "I declined an incomplete application although there was pressure to accept it.",
        ],
    },
    AchievementContent {
        label: "Initiative",
        texts: &[
            "I proposed and built the list of expiring documents that the team now uses.",
            "I volunteered for the testing of the new system release.",
        ],
    },
    AchievementContent {
        label: "Written and spoken communication",
        texts: &[
            "I send short written summaries after each meeting, so that everybody knows who does \
             what.",
            "I have improved my written English and now draft letters that need few corrections.",
        ],
    },
    AchievementContent {
        label: "Customer focus",
        texts: &[
            "I call customers back the same day, also when there is nothing new to say.",
            "Two departments thanked me in writing for quick help.",
        ],
    },
    AchievementContent {
        label: "Teamwork",
        texts: &[
            "I share the counter duty fairly and help when others are under pressure.",
            "I covered for colleagues on leave and kept them informed about open matters.",
        ],
    },
    AchievementContent {
        label: "Adaptability",
        texts: &[
            "I took over a new task when the team was re-organized and was effective within two \
             weeks.",
            "I changed to the new workflow early and helped others with it.",
        ],
    },
    AchievementContent {
        label: "Digital skills",
        texts: &[
            "I use lookup tables and pivot reports and have replaced two manual lists.",
            "I learned the core system quickly and know its reports for my work.",
        ],
    },
    AchievementContent {
        label: "Risk awareness",
        texts: &[
            "I noticed a changed bank account on an invoice and verified it by telephone before \
             payment.",
            "I raised the missing second signature on three vouchers.",
        ],
    },
    AchievementContent {
        label: "Learning and self-development",
        texts: &[
            "I completed 26 hours of training and read for the certificate in the evenings.",
            "I asked for feedback every quarter and worked on the points I was given.",
        ],
    },
];

const MANAGERIAL_COMPETENCIES: [AchievementContent; 6] = [
    AchievementContent {
        label: "Leadership and direction",
        texts: &[
            "I explain the targets of the unit in a short meeting each week and work beside the \
             team at month end.",
            "The team knows its three priorities; I repeat them in each meeting.",
        ],
    },
    AchievementContent {
        label: "Developing people",
        texts: &[
            "Each member of the team has a learning plan, and one is ready to stand in for me.",
            "I coached a new colleague for eight weeks until the work was done without review.",
        ],
    },
    AchievementContent {
        label: "Delegation and accountability",
        texts: &[
            "I handed the weekly reconciliation to a senior colleague and follow it by exception.",
            "I still do too much review myself, and have agreed to hand over two reports.",
        ],
    },
    AchievementContent {
        label: "Performance management",
        texts: &[
            "All objectives were agreed in writing, and I held a mid-period talk with each member.",
            "I dealt with one case of repeated lateness early; it has been settled.",
        ],
    },
    AchievementContent {
        label: "Planning and use of resources",
        texts: &[
            "The plan of the unit was delivered within budget and without additional staff.",
            "I changed the shifts at month end, which saved 30 hours of overtime.",
        ],
    },
    AchievementContent {
        label: "Control, risk and change",
        texts: &[
            "All findings of the unit are closed, and the new release was introduced without an \
             incident.",
            "I repeated the risk self-assessment with the team and added two controls.",
        ],
    },
];

const BEHAVIOURS: [AchievementContent; 8] = [
    AchievementContent {
        label: "Integrity and trustworthiness (amanah)",
        texts: &[
            "I declared that a supplier is a relative and withdrew from the selection.",
            "I reported my own mistake in a posting before anybody had found it.",
        ],
    },
    AchievementContent {
        label: "Excellence (ihsan)",
        texts: &[
            "I check my work a second time, also when it is not reviewed.",
            "I rewrote the filing instructions because the old ones were hard to follow.",
        ],
    },
    AchievementContent {
        label: "Fairness (adl)",
        texts: &[
            "I serve customers in the order in which they come and hear both sides in a complaint.",
            "I share the holiday duty evenly with my colleagues.",
        ],
    },
    AchievementContent {
        label: "Respect and courtesy (adab)",
        texts: &[
            "I greet everybody and stay patient with upset customers.",
            "Colleagues of several nationalities like to work with me and ask me for help.",
        ],
    },
    AchievementContent {
        label: "Responsibility",
        texts: &[
            "I follow a matter until it is finished, also when another department has the next \
             step.",
            "I corrected a late report myself and told those who were waiting for it.",
        ],
    },
    AchievementContent {
        label: "Attendance and punctuality",
        texts: &[
            "No unexcused absence and no late arrival in the period.",
            "Late twice because of road closures; I called beforehand both times.",
        ],
    },
    AchievementContent {
        label: "Confidentiality and discretion",
        texts: &[
            "I do not discuss customers outside work and lock files away in the evening.",
            "I refused to give balance details to a caller who could not be identified.",
        ],
    },
    AchievementContent {
        label: "Cooperation and openness to feedback",
        texts: &[
            "I answered all questions of audit within the day and accepted their advice.",
            "My manager asked me to write shorter reports, and I do.",
        ],
    },
];
