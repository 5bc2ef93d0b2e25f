//! Achievements for the rows of the template HR/Admin.

use crate::demo::content::AchievementContent;

pub(super) const ALL: [AchievementContent; 8] = [
    AchievementContent {
        label: "Fill approved vacancies with suitable people",
        texts: &[
            "Filled nine vacancies in 41 days on average. Seven of eight joiners whose probation \
             ended were confirmed.",
        ],
    },
    AchievementContent {
        label: "Run payroll and benefits without error",
        texts: &[
            "Salaries were credited by the 27th in each month. Two corrections among 246 payslips; \
             all contributions were paid on time.",
        ],
    },
    AchievementContent {
        label: "Keep complete and confidential staff records",
        texts: &[
            "The half-yearly sample showed 39 of 40 files complete. All permits were renewed more \
             than 30 days before expiry.",
        ],
    },
    AchievementContent {
        label: "Manage probation, appraisal and confirmation on time",
        texts: &[
            "36 of 38 appraisals were finalized by the end of February. One probation decision was \
             nine days late.",
        ],
    },
    AchievementContent {
        label: "Deliver the annual training plan",
        texts: &[
            "Held 17 of 18 courses at 94 percent of budget. Participants rated them 4.3 out of 5.",
        ],
    },
    AchievementContent {
        label: "Handle grievances and disciplinary cases fairly",
        texts: &[
            "Three grievances were acknowledged the same day and decided within 16 working days. \
             None was appealed.",
        ],
    },
    AchievementContent {
        label: "Keep offices safe, supplied and in good order",
        texts: &["Closed 318 of 341 requests within 2 working days. Both fire drills were held; \
             spending is 1.5 percent under budget."],
    },
    AchievementContent {
        label: "Report reliable workforce figures",
        texts: &[
            "The report was issued by working day 5 in every month. No figure had to be restated.",
        ],
    },
];
