//! A template or catalog that is being edited, and the calculations on its weights. Independent of
//! the page.

#[cfg(feature = "ssr")]
mod stored;

use std::ops::Range;

use serde::{Deserialize, Serialize};
use shared::appraisal::{CatalogKind, Section};
use shared::catalog::{CatalogInput, CatalogItemInput};
use shared::paste::{Layout, PastedRow, read_weight};
use shared::template::{ITEMS_MAX, TemplateInput, TemplateItemInput};
use shared::weight::{
    CATALOG_TOLERANCE, SumCheck, TEMPLATE_TOLERANCE, WHOLE, Weight, scale, spread,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A template: categories with rows.
    Template,
    /// A catalog: rows without categories.
    Catalog(CatalogKind),
}

impl Subject {
    /// The section of the form that the rows belong to.
    pub const fn section(self) -> Section {
        match self {
            Self::Template => Section::DeptKpi,
            Self::Catalog(kind) => kind.section(),
        }
    }

    /// True if rows have a text for the target.
    pub const fn has_target(self) -> bool {
        match self {
            Self::Template => true,
            Self::Catalog(kind) => kind.has_target_guidance(),
        }
    }

    /// The columns of pasted rows.
    pub const fn layout(self) -> Layout {
        match self {
            Self::Template => Layout::Template,
            Self::Catalog(kind) if kind.has_target_guidance() => Layout::CatalogWithTarget,
            Self::Catalog(_) => Layout::Catalog,
        }
    }

    const fn tolerance(self) -> Weight {
        match self {
            Self::Template => TEMPLATE_TOLERANCE,
            Self::Catalog(_) => CATALOG_TOLERANCE,
        }
    }

    /// The first position that a row may have: the first line of a template is a category.
    const fn first_row(self) -> usize {
        match self {
            Self::Template => 1,
            Self::Catalog(_) => 0,
        }
    }
}

/// One line of the editor as entered: the head of a category, or a row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// True for the head of a category, which has a label and a weight only.
    pub is_category: bool,
    /// The name of the category, the objective or the label.
    pub label: String,
    /// The measurement or the description.
    pub description: String,
    pub target: String,
    pub weight: String,
}

impl Line {
    /// The weight; none if it is invalid.
    pub fn weight(&self) -> Option<Weight> {
        read_weight(&self.weight).ok()
    }

    fn category(label: &str, weight: Weight) -> Self {
        let (label, weight) = (label.to_owned(), weight.to_string());
        Self { is_category: true, label, weight, ..Self::default() }
    }
}

/// The edited record, as entered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// The name of a template.
    pub name: String,
    /// The intended audience of a template.
    pub description: String,
    /// The lines, in the order of the form.
    pub lines: Vec<Line>,
}

impl Draft {
    /// The request body for a template; none while a weight is invalid.
    pub fn template_input(&self) -> Option<TemplateInput> {
        let mut items = Vec::new();
        for block in blocks(&self.lines) {
            let head = &self.lines[block.head?];
            let (category_label, category_weight) = (head.label.trim(), head.weight()?);
            for line in &self.lines[block.rows] {
                items.push(TemplateItemInput {
                    category_label: category_label.to_owned(),
                    category_weight,
                    objective: line.label.clone(),
                    kpi_description: line.description.clone(),
                    target_guidance: line.target.clone(),
                    weight: line.weight()?,
                });
            }
        }
        Some(TemplateInput {
            name: self.name.clone(),
            description: self.description.clone(),
            items,
        })
    }

    /// The request body for a catalog; none while a weight is invalid.
    pub fn catalog_input(&self) -> Option<CatalogInput> {
        let items = self.lines.iter().map(|line| {
            Some(CatalogItemInput {
                label: line.label.clone(),
                description: line.description.clone(),
                target_guidance: Some(line.target.clone()).filter(|it| !it.trim().is_empty()),
                weight: line.weight()?,
            })
        });
        Some(CatalogInput::of(items.collect::<Option<_>>()?))
    }
}

/// The lines of pasted rows. If the rows have no category, all are added to one with this name.
pub fn pasted_lines(subject: Subject, rows: Vec<PastedRow>, category: &str) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for row in rows {
        if subject == Subject::Template {
            let (label, weight) = row.category.unwrap_or_else(|| (category.to_owned(), WHOLE));
            let last = lines.iter().rev().find(|line| line.is_category);
            if last.is_none_or(|head| head.label != label) {
                lines.push(Line::category(&label, weight));
            }
        }
        lines.push(Line {
            is_category: false,
            label: row.label,
            description: row.description,
            target: row.target_guidance,
            weight: row.weight.to_string(),
        });
    }
    lines
}

/// A category with its rows, or all rows of a catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The position of the head; none in a catalog.
    pub head: Option<usize>,
    /// The positions of the rows.
    pub rows: Range<usize>,
}

/// The categories of a template, or one block with all rows of a catalog.
pub fn blocks(lines: &[Line]) -> Vec<Block> {
    let mut heads: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].is_category).collect();
    if heads.is_empty() {
        return vec![Block { head: None, rows: 0..lines.len() }];
    }
    heads.push(lines.len());
    heads.windows(2).map(|pair| Block { head: Some(pair[0]), rows: pair[0] + 1..pair[1] }).collect()
}

/// The block that contains a line.
pub fn block_at(lines: &[Line], index: usize) -> Option<Block> {
    blocks(lines).into_iter().find(|block| block.head == Some(index) || block.rows.contains(&index))
}

/// The sum of the categories, or of the rows of a catalog. An invalid weight counts as zero.
pub fn total_sum(subject: Subject, lines: &[Line]) -> SumCheck {
    let is_counted = |line: &&Line| line.is_category == (subject == Subject::Template);
    let sum = Weight::sum(lines.iter().filter(is_counted).filter_map(Line::weight));
    SumCheck::new(None, sum, WHOLE, subject.tolerance())
}

/// The sum of the rows of a category.
pub fn block_sum(lines: &[Line], block: &Block) -> SumCheck {
    let sum = Weight::sum(lines[block.rows.clone()].iter().filter_map(Line::weight));
    let expected = block.head.and_then(|head| lines[head].weight()).unwrap_or_default();
    SumCheck::new(None, sum, expected, TEMPLATE_TOLERANCE)
}

/// The reason why a draft cannot be saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The template has no name.
    NoName,
    /// There are no rows at all, or none in the category with this name.
    NoRows(Option<String>),
    /// There are too many rows.
    TooMany,
    /// Two categories have the same name.
    SameCategory(String),
    /// The line at this position has no label.
    NoLabel(usize),
    /// The line at this position has no weight above zero.
    NoWeight(usize),
    /// The weights of the categories, or of the rows of a catalog, do not add up to 1.
    Whole(SumCheck),
    /// The weights of the rows in this category do not add up to its weight.
    Category(String, SumCheck),
}

/// The first reason why a draft cannot be saved. The server checks the same rules.
pub fn problem(subject: Subject, draft: &Draft) -> Option<Problem> {
    let lines = &draft.lines;
    if subject == Subject::Template && draft.name.trim().is_empty() {
        return Some(Problem::NoName);
    }
    let count = lines.iter().filter(|line| !line.is_category).count();
    if count == 0 || count > ITEMS_MAX {
        return Some(if count == 0 { Problem::NoRows(None) } else { Problem::TooMany });
    }
    let blank = lines.iter().position(|line| line.label.trim().is_empty());
    let is_weightless = |line: &Line| line.weight().is_none_or(|it| it <= Weight::default());
    let weightless = || lines.iter().position(is_weightless).map(Problem::NoWeight);
    let whole = total_sum(subject, lines);
    blank
        .map(Problem::NoLabel)
        .or_else(weightless)
        .or_else(|| same_category_twice(lines))
        .or_else(|| (!whole.holds).then_some(Problem::Whole(whole)))
        .or_else(|| blocks(lines).iter().find_map(|block| block_problem(lines, block)))
}

fn same_category_twice(lines: &[Line]) -> Option<Problem> {
    let mut seen: Vec<&str> = Vec::new();
    for label in lines.iter().filter(|line| line.is_category).map(|line| line.label.trim()) {
        if seen.contains(&label) {
            return Some(Problem::SameCategory(label.to_owned()));
        }
        seen.push(label);
    }
    None
}

fn block_problem(lines: &[Line], block: &Block) -> Option<Problem> {
    let label = lines[block.head?].label.trim().to_owned();
    if block.rows.is_empty() {
        return Some(Problem::NoRows(Some(label)));
    }
    let sum = block_sum(lines, block);
    (!sum.holds).then_some(Problem::Category(label, sum))
}

/// A tool that distributes weights so that they add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Equal weights.
    Spread,
    /// In proportion to the current weights.
    Scale,
}

/// New weights by position, so that the rows of a block add up to its weight; none if that is
/// impossible.
pub fn fit_block(lines: &[Line], block: &Block, tool: Tool) -> Option<Vec<(usize, Weight)>> {
    let total = match block.head {
        Some(head) => lines[head].weight()?,
        None => WHOLE,
    };
    fit(lines, block.rows.clone().collect(), total, tool)
}

/// New weights by position, so that the categories add up to 1 and the rows of each to its weight.
/// Rows keep their proportions if they have any.
pub fn fit_all(lines: &[Line], tool: Tool) -> Option<Vec<(usize, Weight)>> {
    let blocks = blocks(lines);
    let heads: Vec<usize> = blocks.iter().filter_map(|block| block.head).collect();
    if heads.is_empty() {
        return fit_block(lines, blocks.first()?, tool);
    }
    let mut weights = fit(lines, heads, WHOLE, tool)?;
    let totals = weights.clone();
    for (block, (_, total)) in blocks.iter().zip(totals).filter(|(it, _)| !it.rows.is_empty()) {
        let rows: Vec<usize> = block.rows.clone().collect();
        let fitted = fit(lines, rows.clone(), total, Tool::Scale)
            .or_else(|| fit(lines, rows, total, Tool::Spread));
        weights.extend(fitted?);
    }
    Some(weights)
}

fn fit(
    lines: &[Line],
    indices: Vec<usize>,
    total: Weight,
    tool: Tool,
) -> Option<Vec<(usize, Weight)>> {
    let fitted = match tool {
        Tool::Spread => spread(total, indices.len()),
        Tool::Scale => {
            let now: Option<Vec<Weight>> = indices.iter().map(|at| lines[*at].weight()).collect();
            scale(&now?, total)
        }
    };
    Some(indices.into_iter().zip(fitted?).collect())
}

/// The rotation that moves a line by one step: `list[range].rotate_left(by)`. A category moves with
/// its rows; a row at the edge of its category moves into the adjacent one. None at the end of the
/// list.
pub fn step(
    subject: Subject,
    lines: &[Line],
    index: usize,
    is_up: bool,
) -> Option<(Range<usize>, usize)> {
    if !lines.get(index)?.is_category {
        let upper = if is_up { index.checked_sub(1)? } else { index };
        let is_inside = upper >= subject.first_row() && upper + 1 < lines.len();
        return is_inside.then_some((upper..upper + 2, 1));
    }
    let blocks = blocks(lines);
    let here = blocks.iter().position(|block| block.head == Some(index))?;
    let upper = if is_up { here.checked_sub(1)? } else { here };
    let (first, second) = (blocks.get(upper)?, blocks.get(upper + 1)?);
    let (start, middle) = (first.head?, second.head?);
    Some((start..second.rows.end, middle - start))
}

#[cfg(test)]
mod tests;
