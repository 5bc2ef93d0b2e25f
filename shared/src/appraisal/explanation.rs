//! The explained score: every step from a row to the band.

use serde::{Deserialize, Serialize};

use super::detail::AppraisalItem;
use super::vocabulary::{Band, Section};
use crate::decimal::Exact;
use crate::id::AppraisalItemId;
use crate::rating::Rating;
use crate::scoring::{
    self, DEPT_KPI_SHARE, Post, RISK_KPI_SHARE, Score, Scorecard, SectionWeights, section_score,
};
use crate::weight::Weight;

/// A row and its contribution to the score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ExplainedRow {
    /// The row.
    pub item_id: AppraisalItemId,
    /// The section of the row.
    pub section: Section,
    /// The label of the criterion.
    pub label: String,
    /// Its weight.
    pub weight: Weight,
    /// The line manager's score.
    pub supervisor_score: Option<Rating>,
    /// weight x (supervisorScore / 5), exactly.
    pub contribution: Exact,
    /// False for the competency set that must be scored and does not count.
    pub counts: bool,
}

/// The sum of one section, exactly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ExplainedSection {
    /// The section.
    pub section: Section,
    /// The sum of its contributions.
    pub sum: Exact,
    /// False for the competency set that does not count.
    pub counts: bool,
}

/// One of the three scores and its contribution to the overall score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ExplainedPart {
    /// Its exact value.
    pub exact: Exact,
    /// Its weight for this kind of post.
    pub weight: Weight,
    /// exact x weight.
    pub weighted: Exact,
}

/// A single row whose higher score would reach the next band.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ExplainedLift {
    /// The row.
    pub item_id: AppraisalItemId,
    /// The label of the criterion.
    pub label: String,
    /// The current score.
    pub from: Option<Rating>,
    /// The lowest whole score that suffices.
    pub to: Rating,
    /// The resulting overall score.
    pub overall_score: Score,
}

/// The computation from the rows to the band.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ScoreExplanation {
    /// The rows, in the order of the form.
    pub rows: Vec<ExplainedRow>,
    /// The sums of the sections.
    pub sections: Vec<ExplainedSection>,
    /// Weight of the department's KPIs in the KPI score.
    pub dept_kpi_share: Weight,
    /// Weight of the risk and compliance KPIs in the KPI score.
    pub risk_kpi_share: Weight,
    /// The weights of the three scores for this kind of post.
    pub role_weights: SectionWeights,
    /// The KPI score.
    pub kpi: ExplainedPart,
    /// The competency score.
    pub competency: ExplainedPart,
    /// The behaviour score.
    pub behaviour: ExplainedPart,
    /// The overall score before rounding.
    pub overall_exact: Exact,
    /// The rounding method.
    pub rounding: String,
    /// The result.
    pub scorecard: Scorecard,
    /// The next better band.
    pub next_band: Option<Band>,
    /// Single-row changes that would reach it, smallest increase first, ten at most.
    pub next_band_lifts: Vec<ExplainedLift>,
    /// On a finalized appraisal: true if the stamp equals the score computed from the snapshot.
    pub matches: Option<bool>,
}

const LIFTS_SHOWN: usize = 10;

/// Explains the score of a form; `stamped` is the stamp of a finalized one.
pub fn explain(
    post: Post,
    items: &[AppraisalItem],
    stamped: Option<&Scorecard>,
) -> ScoreExplanation {
    let rows: Vec<_> = items.iter().map(AppraisalItem::scored_row).collect();
    let scorecard = scoring::score(post, &rows);
    let exact = scoring::exact_scores(post, &rows);
    let weights = post.role_category.section_weights();
    let part = |value, weight: Weight| ExplainedPart {
        exact: Exact(value),
        weight,
        weighted: Exact(value * weight.decimal()),
    };
    ScoreExplanation {
        rows: items.iter().map(|item| explain_row(post, item)).collect(),
        sections: Section::ALL
            .iter()
            .filter(|section| rows.iter().any(|row| row.section == **section))
            .map(|&section| ExplainedSection {
                section,
                sum: Exact(section_score(&rows, section)),
                counts: post.counts(section),
            })
            .collect(),
        dept_kpi_share: DEPT_KPI_SHARE,
        risk_kpi_share: RISK_KPI_SHARE,
        role_weights: weights,
        kpi: part(exact.kpi, weights.kpi),
        competency: part(exact.competency, weights.competency),
        behaviour: part(exact.behaviour, weights.behaviour),
        overall_exact: Exact(exact.overall),
        rounding: "half away from zero, once, to four digits".to_owned(),
        next_band: scorecard.overall_band.next(),
        next_band_lifts: explain_lifts(post, items, &rows),
        matches: stamped.map(|stamp| *stamp == scorecard),
        scorecard,
    }
}

fn explain_row(post: Post, item: &AppraisalItem) -> ExplainedRow {
    ExplainedRow {
        item_id: item.id,
        section: item.section,
        label: item.label.clone(),
        weight: item.weight,
        supervisor_score: item.supervisor_score,
        contribution: Exact(item.scored_row().contribution()),
        counts: post.counts(item.section),
    }
}

fn explain_lifts(
    post: Post,
    items: &[AppraisalItem],
    rows: &[scoring::ScoredRow],
) -> Vec<ExplainedLift> {
    scoring::lifts(post, rows)
        .into_iter()
        .take(LIFTS_SHOWN)
        .filter_map(|lift| {
            let item = items.get(lift.row)?;
            Some(ExplainedLift {
                item_id: item.id,
                label: item.label.clone(),
                from: item.supervisor_score,
                to: lift.score,
                overall_score: lift.overall,
            })
        })
        .collect()
}
