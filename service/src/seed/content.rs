//! Initial content of an organization: KPI templates, catalogs and the questions of the form.

mod catalogs;
mod questions;
mod templates;

use shared::appraisal::NarrativeSection;
use shared::weight::Weight;

pub use catalogs::{BEHAVIOURS, COMPETENCIES, MANAGERIAL_COMPETENCIES, RISK_COMPLIANCE_KPIS};
pub use questions::QUESTIONS;
pub use templates::{FALLBACK_TEMPLATE_NAME, TEMPLATES};

/// A KPI template and its rows, in the order of the form.
#[derive(Clone, Copy, Debug)]
pub struct TemplateContent {
    /// Unique name of the template.
    pub name: &'static str,
    /// The intended audience of the template.
    pub description: &'static str,
    /// The rows, grouped by category.
    pub items: &'static [TemplateItemContent],
}

/// One row of a KPI template.
#[derive(Clone, Copy, Debug)]
pub struct TemplateItemContent {
    /// The category of the row.
    pub category_label: &'static str,
    /// The weight of that category, repeated on each of its rows.
    pub category_weight: Weight,
    /// The objective.
    pub objective: &'static str,
    /// The measurement of the achievement.
    pub kpi_description: &'static str,
    /// The measurement that counts as the target.
    pub target_guidance: &'static str,
    /// The weight of the row in the whole form.
    pub weight: Weight,
}

/// One row of a catalog.
#[derive(Clone, Copy, Debug)]
pub struct CatalogItemContent {
    /// Unique within the catalog.
    pub label: &'static str,
    /// The description of the row.
    pub description: &'static str,
    /// The weight of the row in the catalog.
    pub weight: Weight,
    /// The measurement that counts as the target; only for risk and compliance KPIs.
    pub target_guidance: Option<&'static str>,
}

/// A narrative question of the form.
#[derive(Clone, Copy, Debug)]
pub struct QuestionContent {
    /// The section of the form, which determines the person who answers the question.
    pub section: NarrativeSection,
    /// Unique across all sections.
    pub key: &'static str,
    /// The question as the form shows it.
    pub text: &'static str,
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use shared::weight::WHOLE;

    use super::*;

    const CATALOGS: [&[CatalogItemContent]; 4] =
        [&RISK_COMPLIANCE_KPIS, &COMPETENCIES, &MANAGERIAL_COMPETENCIES, &BEHAVIOURS];

    /// The weight and the row sum of each category, by label.
    fn categories(template: &TemplateContent) -> BTreeMap<&str, (Weight, Weight)> {
        let mut categories = BTreeMap::new();
        for item in template.items {
            let (weight, sum) = categories
                .entry(item.category_label)
                .or_insert((item.category_weight, Weight::default()));
            assert_eq!(*weight, item.category_weight, "{}", item.objective);
            *sum = Weight::sum([*sum, item.weight]);
        }
        categories
    }

    fn assert_all_differ<'a>(labels: impl IntoIterator<Item = &'a str>) {
        let mut seen = BTreeSet::new();
        for label in labels {
            assert!(seen.insert(label), "{label} occurs twice");
        }
    }

    fn all_texts() -> Vec<&'static str> {
        let templates = TEMPLATES.iter().flat_map(|template| [template.name, template.description]);
        let items = TEMPLATES.iter().flat_map(|template| template.items).flat_map(|item| {
            [item.category_label, item.objective, item.kpi_description, item.target_guidance]
        });
        let catalogs = CATALOGS.into_iter().flatten().flat_map(|item| {
            [item.label, item.description].into_iter().chain(item.target_guidance)
        });
        let questions = QUESTIONS.iter().flat_map(|question| [question.key, question.text]);
        templates.chain(items).chain(catalogs).chain(questions).collect()
    }

    #[test]
    fn the_rows_of_every_template_sum_exactly_to_their_category_and_the_categories_to_one() {
        for template in &TEMPLATES {
            let categories = categories(template);
            for (label, (weight, sum)) in &categories {
                assert_eq!(weight, sum, "{} / {label}", template.name);
            }
            let whole = Weight::sum(categories.values().map(|(weight, _)| *weight));
            assert_eq!(whole, WHOLE, "{}", template.name);
        }
    }

    #[test]
    fn five_templates_have_the_one_category_core_kpis_and_six_to_eight_rows() {
        for template in &TEMPLATES[..5] {
            let labels: Vec<&str> = categories(template).into_keys().collect();
            assert_eq!(labels, ["Core KPIs"], "{}", template.name);
            assert!((6..=8).contains(&template.items.len()), "{}", template.name);
        }
    }

    #[test]
    fn the_fallback_template_comes_last_with_its_four_weighted_categories() {
        let fallback = TEMPLATES[5];
        assert_eq!(fallback.name, FALLBACK_TEMPLATE_NAME);
        let mut weights: Vec<i64> =
            categories(&fallback).values().map(|(weight, _)| weight.ten_thousandths()).collect();
        weights.sort_unstable();
        assert_eq!(weights, [1_500, 1_500, 3_000, 4_000]);
    }

    #[test]
    fn the_rows_of_one_category_stand_beside_each_other() {
        for template in &TEMPLATES {
            let mut labels: Vec<&str> =
                template.items.iter().map(|item| item.category_label).collect();
            labels.dedup();
            assert_all_differ(labels);
        }
    }

    #[test]
    fn every_row_of_a_template_weighs_something() {
        for item in TEMPLATES.iter().flat_map(|template| template.items) {
            assert!(item.weight > Weight::default(), "{}", item.objective);
        }
    }

    #[test]
    fn each_catalog_has_its_number_of_rows_at_its_weight() {
        let expected = [(4, 2_500), (15, 667), (6, 1_667), (8, 1_250)];
        for (catalog, (count, weight)) in CATALOGS.into_iter().zip(expected) {
            assert_eq!(catalog.len(), count);
            for item in catalog {
                assert_eq!(item.weight.ten_thousandths(), weight, "{}", item.label);
            }
        }
    }

    #[test]
    fn only_risk_and_compliance_kpis_carry_target_guidance() {
        for (position, catalog) in CATALOGS.into_iter().enumerate() {
            for item in catalog {
                assert_eq!(item.target_guidance.is_some(), position == 0, "{}", item.label);
            }
        }
    }

    #[test]
    fn the_form_asks_six_self_five_supervisor_and_four_career_questions() {
        let count = |section: NarrativeSection| {
            QUESTIONS.iter().filter(|question| question.section == section).count()
        };
        assert_eq!(count(NarrativeSection::SelfAssessment), 6);
        assert_eq!(count(NarrativeSection::SupervisorAssessment), 5);
        assert_eq!(count(NarrativeSection::CareerDiscussion), 4);
        assert_eq!(count(NarrativeSection::EmployeeComment), 0);
    }

    #[test]
    fn question_keys_are_unique_across_sections_and_in_snake_case() {
        assert_all_differ(QUESTIONS.iter().map(|question| question.key));
        for question in &QUESTIONS {
            let is_snake_case =
                question.key.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_');
            assert!(is_snake_case, "{}", question.key);
        }
    }

    #[test]
    fn no_two_names_labels_or_questions_of_one_list_are_equal() {
        assert_all_differ(TEMPLATES.iter().map(|template| template.name));
        for template in &TEMPLATES {
            assert_all_differ(template.items.iter().map(|item| item.objective));
        }
        for catalog in CATALOGS {
            assert_all_differ(catalog.iter().map(|item| item.label));
        }
        assert_all_differ(QUESTIONS.iter().map(|question| question.text));
    }

    #[test]
    fn no_text_is_blank_or_longer_than_a_text_may_be() {
        for text in all_texts() {
            assert!(!text.trim().is_empty());
            assert_eq!(text, text.trim());
            assert!(!text.contains("  "), "{text}");
            assert!(text.chars().count() <= 10_000, "{text}");
        }
    }
}
