//! Achievements for the rows of the template Driver / Admin Support.

use crate::demo::content::AchievementContent;

pub(super) const ALL: [AchievementContent; 6] = [
    AchievementContent {
        label: "Complete trips, deliveries and tasks on time",
        texts: &[
            "628 of 644 trips were on time. I called the requester before every delay but two.",
        ],
    },
    AchievementContent {
        label: "Work and drive safely",
        texts: &[
            "No accident and no fine in the period. Attended the defensive driving course in \
             March.",
        ],
    },
    AchievementContent {
        label: "Look after vehicles, equipment and premises",
        texts: &[
            "The check sheet is complete for all but two working days. All services were done \
             before they were due.",
        ],
    },
    AchievementContent {
        label: "Handle cash, mail and documents with care",
        texts: &[
            "Every cheque and title deed was signed for. Nothing was lost or delivered to the \
             wrong person.",
        ],
    },
    AchievementContent {
        label: "Receive visitors and help colleagues courteously",
        texts: &[
            "No complaint. Two customers thanked the house in writing for help in the car park and \
             at reception.",
        ],
    },
    AchievementContent {
        label: "Keep fuel, supplies and petty cash within limits",
        texts: &[
            "Fuel was 3 percent above standard because of the detour at the bridge. All receipts \
             were handed in within a day.",
        ],
    },
];
