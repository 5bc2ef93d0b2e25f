//! The answers of the last finalized appraisal, beside the same rows of this one.

use chrono::NaiveDate;
use leptos::prelude::*;
use shared::appraisal::detail::{AppraisalDetail, AppraisalItem};

use super::row::{quote, score_or_none};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::time::period_text;

/// The rows of the last finalized appraisal; none if there is no such appraisal.
#[derive(Clone, Debug, Default)]
pub struct Previous {
    period: Option<(NaiveDate, NaiveDate)>,
    items: Vec<AppraisalItem>,
}

impl From<Option<AppraisalDetail>> for Previous {
    fn from(detail: Option<AppraisalDetail>) -> Self {
        detail.map_or_else(Self::default, |detail| Self {
            period: Some((detail.period_from, detail.period_to)),
            items: detail.items,
        })
    }
}

impl Previous {
    /// The same row: the snapshots of two appraisals share the section and the label of a row.
    fn row(&self, item: &AppraisalItem) -> Option<&AppraisalItem> {
        self.items.iter().find(|it| it.section == item.section && it.label == item.label)
    }
}

/// The line manager's answer on the same row of the last appraisal; `None` if it has no such row.
pub fn previous_answer(item: &AppraisalItem) -> Option<AnyView> {
    let i18n = use_i18n();
    let previous = use_context::<Previous>()?;
    let (from, to) = previous.period?;
    let row = previous.row(item)?;
    let title = tu_string!(i18n, appraisal.score.previous, period = period_text(i18n, from, to));
    let view = view! {
        <div class="row-answer">
            <div class="row-answer-head">
                <span>{title}</span>
                {score_or_none(row.supervisor_score)}
            </div>
            {quote(row.supervisor_comment.clone())}
        </div>
    };
    Some(view.into_any())
}
