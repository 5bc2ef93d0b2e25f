//! The address of an initiation that is being prepared.

use leptos_router::params::ParamsMap;
use shared::appraisal::ReviewType;
use shared::appraisal::proposal::StaffGroup;
use shared::id::StaffId;

/// The current selection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitiationAddress {
    /// The people selected by hand, without duplicates, in the order of selection.
    pub people: Vec<StaffId>,
    pub review_type: ReviewType,
    /// The selected group.
    pub group: Option<StaffGroup>,
    /// The searched part of a name, number or address.
    pub search: String,
}

impl InitiationAddress {
    /// Parses a query: the fields, then the additions and removals of the pressed button.
    ///
    /// People who are due for confirmation have a probation review, unless another type is selected
    /// for them: `shown` names the group that the page displayed, so that a selected group sets the
    /// type and a selected type stays.
    pub fn read(query: &ParamsMap) -> Self {
        // A group of checkboxes repeats its name for each selected one.
        let named = |name| ids(&query.get_all(name).unwrap_or_default().join(","));
        let mut people = named("people");
        for id in named("add") {
            if !people.contains(&id) {
                people.push(id);
            }
        }
        let removed = named("remove");
        people.retain(|id| !removed.contains(id));

        let group = parsed::<StaffGroup>(query, "group");
        let (due, shown) = (Some(StaffGroup::DueForConfirmation), parsed(query, "shown"));
        let review_type = match parsed(query, "reviewType") {
            _ if group == due && shown != due => ReviewType::Probationary,
            Some(ReviewType::Probationary) if shown == due && group != due => ReviewType::Annual,
            Some(review_type) => review_type,
            None => ReviewType::Annual,
        };
        let search = query.get("q").unwrap_or_default().trim().to_owned();
        Self { people, review_type, group, search }
    }
}

/// A comma-separated list of people, for the address.
pub fn listed(people: &[StaffId]) -> String {
    people.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// The people of a comma-separated list, without duplicates.
fn ids(text: &str) -> Vec<StaffId> {
    let mut ids: Vec<StaffId> = Vec::new();
    for id in text.split(',').filter_map(|id| id.parse().ok()) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}

fn parsed<T: std::str::FromStr>(query: &ParamsMap, name: &str) -> Option<T> {
    query.get_str(name)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "00000000-0000-0000-0000-000000000001";
    const TWO: &str = "00000000-0000-0000-0000-000000000002";

    fn read(pairs: &[(&'static str, &str)]) -> InitiationAddress {
        let mut query = ParamsMap::new();
        for (name, value) in pairs {
            query.insert(*name, (*value).to_owned());
        }
        InitiationAddress::read(&query)
    }

    #[test]
    fn at_first_it_is_the_annual_review() {
        let address = read(&[]);
        assert_eq!((address.review_type, address.group), (ReviewType::Annual, None));
    }

    #[test]
    fn buttons_add_and_remove_people_once() {
        let both = format!("{ONE},{TWO}");
        let address = read(&[("people", ONE), ("add", &both)]);
        assert_eq!(address.people.len(), 2);
        let address = read(&[("people", &both), ("remove", ONE)]);
        assert_eq!(address.people[0].to_string(), TWO);
    }

    #[test]
    fn people_may_come_one_by_one() {
        assert_eq!(read(&[("people", ONE), ("people", TWO)]).people.len(), 2);
    }

    #[test]
    fn those_who_are_due_have_a_probation_review_unless_another_type_is_selected() {
        let of = |shown: &str, group: &str, review_type: &str| {
            read(&[("shown", shown), ("group", group), ("reviewType", review_type)]).review_type
        };
        assert_eq!(read(&[("group", "due")]).review_type, ReviewType::Probationary);
        assert_eq!(of("", "due", "annual"), ReviewType::Probationary, "the group was selected");
        assert_eq!(of("due", "due", "annual"), ReviewType::Annual, "then the type");
        assert_eq!(of("due", "everyone", "probationary"), ReviewType::Annual, "another group");
        assert_eq!(of("everyone", "everyone", "probationary"), ReviewType::Probationary);
    }
}
