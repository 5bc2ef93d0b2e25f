//! The scores of an appraisal, by the specification.

use shared::appraisal::{Band, RoleCategory, Section};

use crate::simulation::amount::rounded;

/// The four scores in ten-thousandths, and the band.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scores {
    pub(crate) kpi: i64,
    pub(crate) competency: i64,
    pub(crate) behaviour: i64,
    pub(crate) overall: i64,
    pub(crate) band: Band,
}

/// A row: its section, its weight and its score, both in ten-thousandths.
pub(crate) type Row = (Section, i64, i64);

/// Sections are sums of weight times score, in units of 5 x 10^8; the scores are rounded once.
pub(crate) fn scores(category: RoleCategory, is_manager: bool, rows: &[Row]) -> Scores {
    let section = |wanted: Section| -> i128 {
        let rows = rows.iter().filter(|(section, ..)| *section == wanted);
        rows.map(|(_, weight, score)| i128::from(*weight) * i128::from(*score)).sum()
    };
    let kpi = section(Section::DeptKpi) * 80 + section(Section::RiskKpi) * 20;
    let competency = if is_manager { Section::Managerial } else { Section::Competency };
    let (competency, behaviour) = (section(competency) * 100, section(Section::Behaviour) * 100);
    let (of_kpi, of_competency, of_behaviour) = match category {
        RoleCategory::Sales => (70, 20, 10),
        RoleCategory::Operations | RoleCategory::SeniorExecutive => (50, 30, 20),
        RoleCategory::Other => (60, 25, 15),
    };
    let overall = of_kpi * kpi + of_competency * competency + of_behaviour * behaviour;
    let hundredfold = 5 * 10_000 * 100;
    let overall = rounded(overall, hundredfold * 100);
    Scores {
        kpi: rounded(kpi, hundredfold),
        competency: rounded(competency, hundredfold),
        behaviour: rounded(behaviour, hundredfold),
        overall,
        band: match overall {
            9_000.. => Band::Outstanding,
            8_000.. => Band::ExceedsExpectations,
            7_000.. => Band::MeetsExpectations,
            6_000.. => Band::NeedsImprovement,
            _ => Band::Unsatisfactory,
        },
    }
}
