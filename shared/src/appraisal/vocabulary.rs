//! The vocabulary of appraisals: all enums with a text representation.

text_enum! {
    /// The type of review.
    ReviewType {
        /// Closes the probation; finalized with the outcome `confirm`.
        Probationary = "probationary",
        /// The yearly review.
        Annual = "annual",
        /// The mid-year review.
        MidYear = "mid_year",
    }
}

text_enum! {
    /// The kind of post, which determines the weights of the three scores.
    RoleCategory {
        /// Sells: results weigh most.
        Sales = "sales",
        /// Runs operations.
        Operations = "operations",
        /// Leads the organization.
        SeniorExecutive = "senior_executive",
        /// All other posts.
        Other = "other",
    }
}

text_enum! {
    /// The status of an appraisal.
    Status {
        /// Reserved; no operation produces it.
        Draft = "draft",
        /// Waits for the subject.
        PendingSelf = "pending_self",
        /// Waits for the line manager.
        PendingLm = "pending_lm",
        /// Waits for the department head.
        PendingDeptHead = "pending_dept_head",
        /// Waits for the managing director.
        PendingMd = "pending_md",
        /// Waits for human resources.
        PendingHr = "pending_hr",
        /// Done; the form is read-only.
        Finalized = "finalized",
    }
}

text_enum! {
    /// The section of the form that a scored row belongs to, in the order of the form.
    Section {
        /// The department's KPIs, from the template.
        DeptKpi = "dept_kpi",
        /// Risk and compliance KPIs.
        RiskKpi = "risk_kpi",
        /// Competencies of every post.
        Competency = "competency",
        /// Competencies of managers.
        Managerial = "managerial",
        /// Behaviours.
        Behaviour = "behaviour",
    }
}

text_enum! {
    /// One of the four organization-wide lists.
    CatalogKind {
        /// Risk and compliance KPIs.
        RiskComplianceKpi = "risk_compliance_kpi",
        /// Competencies of every post.
        Competency = "competency",
        /// Competencies of managers.
        ManagerialCompetency = "managerial_competency",
        /// Behaviours.
        Behaviour = "behaviour",
    }
}

impl CatalogKind {
    /// The section of the form that contains the rows of this catalog.
    pub const fn section(self) -> Section {
        match self {
            Self::RiskComplianceKpi => Section::RiskKpi,
            Self::Competency => Section::Competency,
            Self::ManagerialCompetency => Section::Managerial,
            Self::Behaviour => Section::Behaviour,
        }
    }
}

text_enum! {
    /// The section of the form that a free-text question belongs to.
    NarrativeSection {
        /// Completed by the subject before submission.
        SelfAssessment = "self_assessment",
        /// Completed by the line manager.
        SupervisorAssessment = "supervisor_assessment",
        /// Completed by the line manager after talking with the subject.
        CareerDiscussion = "career_discussion",
        /// Reserved; no operation creates or writes rows of it.
        EmployeeComment = "employee_comment",
    }
}

text_enum! {
    /// The two grids of plan rows.
    PlanKind {
        /// A learning objective of the subject.
        Development = "development",
        /// A required improvement of the subject.
        Pip = "pip",
    }
}

text_enum! {
    /// The stage that signed off, in the trail.
    ReviewStage {
        /// The subject.
        SelfAssessment = "self",
        /// The line manager.
        LineManager = "line_manager",
        /// The department head.
        DeptHead = "dept_head",
        /// The managing director.
        Md = "md",
        /// Human resources.
        Hr = "hr",
    }
}

text_enum! {
    /// The action that a reviewer took on the form.
    ReviewAction {
        /// Signed it off.
        Approved = "approved",
    }
}

text_enum! {
    /// The outcome of a probationary appraisal.
    Outcome {
        /// The employment is confirmed.
        Confirm = "confirm",
    }
}

text_enum! {
    /// The rating band of an overall score.
    Band {
        /// From 0.9.
        Outstanding = "outstanding",
        /// From 0.8.
        ExceedsExpectations = "exceeds_expectations",
        /// From 0.7.
        MeetsExpectations = "meets_expectations",
        /// From 0.6.
        NeedsImprovement = "needs_improvement",
        /// Below 0.6.
        Unsatisfactory = "unsatisfactory",
    }
}

impl Band {
    /// Returns true for the bands that argue against a confirmation.
    pub const fn is_low(self) -> bool {
        match self {
            Self::Outstanding | Self::ExceedsExpectations | Self::MeetsExpectations => false,
            Self::NeedsImprovement | Self::Unsatisfactory => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::str::FromStr;

    fn round_trips<T: FromStr + Copy + PartialEq + serde::Serialize>(
        all: &[T],
        text: fn(T) -> &'static str,
    ) -> bool {
        all.iter().all(|value| {
            let written = serde_json::to_string(value).unwrap();
            written == format!("\"{}\"", text(*value))
                && T::from_str(text(*value)).is_ok_and(|read| read == *value)
        })
    }

    #[test]
    fn every_word_is_the_same_in_json_in_the_database_and_in_a_query() {
        assert!(round_trips(Status::ALL, Status::as_str));
        assert!(round_trips(ReviewType::ALL, ReviewType::as_str));
        assert!(round_trips(RoleCategory::ALL, RoleCategory::as_str));
        assert!(round_trips(Section::ALL, Section::as_str));
        assert!(round_trips(CatalogKind::ALL, CatalogKind::as_str));
        assert!(round_trips(NarrativeSection::ALL, NarrativeSection::as_str));
        assert!(round_trips(ReviewStage::ALL, ReviewStage::as_str));
        assert!(round_trips(Band::ALL, Band::as_str));
        assert!(round_trips(Outcome::ALL, Outcome::as_str));
    }

    #[test]
    fn the_review_action_is_only_ever_approved() {
        assert_eq!(ReviewAction::ALL, [ReviewAction::Approved]);
    }
}
