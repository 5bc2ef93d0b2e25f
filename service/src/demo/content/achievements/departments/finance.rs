//! Achievements for the rows of the template Finance.

use crate::demo::content::AchievementContent;

pub(super) const ALL: [AchievementContent; 8] = [
    AchievementContent {
        label: "Close the books on time and correctly",
        texts: &[
            "All six monthly closes were signed off by working day 3 and both quarterly closes by \
             working day 5. One small accrual was corrected after the close.",
            "Closed five of six months within 3 working days; March took 4 because of the new \
             lease entries. No correction after the close.",
        ],
    },
    AchievementContent {
        label: "Deliver regulatory and statutory returns",
        texts: &[
            "Filed 14 of 14 returns before their due date. None came back for resubmission.",
            "All returns were filed on time. One capital return was resubmitted because of a wrong \
             line code; I have added the code to the checklist.",
        ],
    },
    AchievementContent {
        label: "Keep the general ledger reconciled",
        texts: &[
            "62 of 64 accounts were reconciled by working day 7 in every month. The oldest open \
             item is 19 days old.",
            "Cleared 41 old items from the suspense account that I took over. All bank accounts \
             are reconciled each week.",
        ],
    },
    AchievementContent {
        label: "Account for Islamic financing contracts under AAOIFI and IFRS",
        texts: &[
            "Checked profit recognition on 310 Murabaha and 84 Ijarah contracts. Four schedule \
             differences were found and cleared within 3 days.",
            "Wrote the accounting note for the first Diminishing Musharakah contracts. External \
             audit accepted it without change.",
        ],
    },
    AchievementContent {
        label: "Calculate profit distribution, Zakah and purification amounts",
        texts: &[
            "The profit pool was ready by working day 5 each month. 3,180.00 of late-payment \
             charity amounts were moved to the charity account in the month they were received.",
            "Prepared the Zakah base with full working papers. The Shariah Supervisory Board \
             approved it at the first reading.",
        ],
    },
    AchievementContent {
        label: "Manage liquidity and cash flow forecasts",
        texts: &[
            "Four of five forecasts were within 5 percent of actual. No liquidity limit was \
             broken.",
            "Moved the forecast from a monthly to a weekly rhythm, so that Treasury placed surplus \
             funds two days earlier on average.",
        ],
    },
    AchievementContent {
        label: "Pay suppliers and staff claims accurately and on time",
        texts: &[
            "98.2 percent of 1,146 invoices were paid within terms. No duplicate payment.",
            "96.4 percent of invoices were paid within terms; the rest waited for missing purchase \
             orders. Found and stopped two duplicate invoices.",
        ],
    },
    AchievementContent {
        label: "Control the budget and explain variances",
        texts: &[
            "Management accounts were issued by working day 8 in each month, with the variance \
             notes of all owners.",
            "Issued by working day 8 in four months of six. Introduced a one-page variance form \
             that department heads find easier.",
        ],
    },
];
