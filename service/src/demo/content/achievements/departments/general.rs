//! Achievements for the rows of the template General / Other.

use crate::demo::content::AchievementContent;

pub(super) const ALL: [AchievementContent; 11] = [
    AchievementContent {
        label: "Deliver the agreed results of the position",
        texts: &[
            "Met nine of ten agreed objectives on time; the tenth was finished two weeks late, as \
             I had warned in advance.",
            "All eight objectives for the period are met. Two of them were completed a month \
             early.",
        ],
    },
    AchievementContent {
        label: "Produce accurate and complete work",
        texts: &[
            "Review found 6 errors in 480 files, none of which affected a customer.",
            "One error in 96 contracts: a missing initial, corrected the same day.",
        ],
    },
    AchievementContent {
        label: "Process work within the standard time",
        texts: &[
            "96 percent of 512 requests were completed within the service level.",
            "93 percent within the service level. The backlog of January is cleared and the last \
             two months stand at 98 percent.",
        ],
    },
    AchievementContent {
        label: "Follow the procedures of the department",
        texts: &[
            "No unauthorized departure. Three exceptions were approved in writing beforehand.",
            "Audit checked 25 of my files and found no departure from procedure.",
        ],
    },
    AchievementContent {
        label: "Serve customers and colleagues to the promised standard",
        texts: &[
            "The half-yearly survey gave 4.5 out of 5. Customers praised the regular calls about \
             their applications.",
            "The survey gave 4.1, slightly below target, because of waiting times at month end. A \
             second counter now opens on those days.",
        ],
    },
    AchievementContent {
        label: "Resolve complaints and requests promptly",
        texts: &[
            "Resolved 21 of 22 complaints within 5 working days; one was reopened.",
            "All 14 complaints were acknowledged the same day and closed in 3.5 days on average.",
        ],
    },
    AchievementContent {
        label: "Explain products and contracts fairly and clearly",
        texts: &[
            "Call-backs to 30 customers: 29 could state their total price and instalment.",
            "No complaint about explanations. I use the one-page summary in Arabic, English and \
             Urdu for each customer.",
        ],
    },
    AchievementContent {
        label: "Improve a process or control of the department",
        texts: &[
            "Introduced a checklist for ownership documents; returned files fell from 11 to 3 a \
             month.",
            "Combined two request forms into one, which saves about 20 minutes for each \
             application. The department head confirmed the saving.",
        ],
    },
    AchievementContent {
        label: "Use time, money and materials with care",
        texts: &[
            "Spending is 2 percent below budget and overtime was needed on four days only.",
            "Changed to electronic statements for 140 customers, with less paper and courier cost.",
        ],
    },
    AchievementContent {
        label: "Complete the agreed learning plan",
        texts: &[
            "All compulsory courses are passed, and 28 hours of agreed training completed.",
            "Passed the first paper of the Islamic finance certificate; 22 of 24 hours of training \
             done so far.",
        ],
    },
    AchievementContent {
        label: "Share knowledge and cover for colleagues",
        texts: &[
            "Covered for two colleagues on leave, without delay to customers. Held a session on \
             Ijarah documents.",
            "Handover notes were updated in January and July. Trained the new joiner at the \
             counter.",
        ],
    },
];
