//! Appraisals on paper.

use super::Relation;
use super::detail::AppraisalDetail;

/// A copy of an appraisal on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppraisalCopy {
    /// For the file of human resources, with their six fields.
    HumanResources,
    /// For a reviewer: everything but the six fields.
    Reviewer,
    /// For the subject: what the subject may see.
    Employee,
}

/// An appraisal to be printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppraisalPaper {
    /// The appraisal, without the fields that are not in this copy.
    pub detail: AppraisalDetail,
    /// The copy.
    pub copy: AppraisalCopy,
    /// True if the reader may print the copy of human resources as well as the employee's.
    pub has_both: bool,
}

impl AppraisalPaper {
    /// The copy for a reader: the subject gets the employee's copy, human resources the one they
    /// ask for.
    ///
    /// * `detail`: the appraisal with all its fields.
    /// * `for_employee`: true if the reader asks for the employee's copy.
    pub fn new(detail: AppraisalDetail, relation: Relation, for_employee: bool) -> Self {
        let has_both = relation.human_resources;
        let detail = detail.for_reader(relation);
        if for_employee || (relation.subject && !has_both) {
            let subject = Relation { subject: true, ..Relation::default() };
            let detail = detail.for_reader(subject);
            return Self { detail, copy: AppraisalCopy::Employee, has_both };
        }
        let copy = if has_both { AppraisalCopy::HumanResources } else { AppraisalCopy::Reviewer };
        Self { detail, copy, has_both }
    }
}
