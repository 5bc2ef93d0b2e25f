//! Labels for the enums of appraisals, in the user's language.

use shared::appraisal::{Band, ReviewType, RoleCategory, Section, Status};
use shared::weight::Weight;

use crate::i18n::tu_string;

pub use crate::i18n::Language;

/// The label of a status, named by its stage.
pub fn status_label(i18n: Language, status: Status) -> &'static str {
    match status {
        Status::Draft => tu_string!(i18n, status.draft),
        Status::PendingSelf => tu_string!(i18n, status.pending_self),
        Status::PendingLm => tu_string!(i18n, status.pending_lm),
        Status::PendingDeptHead => tu_string!(i18n, status.pending_dept_head),
        Status::PendingMd => tu_string!(i18n, status.pending_md),
        Status::PendingHr => tu_string!(i18n, status.pending_hr),
        Status::Finalized => tu_string!(i18n, status.finalized),
    }
}

pub fn review_type_label(i18n: Language, review_type: ReviewType) -> &'static str {
    match review_type {
        ReviewType::Probationary => tu_string!(i18n, review_type.probationary),
        ReviewType::Annual => tu_string!(i18n, review_type.annual),
        ReviewType::MidYear => tu_string!(i18n, review_type.mid_year),
    }
}

pub fn role_category_label(i18n: Language, role_category: RoleCategory) -> &'static str {
    match role_category {
        RoleCategory::Sales => tu_string!(i18n, role_category.sales),
        RoleCategory::Operations => tu_string!(i18n, role_category.operations),
        RoleCategory::SeniorExecutive => tu_string!(i18n, role_category.senior_executive),
        RoleCategory::Other => tu_string!(i18n, role_category.other),
    }
}

pub fn band_label(i18n: Language, band: Band) -> &'static str {
    match band {
        Band::Outstanding => tu_string!(i18n, band.outstanding),
        Band::ExceedsExpectations => tu_string!(i18n, band.exceeds_expectations),
        Band::MeetsExpectations => tu_string!(i18n, band.meets_expectations),
        Band::NeedsImprovement => tu_string!(i18n, band.needs_improvement),
        Band::Unsatisfactory => tu_string!(i18n, band.unsatisfactory),
    }
}

pub fn section_label(i18n: Language, section: Section) -> &'static str {
    match section {
        Section::DeptKpi => tu_string!(i18n, appraisal.section.dept_kpi),
        Section::RiskKpi => tu_string!(i18n, appraisal.section.risk_kpi),
        Section::Competency => tu_string!(i18n, appraisal.section.competency),
        Section::Managerial => tu_string!(i18n, appraisal.section.managerial),
        Section::Behaviour => tu_string!(i18n, appraisal.section.behaviour),
    }
}

/// A weight as a percentage: `12.00 %`.
pub fn share_text(weight: Weight) -> String {
    let value = weight.ten_thousandths();
    format!("{}.{:02} %", value / 100, value % 100)
}

/// A weight without trailing zeros: `0.8`.
pub fn weight_text(weight: Weight) -> String {
    weight.to_string().trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Converts a code to a label: `appraisal.dept_head_approved` becomes "Appraisal dept head
/// approved", and `employmentConfirmedAt` becomes "Employment confirmed at".
pub fn spelled_out(code: &str) -> String {
    let mut text = String::with_capacity(code.len() + 4);
    for letter in code.chars() {
        match letter {
            '.' | '_' | '-' => text.push(' '),
            _ if text.is_empty() => text.extend(letter.to_uppercase()),
            _ if letter.is_uppercase() => {
                text.push(' ');
                text.extend(letter.to_lowercase());
            }
            _ => text.push(letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_is_shown_as_a_share() {
        for (weight, share, short) in [
            (1_200, "12.00 %", "0.12"),
            (667, "6.67 %", "0.0667"),
            (10_000, "100.00 %", "1"),
            (1, "0.01 %", "0.0001"),
        ] {
            let weight = Weight::from_ten_thousandths(weight);
            assert_eq!(share_text(weight), share);
            assert_eq!(weight_text(weight), short);
        }
    }

    #[test]
    fn codes_read_as_words() {
        assert_eq!(spelled_out("appraisal.dept_head_approved"), "Appraisal dept head approved");
        assert_eq!(spelled_out("employmentConfirmedAt"), "Employment confirmed at");
        assert_eq!(spelled_out(""), "");
    }
}
