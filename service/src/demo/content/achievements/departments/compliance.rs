//! Achievements for the rows of the template Compliance.

use crate::demo::content::AchievementContent;

pub(super) const ALL: [AchievementContent; 7] = [
    AchievementContent {
        label: "Carry out the annual compliance monitoring plan",
        texts: &[
            "Completed 11 of 12 planned reviews in their quarter; the twelfth was moved with the \
             consent of the Compliance Committee. Draft reports took 8 working days on average.",
        ],
    },
    AchievementContent {
        label: "Monitor transactions and report suspicions",
        texts: &[
            "Decided 1,204 alerts, 97 percent of them within 3 working days. Six reports were \
             filed with the authority, all within the legal limit.",
        ],
    },
    AchievementContent {
        label: "Assure customer due diligence",
        texts: &[
            "Sampled 240 files: 236 were complete and the other four were put right within a week. \
             All 31 high-risk customers were renewed.",
        ],
    },
    AchievementContent {
        label: "Keep the house informed of new rules",
        texts: &[
            "Wrote nine impact notes, on average 7 working days after publication. Two actions are \
             open and within their dates.",
        ],
    },
    AchievementContent {
        label: "Support the Shariah Supervisory Board and follow up its rulings",
        texts: &["Papers for all three meetings went out 7 days before. 14 of 15 rulings are in \
             practice; the last awaits a change of the system."],
    },
    AchievementContent {
        label: "Follow findings to closure",
        texts: &[
            "28 of 30 findings were closed by the first agreed date. No high-rated finding is \
             overdue.",
        ],
    },
    AchievementContent {
        label: "Train and advise colleagues",
        texts: &[
            "Held eight sessions for 176 colleagues. All joiners were trained within 30 days, and \
             advice was given within 2 working days in 94 percent of cases.",
        ],
    },
];
