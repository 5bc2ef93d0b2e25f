//! Acts on the forms of appraisals: templates, their departments, and catalogs.

use shared::appraisal::CatalogKind;

use crate::simulation::people::Department;

/// The whole of a list of weights, in ten-thousandths.
const WHOLE: i64 = 10_000;

/// The rows of a template or of a catalog, as far as they matter for the scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::simulation) struct Rows {
    /// The number of rows.
    pub(in crate::simulation) count: i64,
    /// The weight of the first row; the others share the rest.
    pub(in crate::simulation) first: i64,
    /// Missing from the weights by mistake.
    pub(in crate::simulation) gap: i64,
}

impl Rows {
    /// The weights in ten-thousandths.
    pub(in crate::simulation) fn weights(self) -> Vec<i64> {
        let others = self.count - 1;
        let rest = WHOLE - self.first - self.gap;
        let share = rest / others;
        let mut weights = vec![share; usize::try_from(others).unwrap()];
        weights[0] += rest - share * others;
        weights.insert(0, self.first);
        weights
    }
}

/// An act on the forms of appraisals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::simulation) enum FormAct {
    /// A new template by the number in the script.
    CreateTemplate(u32, Rows),
    ChangeTemplate(u32, Rows),
    ArchiveTemplate(u32),
    /// A department uses a template from now on, or the default one.
    AssignTemplate(Department, Option<u32>),
    ReplaceCatalog(CatalogKind, Rows),
}

impl FormAct {
    /// The existing template of the act.
    pub(in crate::simulation) const fn template(self) -> Option<u32> {
        match self {
            Self::ChangeTemplate(number, _) | Self::ArchiveTemplate(number) => Some(number),
            Self::AssignTemplate(_, template) => template,
            Self::CreateTemplate(..) | Self::ReplaceCatalog(..) => None,
        }
    }
}
