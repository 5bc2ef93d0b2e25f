//! The score computation: one implementation for the live preview and for the stamp.
//!
//! Source: specification of staff appraisals, "Scoring computation". All values are exact decimals;
//! each of the four stamped scores is rounded once, half away from zero, from exact values.

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::appraisal::{Band, RoleCategory, Section};
use crate::decimal::{TenThousandths, parse_ten_thousandths, round_to_ten_thousandths};
use crate::rating::{HIGHEST, Rating};
use crate::weight::Weight;

/// Weight of the department's KPIs in the KPI score: 0.8.
pub const DEPT_KPI_SHARE: Weight = Weight::from_ten_thousandths(8_000);
/// Weight of the risk and compliance KPIs in the KPI score: 0.2.
pub const RISK_KPI_SHARE: Weight = Weight::from_ten_thousandths(2_000);

/// A computed score: ten-thousandths, written as a string with four digits. May exceed 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "database", derive(sqlx::Type), sqlx(transparent))]
pub struct Score(i64);

impl Score {
    /// Creates a score from ten-thousandths.
    pub const fn from_ten_thousandths(value: i64) -> Self {
        Self(value)
    }

    /// The score in ten-thousandths.
    pub const fn ten_thousandths(self) -> i64 {
        self.0
    }

    /// Rounds once, half away from zero, to four digits.
    fn round(value: Decimal) -> Self {
        // Weights are at most 1.01 in sum and ratings at most 5, so the value always fits.
        Self(round_to_ten_thousandths(value).unwrap_or(i64::MAX))
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(TenThousandths::of(self.0).as_str())
    }
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(TenThousandths::of(self.0).as_str())
    }
}

impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        parse_ten_thousandths(&text).map(Self).map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Score {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        String::schema()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Score {}

/// The weights of the three scores in the overall score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SectionWeights {
    /// Weight of the KPI score.
    pub kpi: Weight,
    /// Weight of the competency score.
    pub competency: Weight,
    /// Weight of the behaviour score.
    pub behaviour: Weight,
}

impl RoleCategory {
    /// The weights of the three scores for posts of this kind.
    pub const fn section_weights(self) -> SectionWeights {
        let (kpi, competency, behaviour) = match self {
            Self::Sales => (7_000, 2_000, 1_000),
            Self::Operations | Self::SeniorExecutive => (5_000, 3_000, 2_000),
            Self::Other => (6_000, 2_500, 1_500),
        };
        SectionWeights {
            kpi: Weight::from_ten_thousandths(kpi),
            competency: Weight::from_ten_thousandths(competency),
            behaviour: Weight::from_ten_thousandths(behaviour),
        }
    }
}

impl Band {
    /// The lowest overall score of the band.
    pub const fn floor(self) -> Score {
        Score(match self {
            Self::Outstanding => 9_000,
            Self::ExceedsExpectations => 8_000,
            Self::MeetsExpectations => 7_000,
            Self::NeedsImprovement => 6_000,
            Self::Unsatisfactory => 0,
        })
    }

    /// The band of a rounded overall score.
    pub fn of(overall: Score) -> Self {
        Self::ALL
            .iter()
            .copied()
            .find(|band| overall >= band.floor())
            .unwrap_or(Self::Unsatisfactory)
    }

    /// The next better band.
    pub const fn next(self) -> Option<Self> {
        match self {
            Self::Outstanding => None,
            Self::ExceedsExpectations => Some(Self::Outstanding),
            Self::MeetsExpectations => Some(Self::ExceedsExpectations),
            Self::NeedsImprovement => Some(Self::MeetsExpectations),
            Self::Unsatisfactory => Some(Self::NeedsImprovement),
        }
    }
}

/// The inputs to the score computation from one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredRow {
    /// The section of the row.
    pub section: Section,
    /// Its weight.
    pub weight: Weight,
    /// The supervisor's score; none counts as 0.
    pub supervisor_score: Option<Rating>,
}

impl ScoredRow {
    /// `weight x (supervisorScore / 5)`, exactly; a missing score counts as 0.
    pub fn contribution(&self) -> Decimal {
        let fifth = Decimal::new(10 / HIGHEST, 1);
        self.supervisor_score
            .map_or(Decimal::ZERO, |rating| self.weight.decimal() * rating.decimal() * fifth)
    }
}

/// The properties of the post that affect the scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Post {
    /// The kind of post.
    pub role_category: RoleCategory,
    /// True on a manager's form.
    pub is_manager_role: bool,
}

impl Post {
    /// Returns true if rows of the section count towards the score: of the two competency sets of a
    /// manager's form only the managerial one does.
    pub const fn counts(self, section: Section) -> bool {
        match section {
            Section::DeptKpi | Section::RiskKpi | Section::Behaviour => true,
            Section::Competency => !self.is_manager_role,
            Section::Managerial => self.is_manager_role,
        }
    }
}

/// The exact, unrounded values behind a scorecard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExactScores {
    /// 0.8 x department KPIs + 0.2 x risk KPIs.
    pub kpi: Decimal,
    /// The section of competencies that counts for the post.
    pub competency: Decimal,
    /// The section of behaviours.
    pub behaviour: Decimal,
    /// The three, weighted by the kind of post.
    pub overall: Decimal,
}

/// The result: four scores, a band, and the number of rated rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Scorecard {
    /// 0.8 x department KPIs + 0.2 x risk KPIs.
    pub kpi_score: Score,
    /// The competencies that count for the post.
    pub competency_score: Score,
    /// The behaviours.
    pub behaviour_score: Score,
    /// The three, weighted by the kind of post, from their exact values.
    pub overall_score: Score,
    /// The band of the rounded overall score.
    pub overall_band: Band,
    /// Rows that count towards the score.
    pub item_count: u32,
    /// Rows among them that the supervisor has scored.
    pub rated_count: u32,
}

/// The sum of the contributions of one section, exactly.
pub fn section_score(rows: &[ScoredRow], section: Section) -> Decimal {
    rows.iter().filter(|row| row.section == section).map(ScoredRow::contribution).sum()
}

/// The exact values of the four scores.
pub fn exact_scores(post: Post, rows: &[ScoredRow]) -> ExactScores {
    let kpi = DEPT_KPI_SHARE.decimal() * section_score(rows, Section::DeptKpi)
        + RISK_KPI_SHARE.decimal() * section_score(rows, Section::RiskKpi);
    let competency_section =
        if post.is_manager_role { Section::Managerial } else { Section::Competency };
    let competency = section_score(rows, competency_section);
    let behaviour = section_score(rows, Section::Behaviour);
    let weights = post.role_category.section_weights();
    let overall = weights.kpi.decimal() * kpi
        + weights.competency.decimal() * competency
        + weights.behaviour.decimal() * behaviour;
    ExactScores { kpi, competency, behaviour, overall }
}

/// Scores a form. The server stamps this result; the browser shows the same result as a preview.
pub fn score(post: Post, rows: &[ScoredRow]) -> Scorecard {
    let exact = exact_scores(post, rows);
    let overall_score = Score::round(exact.overall);
    let counting = || rows.iter().filter(|row| post.counts(row.section));
    Scorecard {
        kpi_score: Score::round(exact.kpi),
        competency_score: Score::round(exact.competency),
        behaviour_score: Score::round(exact.behaviour),
        overall_score,
        overall_band: Band::of(overall_score),
        item_count: count(counting()),
        rated_count: count(counting().filter(|row| row.supervisor_score.is_some())),
    }
}

fn count<T>(rows: impl Iterator<Item = T>) -> u32 {
    u32::try_from(rows.count()).unwrap_or(u32::MAX)
}

/// A single row whose higher score would raise the form to the next band.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lift {
    /// Position of the row.
    pub row: usize,
    /// The lowest whole score that suffices.
    pub score: Rating,
    /// The resulting overall score.
    pub overall: Score,
}

/// The single-row changes that reach the next band, smallest increase first.
pub fn lifts(post: Post, rows: &[ScoredRow]) -> Vec<Lift> {
    let card = score(post, rows);
    let Some(target) = card.overall_band.next().map(Band::floor) else { return Vec::new() };
    let mut trial = rows.to_vec();
    let mut found: Vec<(i64, Lift)> = Vec::new();
    for (position, row) in rows.iter().enumerate().filter(|(_, row)| post.counts(row.section)) {
        let from = row.supervisor_score.map_or(0, Rating::ten_thousandths);
        for step in 1..=HIGHEST {
            let Ok(rating) = Rating::from_ten_thousandths(step * 10_000) else { continue };
            if rating.ten_thousandths() <= from {
                continue;
            }
            trial[position].supervisor_score = Some(rating);
            let overall = Score::round(exact_scores(post, &trial).overall);
            if overall >= target {
                let rise = rating.ten_thousandths() - from;
                found.push((rise, Lift { row: position, score: rating, overall }));
                break;
            }
        }
        trial[position].supervisor_score = row.supervisor_score;
    }
    found.sort_by_key(|(rise, lift)| (*rise, lift.row));
    found.into_iter().map(|(_, lift)| lift).collect()
}
