//! Texts of reviewers and human resources on the forms of the demo.

/// A row of a development plan.
#[derive(Clone, Copy, Debug)]
pub struct DevelopmentRowContent {
    /// The area to develop.
    pub area: &'static str,
    /// The action that the member of staff will take.
    pub action: &'static str,
    /// The support that the organization provides.
    pub support: &'static str,
    /// Whole months from the review to the target date.
    pub due_in_months: u32,
}

/// A row of a performance improvement plan.
#[derive(Clone, Copy, Debug)]
pub struct PipRowContent {
    /// The performance issue.
    pub issue: &'static str,
    /// The criterion for the improvement.
    pub expected_improvement: &'static str,
    /// The planned action.
    pub action: &'static str,
    /// Whole months from the review to the review date of the row.
    pub review_in_months: u32,
}

/// Comments of line managers on single rows.
pub const SUPERVISOR_COMMENTS: [&str; 10] = [
    "I agree with the self-assessment. The evidence is in the monthly reports.",
    "Met in full, and without reminders.",
    "Better than expected for the time in the position.",
    "Good result, though two cases needed correction before they were released.",
    "Slightly below target; the cause was outside the control of the member of staff.",
    "Improved clearly in the second half of the period.",
    "Reliable. I rarely need to check this work twice.",
    "Should raise delays earlier. We have agreed how.",
    "An example to the team in this point.",
    "Meets the standard; more practice will bring speed.",
];

/// Comments of department heads and the managing director.
pub const APPROVAL_COMMENTS: [&str; 5] = [
    "I have read the form and discussed it with the line manager. I agree with the ratings.",
    "A fair and well-documented appraisal. Approved.",
    "Approved. Please make sure that the agreed training is booked this quarter.",
    "I agree, and thank the member of staff for the good work in this period.",
    "Approved. The points on planning should be followed up after three months.",
];

/// Rows of development plans.
pub const DEVELOPMENT_ROWS: [DevelopmentRowContent; 5] = [
    DevelopmentRowContent {
        area: "Islamic contract knowledge",
        action: "Complete the first paper of the professional certificate in Islamic finance and \
             explain one contract to the team.",
        support: "Examination fee paid by the house; four hours of study time a month.",
        due_in_months: 6,
    },
    DevelopmentRowContent {
        area: "Planning and priorities",
        action: "Keep a weekly list of tasks with dates and review it with the line manager.",
        support: "Half an hour with the line manager on the first morning of each week.",
        due_in_months: 3,
    },
    DevelopmentRowContent {
        area: "Business writing",
        action: "Attend the two-day course and write the monthly summary on one page from then on.",
        support: "Course fee from the training budget; two sample reports by the line manager.",
        due_in_months: 4,
    },
    DevelopmentRowContent {
        area: "Spreadsheet and reporting skills",
        action: "Complete the advanced course and automate two of the monthly reports.",
        support: "Place on the course; help from Information Technology with the data source.",
        due_in_months: 6,
    },
    DevelopmentRowContent {
        area: "Supervisory skills",
        action: "Review the work of one junior colleague and stand in for the line manager during \
             leave.",
        support: "Mentoring by the department head, one hour a month.",
        due_in_months: 12,
    },
];

/// Rows of performance improvement plans.
pub const PIP_ROWS: [PipRowContent; 2] = [
    PipRowContent {
        issue: "Two monthly reports were handed in after their due date without notice.",
        expected_improvement: "Every report is handed in by its due date; a risk of delay is \
             raised at least two working days before.",
        action: "Shared calendar of reporting dates, and a short talk about progress each week.",
        review_in_months: 2,
    },
    PipRowContent {
        issue: "Incomplete ownership documents in seven of forty contract files.",
        expected_improvement: "No file is passed on without the complete document list; at most \
             one file in forty is returned.",
        action: "Use of the document checklist for every file, and a second check by a senior \
             colleague for six weeks.",
        review_in_months: 3,
    },
];

/// Texts for the attendance record.
pub const HR_ATTENDANCE_RECORDS: [&str; 3] = [
    "No unexcused absence. Three days of sick leave, with medical certificates.",
    "Two late arrivals, both announced beforehand. Six days of leave taken as planned.",
    "Full attendance in the period; two casual days taken.",
];

/// Texts for the disciplinary record.
pub const HR_DISCIPLINARY_RECORDS: [&str; 3] = [
    "No disciplinary matter on record.",
    "One verbal reminder about the clear desk policy; no repetition.",
    "No warning in force. One complaint by a customer was examined and found to be unjustified.",
];

/// Texts for the training recommendation.
pub const HR_TRAINING_RECOMMENDATIONS: [&str; 3] = [
    "Professional certificate in Islamic finance, first paper; house to carry the fee.",
    "Business writing and advanced spreadsheets within the next two quarters.",
    "Supervisory skills course, and two weeks with Shariah Compliance.",
];

/// Texts for the salary recommendation.
pub const HR_SALARY_RECOMMENDATIONS: [&str; 3] = [
    "Increase of one step from the first of the month after confirmation.",
    "No change now; to be reviewed with the annual appraisal.",
    "Merit increase of 4 percent, within the approved salary budget.",
];

/// Texts for the promotion recommendation.
pub const HR_PROMOTION_RECOMMENDATIONS: [&str; 3] = [
    "None at present; time in grade is below two years.",
    "Consider for the senior grade at the next annual review.",
    "Include in the succession plan of the department.",
];

/// Texts for the remarks of Human Resources.
pub const HR_REMARKS: [&str; 3] = [
    "File complete. References and certificates have been verified.",
    "The confirmation letter is to be issued after finalization; medical cover to be extended to \
     the family.",
    "Ratings were compared across the department and are consistent.",
];
