//! Achievements for the rows of the template IT.

use crate::demo::content::AchievementContent;

pub(super) const ALL: [AchievementContent; 7] = [
    AchievementContent {
        label: "Keep critical systems available",
        texts: &[
            "Core banking was available 99.86 percent of service hours. The longest outage was 38 \
             minutes, caused by a telecom line.",
        ],
    },
    AchievementContent {
        label: "Resolve incidents and requests within service levels",
        texts: &[
            "Closed 1,432 tickets, 96 percent within their service level. Users rated the service \
             4.4 out of 5.",
        ],
    },
    AchievementContent {
        label: "Protect systems and data",
        texts: &[
            "Critical updates were installed in 9 days on average. All three high-risk findings of \
             the penetration test are closed; access was reviewed in both quarters.",
        ],
    },
    AchievementContent {
        label: "Prove that data and services can be recovered",
        texts: &["99.6 percent of backups succeeded. Six restore tests passed, and the recovery \
             exercise took 2 hours 50 minutes of the 4 hours allowed."],
    },
    AchievementContent {
        label: "Deliver changes and projects as agreed",
        texts: &[
            "Met 12 of 14 milestones. One change of 64 was withdrawn, without effect on customers.",
        ],
    },
    AchievementContent {
        label: "Set up Islamic products in systems as approved",
        texts: &[
            "Set up two Ijarah variants and tested them with Finance and Shariah Compliance before \
             release. The sequence check stopped one wrong contract in testing.",
        ],
    },
    AchievementContent {
        label: "Manage suppliers, licences and equipment",
        texts: &[
            "The yearly count agreed for 412 of 418 items. Returned 22 unused licences and so \
             saved 6,900.00 a year.",
        ],
    },
];
