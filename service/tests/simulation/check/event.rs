//! Comparison of events: each once, and in the order of the changes of its record.

use std::collections::{BTreeMap, HashMap};

use shared::event::{Event, EventData, EventType, StoredEventData};
use shared::id::EventId;

use super::{Checked, failed, same};
use crate::simulation::act::Record;
use crate::simulation::model::{Model, Organization};
use crate::simulation::world::{House, World};

/// The types and statuses of the events of each record.
type Story = BTreeMap<String, Vec<(EventType, &'static str)>>;

/// Compares the whole feed, and the events that arrived at the webhook.
pub(super) async fn check(world: &World, house: &House, organization: &Organization) -> Checked {
    let rest = world.rest_of_feed(house).await.map_err(failed)?;
    let events: Vec<&Event> = house.feed.events.iter().chain(&rest).collect();
    let model = model(house, organization);
    same("the events", &story(&events), &model)?;
    webhook(world, house, &events, &model).await
}

/// The events of one record arrive in their order.
async fn webhook(world: &World, house: &House, events: &[&Event], model: &Story) -> Checked {
    let webhooks = world.service.webhooks().list(house.reader()).await.map_err(failed)?;
    let gave_up = webhooks.iter().any(|it| it.dead > 0);
    let known: HashMap<EventId, &Event> = events.iter().map(|it| (it.id, *it)).collect();
    let arrived = world.hook.arrived.lock().unwrap().clone();
    let arrived: Vec<&Event> = arrived.iter().filter_map(|id| known.get(id).copied()).collect();
    for (record, found) in story(&arrived) {
        let expected = &model[&record];
        // Those that follow an event that was given up are sent nevertheless.
        let is_in_order = gave_up || expected.starts_with(&found);
        same("the order of the events of a record", &is_in_order, &true)?;
    }
    Ok(())
}

/// Every event has arrived, waits or was given up.
pub(super) async fn passed(world: &World, model: &Model) -> Checked {
    let mut found = world.hook.confirmed.lock().unwrap().values().filter(|it| **it).count();
    for house in &world.houses {
        let webhooks = world.service.webhooks().list(house.reader()).await.map_err(failed)?;
        let waiting = webhooks.iter().map(|it| it.pending + it.dead).sum::<i64>();
        found += usize::try_from(waiting).unwrap();
    }
    let events = model.organizations.iter().map(Organization::webhook_events).sum();
    same("the events that were passed to webhooks", &found, &events)
}

fn story(events: &[&Event]) -> Story {
    let mut story = Story::new();
    for event in events {
        let status = match &event.data {
            StoredEventData::Known(EventData::Appraisal(data)) => data.status.as_str(),
            StoredEventData::Known(EventData::Leave(data)) => data.status.as_str(),
            StoredEventData::Known(EventData::Facility(data)) => data.status.as_str(),
            StoredEventData::Unknown(_) => "unknown",
        };
        let entry = (event.event_type.known().unwrap(), status);
        story.entry(event.entity_id.clone()).or_default().push(entry);
    }
    story
}

fn model(house: &House, organization: &Organization) -> Story {
    let events = organization.events.iter().map(|(record, events)| {
        let id = match record {
            Record::Facility(number) => house.references[number].clone(),
            Record::Leave(number) => house.requests[number].to_string(),
            Record::Appraisal(number) => house.appraisals[number].to_string(),
            Record::Template(_) | Record::Token(_) => unreachable!("it has no events"),
        };
        (id, events.clone())
    });
    events.collect()
}
