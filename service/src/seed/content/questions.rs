//! The fixed set of narrative questions, copied into every appraisal when it is initiated.

use shared::appraisal::NarrativeSection;

use super::QuestionContent;

/// All questions, in the order in which the form shows them.
pub const QUESTIONS: [QuestionContent; 15] = [
    self_assessment(
        "main_achievements",
        "What are your most important achievements in this review period, and what did each of \
         them bring to customers, colleagues or the house? Give figures and dates where you can.",
    ),
    self_assessment(
        "objectives_not_met",
        "Which objectives did you meet only in part or not at all, what stood in the way, and what \
         have you done about it?",
    ),
    self_assessment(
        "challenges_handled",
        "What was the most difficult situation you dealt with in this period, how did you handle \
         it, and what did you learn from it?",
    ),
    self_assessment(
        "compliance_and_values",
        "How have you applied the rules of Shariah, the compliance policies and the values of the \
         house in your daily work? Describe at least one case.",
    ),
    self_assessment(
        "skills_to_improve",
        "Which knowledge, skills or habits do you want to improve in the next twelve months, and \
         why those first?",
    ),
    self_assessment(
        "support_needed",
        "What support, training, tools or changes do you need from your line manager or the house \
         to do your work better?",
    ),
    supervisor_assessment(
        "overall_performance",
        "How do you judge the performance of this member of staff over the whole period? Name the \
         facts on which your judgement rests.",
    ),
    supervisor_assessment(
        "main_strengths",
        "What are the main strengths of this member of staff, and how has the department benefited \
         from them?",
    ),
    supervisor_assessment(
        "areas_for_development",
        "In which areas must performance or conduct improve, and what have you already agreed with \
         the member of staff about them?",
    ),
    supervisor_assessment(
        "conduct_and_compliance",
        "How does this member of staff observe policy, Shariah requirements, attendance rules and \
         the duty of confidentiality? Mention any incident and how it was settled.",
    ),
    supervisor_assessment(
        "recommendation",
        "What do you recommend to the department head and Human Resources, for example \
         confirmation in employment, training or a change of duties, and why?",
    ),
    career_discussion(
        "career_aspirations",
        "What does the member of staff hope to be doing in the next two to three years, in this \
         position or another one?",
    ),
    career_discussion(
        "readiness_for_more",
        "For which wider responsibilities or next position is the member of staff ready now, and \
         for which within one to two years?",
    ),
    career_discussion(
        "agreed_learning",
        "Which qualifications, courses, assignments or mentoring were agreed in the discussion, \
         and by when?",
    ),
    career_discussion(
        "mobility_and_succession",
        "Would the member of staff accept work in another department, branch or country, and for \
         which position could they be a successor?",
    ),
];

const fn self_assessment(key: &'static str, text: &'static str) -> QuestionContent {
    QuestionContent { section: NarrativeSection::SelfAssessment, key, text }
}

const fn supervisor_assessment(key: &'static str, text: &'static str) -> QuestionContent {
    QuestionContent { section: NarrativeSection::SupervisorAssessment, key, text }
}

const fn career_discussion(key: &'static str, text: &'static str) -> QuestionContent {
    QuestionContent { section: NarrativeSection::CareerDiscussion, key, text }
}
