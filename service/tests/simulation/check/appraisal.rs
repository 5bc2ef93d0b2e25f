//! Comparison of appraisals.

use std::collections::{BTreeMap, BTreeSet};

use shared::appraisal::Section;
use shared::appraisal::detail::{AppraisalDetail, AppraisalItem};
use shared::appraisal::stuck::StuckQuery;
use shared::page::PageRequest;
use shared::rating::Rating;
use shared::scoring::Score;

use super::{Checked, failed, same};
use crate::simulation::model::Organization;
use crate::simulation::model::appraisal::{Appraisal, score};
use crate::simulation::model::score::{Scores, scores};
use crate::simulation::people::Person;
use crate::simulation::world::{House, World};

/// Compares an appraisal, its queue and the employment of its subject.
pub(super) async fn check(
    world: &World,
    house: &House,
    organization: &Organization,
    number: u32,
) -> Checked {
    let Some(expected) = organization.appraisals.get(&number) else { return Ok(()) };
    let reader = house.reader();
    let found = world.service.appraisals().detail(reader, house.appraisals[&number]).await;
    let found = found.map_err(failed)?;
    same("the status of an appraisal", &found.status, &expected.status)?;
    let template = expected.rows.template.map(|number| house.templates[&number]);
    if let Some(template) = template {
        same("the template of an appraisal", &found.template_id, &template)?;
    }
    form(&found, expected)?;
    stamp(&found, expected)?;
    let subject = expected.form.subject;
    let person = world.service.staff().find(reader, house.caller(subject).staff()).await;
    let confirmed_on = person.map_err(failed)?.employment_confirmed_at;
    let model = organization.employments[&subject].confirmed_on;
    same("the confirmation of an employment", &confirmed_on, &model)
}

/// Compares the number of appraisals that wait for a person.
pub(super) async fn queue(
    world: &World,
    house: &House,
    organization: &Organization,
    person: Person,
) -> Checked {
    if !organization.may_sign_in(person) {
        return Ok(());
    }
    let waiting = world.service.appraisals().pending_count(house.caller(person)).await;
    let subject = format!("appraisals that wait for {person:?}");
    same(&subject, &waiting.map_err(failed)?, &organization.waiting_appraisals(person))
}

/// Compares the open appraisals: who has to act, and the reasons for delays.
pub(super) async fn delays(world: &World, house: &House, organization: &Organization) -> Checked {
    let query = StuckQuery { page: PageRequest::new(1, 100), ..StuckQuery::default() };
    let found = world.service.appraisals().stuck(house.reader(), query).await.map_err(failed)?;
    let found = found.data.into_iter().map(|it| {
        let people: BTreeSet<_> = it.appraisal.waiting_for.into_iter().collect();
        (it.appraisal.id, (people, it.reasons.into_iter().collect()))
    });
    let open = organization.appraisals.iter().filter(|(_, it)| !it.is_finalized());
    let model = open.map(|(number, appraisal)| {
        let people = organization.awaited(appraisal).into_iter();
        let people = people.map(|it| organization.name_of(it));
        (house.appraisals[number], (people.collect(), organization.delays(appraisal)))
    });
    same("the open appraisals", &found.collect::<BTreeMap<_, _>>(), &model.collect())
}

/// Compares the rows of the form with those of its start, and their scores.
fn form(found: &AppraisalDetail, expected: &Appraisal) -> Checked {
    let weights = |section: Section| -> Vec<i64> {
        let rows = found.items.iter().filter(|item| item.section == section);
        rows.map(|item| item.weight.ten_thousandths()).collect()
    };
    for (section, model) in &expected.rows.weights {
        same(&format!("the weights of {section} rows"), &weights(*section), model)?;
    }
    let department: i64 = weights(Section::DeptKpi).iter().sum();
    same("the sum of the weights of KPIs", &department, &10_000)?;
    let given = found.items.iter().map(|item| item.supervisor_score.map(Rating::ten_thousandths));
    let given: Vec<_> = given.collect();
    let model = (0..given.len()).map(|row| expected.scores.map(|seed| score(seed, row)));
    same("the scores of the line manager", &given, &model.collect())
}

/// Compares the stamp of a finalized appraisal.
fn stamp(found: &AppraisalDetail, expected: &Appraisal) -> Checked {
    let Some(seed) = expected.scores.filter(|_| expected.is_finalized()) else { return Ok(()) };
    let row = |(number, item): (usize, &AppraisalItem)| {
        (item.section, item.weight.ten_thousandths(), score(seed, number))
    };
    let rows: Vec<_> = found.items.iter().enumerate().map(row).collect();
    let model = scores(expected.form.category, expected.form.is_manager, &rows);
    let stamped = |score: Option<Score>| score.map(Score::ten_thousandths).unwrap_or_default();
    let found = Scores {
        kpi: stamped(found.kpi_score),
        competency: stamped(found.competency_score),
        behaviour: stamped(found.behaviour_score),
        overall: stamped(found.overall_score),
        band: found.overall_band.unwrap(),
    };
    same("the stamp of an appraisal", &found, &model)
}
