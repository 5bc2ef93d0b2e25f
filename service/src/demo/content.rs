//! The people, departments and texts of the demo organization.

mod achievements;
mod answers;
mod people;
mod reviews;

pub use achievements::{AchievementContent, achievements_for};
pub use answers::{AnswerContent, CAREER_ANSWERS, SELF_ANSWERS, SUPERVISOR_ANSWERS, answers_to};
pub use people::{DEPARTMENTS, DepartmentContent, PEOPLE, PersonContent};
pub use reviews::{
    APPROVAL_COMMENTS, DEVELOPMENT_ROWS, DevelopmentRowContent, HR_ATTENDANCE_RECORDS,
    HR_DISCIPLINARY_RECORDS, HR_PROMOTION_RECOMMENDATIONS, HR_REMARKS, HR_SALARY_RECOMMENDATIONS,
    HR_TRAINING_RECOMMENDATIONS, PIP_ROWS, PipRowContent, SUPERVISOR_COMMENTS,
};

/// Name of the demo organization.
pub const ORGANIZATION_NAME: &str = "Amanah Islamic Finance";
/// Postal address of the demo organization.
pub const ORGANIZATION_ADDRESS: &str = "Level 7, Creek Tower\nBaniyas Road\nDubai";

/// Logo of the demo organization, as PNG.
pub const LOGO: &[u8] = include_bytes!("content/logo.png");

#[cfg(test)]
mod tests;
