//! Drafts of stored records, created on the server.

use shared::catalog::Catalog;
use shared::template::Template;

use super::{Draft, Line, WHOLE};

impl Draft {
    /// A new template: one category with one row.
    pub fn blank(category: &str) -> Self {
        let row = Line { weight: WHOLE.to_string(), ..Line::default() };
        Self { lines: vec![Line::category(category, WHOLE), row], ..Self::default() }
    }

    /// The draft of a stored template; groups the rows of a category.
    pub fn of_template(template: &Template) -> Self {
        let mut labels: Vec<&str> = Vec::new();
        let mut lines = Vec::new();
        for item in &template.items {
            if labels.contains(&&*item.category_label) {
                continue;
            }
            labels.push(&item.category_label);
            lines.push(Line::category(&item.category_label, item.category_weight));
            let of_category = |it: &&_| same_category(it, item);
            lines.extend(template.items.iter().filter(of_category).map(|item| Line {
                is_category: false,
                label: item.objective.clone(),
                description: item.kpi_description.clone(),
                target: item.target_guidance.clone(),
                weight: item.weight.to_string(),
            }));
        }
        let (name, description) = (template.name.clone(), template.description.clone());
        Self { name, description, lines }
    }

    /// The draft of a stored catalog.
    pub fn of_catalog(catalog: &Catalog) -> Self {
        let lines = catalog.items.iter().map(|item| Line {
            is_category: false,
            label: item.label.clone(),
            description: item.description.clone(),
            target: item.target_guidance.clone().unwrap_or_default(),
            weight: item.weight.to_string(),
        });
        Self { lines: lines.collect(), ..Self::default() }
    }
}

fn same_category(
    one: &shared::template::TemplateItem,
    other: &shared::template::TemplateItem,
) -> bool {
    one.category_label == other.category_label
}
