//! The explanation of the score: from each row to the band.

use leptos::prelude::*;
use shared::appraisal::Section;
use shared::appraisal::explanation::{
    ExplainedPart, ExplainedRow, ExplainedSection, ScoreExplanation,
};
use shared::decimal::Exact;
use shared::scoring::{Score, Scorecard};
use shared::weight::Weight;

use crate::i18n::tu_string;
use crate::ui::digits::number;
use crate::ui::label::{Language, band_label, section_label, weight_text};
use crate::ui::table::rendered_table;

/// The steps between the rows and the band.
pub fn explanation_view(i18n: Language, explanation: &ScoreExplanation) -> AnyView {
    view! {
        <div class="explanation">
            <div class="stack">{contributions(i18n, explanation)}</div>
            <div class="explanation-side">
                {together(i18n, explanation)}
                {band(i18n, &explanation.scorecard)}
            </div>
        </div>
    }
    .into_any()
}

fn contributions(i18n: Language, explanation: &ScoreExplanation) -> AnyView {
    let mut lines = Vec::new();
    for section in &explanation.sections {
        let rows = explanation.rows.iter().filter(|row| row.section == section.section);
        lines.extend(rows.clone().map(|row| contribution(i18n, row)));
        let weight = Weight::sum(rows.map(|row| row.weight));
        lines.push(subtotal(i18n, section, weight));
    }
    let headings = view! {
        <th scope="col">{tu_string!(i18n, appraisal.explain.row)}</th>
        <th scope="col" class="number">{tu_string!(i18n, appraisal.row.weight)}</th>
        <th scope="col" class="number">{tu_string!(i18n, appraisal.explain.score)}</th>
        <th scope="col" class="number">{tu_string!(i18n, appraisal.explain.contribution)}</th>
    };
    let caption = tu_string!(i18n, appraisal.explain.caption);
    rendered_table("table table-dense", Some(caption), headings, lines)
}

fn contribution(i18n: Language, row: &ExplainedRow) -> AnyView {
    let score = if let Some(score) = row.supervisor_score {
        number(format!("{score} / 5")).into_any()
    } else {
        let text = tu_string!(i18n, appraisal.explain.not_yet);
        view! { <span class="muted">{text}</span> }.into_any()
    };
    view! {
        <tr>
            <th scope="row">{row.label.clone()}</th>
            <td class="number">{number(row.weight)}</td>
            <td class="number">{score}</td>
            <td class="number">{number(row.contribution)}</td>
        </tr>
    }
    .into_any()
}

fn subtotal(i18n: Language, section: &ExplainedSection, weight: Weight) -> AnyView {
    let aside = (!section.counts).then(|| {
        let text = tu_string!(i18n, appraisal.explain.not_counted);
        view! { <span class="person-sub">{text}</span> }
    });
    view! {
        <tr class="subtotal">
            <th scope="row">{section_label(i18n, section.section)} {aside}</th>
            <td class="number">{number(weight)}</td>
            <td></td>
            <td class="number">{number(section.sum)}</td>
        </tr>
    }
    .into_any()
}

fn sum_of(explanation: &ScoreExplanation, section: Section) -> String {
    let found = explanation.sections.iter().find(|other| other.section == section);
    found.map_or_else(|| Exact::default().to_string(), |found| found.sum.to_string())
}

fn together(i18n: Language, explanation: &ScoreExplanation) -> AnyView {
    let kpi = format!(
        "{} × {} + {} × {}",
        weight_text(explanation.dept_kpi_share),
        sum_of(explanation, Section::DeptKpi),
        weight_text(explanation.risk_kpi_share),
        sum_of(explanation, Section::RiskKpi),
    );
    let kpis = tu_string!(i18n, appraisal.explain.kpis);
    let competencies = tu_string!(i18n, appraisal.explain.competencies);
    let behaviours = tu_string!(i18n, appraisal.explain.behaviours);
    view! {
        <div class="stack-tight">
            <h3>{tu_string!(i18n, appraisal.explain.together)}</h3>
            <dl class="sum-lines">
                {sum_line(kpis, kpi, &explanation.kpi.exact)}
                {weighted_line(tu_string!(i18n, appraisal.explain.kpis_count), &explanation.kpi)}
                {weighted_line(competencies, &explanation.competency)}
                {weighted_line(behaviours, &explanation.behaviour)}
                {sum_line(
                    tu_string!(i18n, appraisal.explain.exact),
                    String::new(),
                    &explanation.overall_exact,
                )}
                <dt class="sum-total">{tu_string!(i18n, appraisal.explain.rounded)}</dt>
                <dd class="sum-total">{number(explanation.scorecard.overall_score)}</dd>
            </dl>
            <p class="field-hint">{tu_string!(i18n, appraisal.explain.rounding)}</p>
        </div>
    }
    .into_any()
}

fn sum_line(name: &'static str, steps: String, value: &Exact) -> AnyView {
    view! {
        <dt>{name} " " <span class="muted" dir="ltr">{number(steps)}</span></dt>
        <dd>{number(value)}</dd>
    }
    .into_any()
}

fn weighted_line(name: &'static str, part: &ExplainedPart) -> AnyView {
    let steps = format!("{} × {}", weight_text(part.weight), part.exact);
    sum_line(name, steps, &part.weighted)
}

fn band(i18n: Language, card: &Scorecard) -> AnyView {
    view! {
        <div class="stack-tight">
            <h3>{tu_string!(i18n, appraisal.explain.band)}</h3>
            <p>{band_text(i18n, card)}</p>
            {band_scale(i18n, card)}
        </div>
    }
    .into_any()
}

fn band_text(i18n: Language, card: &Scorecard) -> String {
    let band = band_label(i18n, card.overall_band);
    let floor = trimmed(card.overall_band.floor());
    if let Some(next) = card.overall_band.next() {
        let ceiling = trimmed(next.floor());
        tu_string!(i18n, appraisal.explain.band_range, band = band, from = floor, to = ceiling)
    } else {
        tu_string!(i18n, appraisal.explain.band_top, band = band, from = floor)
    }
}

fn trimmed(score: Score) -> String {
    weight_text(Weight::from_ten_thousandths(score.ten_thousandths()))
}

const RULER_WIDTH: i64 = 304;

/// A position on the ruler as a decimal with one digit, clamped to the ruler.
fn ruler_place(score: Score) -> String {
    let tenths = score.ten_thousandths().clamp(0, 10_000) * RULER_WIDTH / 1_000;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// The ruler with the bands.
pub fn band_scale(i18n: Language, card: &Scorecard) -> AnyView {
    let score = card.overall_score;
    let label = tu_string!(
        i18n,
        appraisal.explain.scale,
        score = score.to_string(),
        band = band_text(i18n, card)
    );
    let ticks: Vec<_> = (6..=9)
        .map(|tenth| {
            let place = ruler_place(Score::from_ten_thousandths(tenth * 1_000));
            view! {
                <line class="band-tick" x1=place.clone() x2=place.clone() y1="0" y2="16"></line>
                <text x=place y="32" text-anchor="middle">{number(format!("0.{tenth}"))}</text>
            }
            .into_any()
        })
        .collect();
    view! {
        <svg class="band-scale" viewBox="0 0 304 40" role="img" aria-label=label>
            <rect class="band-track" x="0" y="4" width="304" height="6" rx="3"></rect>
            <rect
                class="band-fill"
                x="0"
                y="4"
                width=ruler_place(score)
                height="6"
                rx="3"
            ></rect>
            {ticks}
        </svg>
    }
    .into_any()
}

/// The score, the band and the ruler above the three section scores, as a basis for decisions.
pub fn score_summary(i18n: Language, card: &Scorecard) -> AnyView {
    let parts = [
        (tu_string!(i18n, appraisal.explain.kpis), card.kpi_score),
        (tu_string!(i18n, appraisal.explain.competencies), card.competency_score),
        (tu_string!(i18n, appraisal.explain.behaviours), card.behaviour_score),
    ];
    let parts = parts.map(|(name, score)| {
        view! {
            <div>
                <dt>{name}</dt>
                <dd class="number">{number(score)}</dd>
            </div>
        }
    });
    view! {
        <div class="score-summary">
            <div class="score-summary-figure">
                <span class="figure-number">{number(card.overall_score)}</span>
                <span class="preview-band">{band_label(i18n, card.overall_band)}</span>
            </div>
            {band_scale(i18n, card)}
        </div>
        <dl class="facts">{parts.into_iter().collect_view()}</dl>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_has_its_place_on_the_ruler_and_none_beyond_its_end() {
        for (score, place) in
            [(0, "0.0"), (6_000, "182.4"), (7_911, "240.4"), (10_000, "304.0"), (10_002, "304.0")]
        {
            assert_eq!(ruler_place(Score::from_ten_thousandths(score)), place);
        }
    }
}
