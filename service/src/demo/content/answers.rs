//! Texts for the narrative questions, several variants for each.

/// Texts for one seeded question.
#[derive(Clone, Copy, Debug)]
pub struct AnswerContent {
    /// Key of the question.
    pub question_key: &'static str,
    /// Variants by different people.
    pub variants: &'static [&'static str],
}

/// The variants for a question of any section; none for a key that is not seeded.
pub fn answers_to(question_key: &str) -> &'static [&'static str] {
    let sections: [&'static [AnswerContent]; 3] =
        [&SELF_ANSWERS, &SUPERVISOR_ANSWERS, &CAREER_ANSWERS];
    sections
        .into_iter()
        .flatten()
        .find(|answer| answer.question_key == question_key)
        .map_or(&[], |answer| answer.variants)
}

/// The texts of subjects in their self-assessment.
pub const SELF_ANSWERS: [AnswerContent; 6] = [
    AnswerContent {
        question_key: "main_achievements",
        variants: &[
            "I settled into the position faster than planned and have worked without daily review \
             since the third month. I cleared the backlog that I took over, 41 items, and have \
             kept it at zero since. Internal audit used my files as an example.",
            "My most important result is that every report I am responsible for was delivered on \
             time for five months in a row. I also wrote the procedure for the weekly check, which \
             two colleagues now follow.",
            "I served more customers and departments than in the period before, with fewer \
             complaints. I am proudest of the checklist for ownership documents, which cut \
             returned files from 11 to 3 a month.",
        ],
    },
    AnswerContent {
        question_key: "objectives_not_met",
        variants: &[
            "I met all objectives but one: the improvement of the monthly report is two weeks \
             late, because the data came from two systems that did not agree. We have now settled \
             which one leads.",
            "The training hours are at 18 of 24, because I covered for a colleague in the spring. \
             I have booked the two remaining courses for next quarter.",
            "No objective was missed altogether. On the service level I was at 93 percent instead \
             of 95, mainly in January. Since February I start the day with the oldest requests, \
             and have been above target.",
        ],
    },
    AnswerContent {
        question_key: "challenges_handled",
        variants: &[
            "Two colleagues were absent in the same week at month end. I agreed with my manager \
             what could wait, divided the rest by deadline and informed everybody concerned. I \
             learned to write handover notes while there is time.",
            "A customer was angry about a delayed contract. I listened, found that our own paper \
             was missing, apologized and had it signed the next morning. I learned to check the \
             list of papers before I promise a date.",
            "The new system release changed three of my daily reports. I compared old and new \
             figures for a week and found one wrong total before it was used. I learned that \
             testing early is less work than correcting later.",
        ],
    },
    AnswerContent {
        question_key: "compliance_and_values",
        variants: &[
            "When a purchase invoice carried a date after our sale to the customer, I stopped the \
             contract and called Shariah Compliance. The supplier had made a mistake, and the \
             contract was signed in the right order two days later.",
            "A supplier offered me a gift of some value at Eid. I thanked him, returned it and \
             entered it in the gift register. I try to treat customer information as something \
             entrusted to me.",
            "I completed all compulsory courses on time. In daily work, I explain the total price \
             and the instalment before a customer signs, even when he is in a hurry, because a \
             sale must be clear to both sides.",
        ],
    },
    AnswerContent {
        question_key: "skills_to_improve",
        variants: &[
            "I want to become better at spreadsheet models and at presenting figures to people who \
             are not accountants, because I am asked for both every month.",
            "My written English should become shorter and clearer. I also want to understand \
             Diminishing Musharakah contracts well, as there will be more of them next year.",
            "I should plan my week better and say earlier when a date is in danger. After that I \
             want to work for the certificate in Islamic finance, which my next position would \
             require.",
        ],
    },
    AnswerContent {
        question_key: "support_needed",
        variants: &[
            "A place on the advanced spreadsheet course, and one hour a month with my line manager \
             to talk about priorities, would help me most.",
            "I would like to spend two days with Shariah Compliance to see how contracts are \
             reviewed, and to have a second screen.",
            "Please agree with the other departments on a fixed day for their data. I would also \
             be grateful for support with the examination fee for the certificate.",
        ],
    },
];

/// The texts of line managers in their assessment.
pub const SUPERVISOR_ANSWERS: [AnswerContent; 5] = [
    AnswerContent {
        question_key: "overall_performance",
        variants: &[
            "Performance was good and became better over the period. Deadlines were kept, the \
             quality of the files is above the average of the team, and colleagues ask for advice. \
             The figures in the KPI section speak for themselves.",
            "A solid period. The daily work is reliable and accurate. Larger tasks still need a \
             reminder now and then, but the results were right and complete.",
            "Results are mixed: service to customers is very good, while the reporting deadlines \
             were missed twice. Both cases have been discussed, and the last two months were in \
             order.",
        ],
    },
    AnswerContent {
        question_key: "main_strengths",
        variants: &[
            "Accuracy, calmness under pressure and an honest way of reporting mistakes. The team \
             has copied the handover notes.",
            "Quick to learn and willing to help. The checklist that was introduced has saved the \
             department rework every week.",
            "Good with people. Difficult customers and other departments are handled with \
             patience, and agreements are kept.",
        ],
    },
    AnswerContent {
        question_key: "areas_for_development",
        variants: &[
            "Planning of longer tasks. We have agreed on a weekly list with dates, which we look \
             at together on the first morning of the week.",
            "Should take decisions within the limits of authority without asking, and write \
             shorter. A course in business writing is agreed.",
            "Knowledge of the less frequent contracts is still thin. A rotation of two weeks with \
             Shariah Compliance is agreed for next quarter.",
        ],
    },
    AnswerContent {
        question_key: "conduct_and_compliance",
        variants: &[
            "Observes policy without exception. Attendance is very good and no incident is on \
             record. Compulsory training was completed early.",
            "Conduct is professional. There was one case of a file left on the desk overnight; it \
             was discussed and has not happened again.",
            "Understands why the sequence of a contract matters and stopped one case in time. \
             Punctual and discreet.",
        ],
    },
    AnswerContent {
        question_key: "recommendation",
        variants: &[
            "I recommend confirmation in employment. The demands of the position are met in full, \
             and the team is stronger than before.",
            "I recommend continuing in the present position, with the agreed training, and a \
             review of the grade at the next annual appraisal.",
            "I recommend confirmation, together with the development plan below. I will review its \
             progress after three months.",
        ],
    },
];

/// The notes of line managers on the career discussion.
pub const CAREER_ANSWERS: [AnswerContent; 4] = [
    AnswerContent {
        question_key: "career_aspirations",
        variants: &[
            "Wishes to lead a small team within three years and to stay in the present field.",
            "Would like to become a specialist in Islamic contracts, and to complete the \
             professional certificate first.",
            "Is content in the present position and wants to become the deputy of the line \
             manager.",
        ],
    },
    AnswerContent {
        question_key: "readiness_for_more",
        variants: &[
            "Ready now to review the work of one junior colleague; ready for a senior position \
             within one to two years.",
            "Ready for wider limits of authority after the next course. A supervisory position \
             should be considered in two years.",
            "Should grow into the present position for one more year, before wider \
             responsibilities are added.",
        ],
    },
    AnswerContent {
        question_key: "agreed_learning",
        variants: &[
            "Professional certificate in Islamic finance, first paper by the end of the year; \
             business writing course next quarter.",
            "Two weeks with Shariah Compliance in the next quarter, and the advanced spreadsheet \
             course within six months.",
            "Mentoring by the department head, one hour a month for six months; supervisory skills \
             course within twelve months.",
        ],
    },
    AnswerContent {
        question_key: "mobility_and_succession",
        variants: &[
            "Would accept another department in this city. Could succeed the senior colleague of \
             the team in about two years.",
            "Open to a branch position, also in another city. No successor has been prepared yet; \
             a colleague will be trained as deputy.",
            "For family reasons prefers to stay in this office. Can already stand in for the line \
             manager during leave.",
        ],
    },
];
