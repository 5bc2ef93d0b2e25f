//! Fields of an appraisal that are hidden from a reader.

use super::detail::{AppraisalDetail, PlanRows};
use super::stage::Relation;
use super::vocabulary::{NarrativeSection, Status};
use crate::patch::Patch;

/// Returns true while the line manager's part is hidden from the subject, since it is being
/// written.
pub fn hides_review(relation: Relation, status: Status) -> bool {
    relation.subject && matches!(status, Status::PendingLm)
}

impl AppraisalDetail {
    /// Returns the appraisal without the fields that the reader may not see.
    ///
    /// The subject sees nothing of the line manager's part while it is being written; only human
    /// resources sees the six fields and the effect of finalizing.
    pub fn for_reader(mut self, relation: Relation) -> Self {
        if hides_review(relation, self.status) {
            self.hide_review();
        }
        if !relation.human_resources {
            self.hide_human_resources();
        }
        self
    }

    fn hide_review(&mut self) {
        for item in &mut self.items {
            item.supervisor_score = None;
            item.supervisor_comment = None;
        }
        for narrative in &mut self.narratives {
            match narrative.section {
                NarrativeSection::SupervisorAssessment | NarrativeSection::CareerDiscussion => {
                    narrative.answer = None;
                }
                NarrativeSection::SelfAssessment | NarrativeSection::EmployeeComment => {}
            }
        }
        self.plan_rows = PlanRows::default();
        self.rated_count = 0;
    }

    fn hide_human_resources(&mut self) {
        self.confirmation = None;
        for field in [
            &mut self.hr_attendance_record,
            &mut self.hr_disciplinary_record,
            &mut self.hr_training_recommendation,
            &mut self.hr_salary_recommendation,
            &mut self.hr_promotion_recommendation,
            &mut self.hr_remarks,
        ] {
            *field = Patch::Absent;
        }
    }
}
