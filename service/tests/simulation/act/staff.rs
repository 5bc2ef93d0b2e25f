//! Acts on the staff.

use chrono::NaiveDate;

use crate::simulation::people::{Department, Person};
use crate::simulation::role::Role;

/// The terms on which someone joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::simulation) struct Contract {
    pub(in crate::simulation) role: Role,
    pub(in crate::simulation) department: Option<Department>,
    pub(in crate::simulation) line_manager: Option<Person>,
    pub(in crate::simulation) started_on: NaiveDate,
    pub(in crate::simulation) confirmed_on: Option<NaiveDate>,
    /// Someone whose staff number and address are entered by mistake.
    pub(in crate::simulation) namesake: Option<Person>,
}

/// An act on the staff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::simulation) enum StaffAct {
    /// Someone joins, by the number in the script.
    Hire(u32, Contract),
    /// Two people join by one file.
    Import([(u32, Contract); 2]),
    /// A member of staff may not sign in any more, or may again.
    Block(Person, bool),
    SetRole(Person, Role),
    SetDepartment(Person, Option<Department>),
    SetLineManager(Person, Option<Person>),
    SetHead(Department, Option<Person>),
    /// The employment is confirmed as of a day, or is not confirmed any more.
    Confirm(Person, Option<NaiveDate>),
    /// The operator erases a person whose records have to be kept for so many years.
    Erase(Person, u32),
}

impl Contract {
    fn people(&self) -> impl Iterator<Item = Person> {
        self.line_manager.into_iter().chain(self.namesake)
    }
}

impl StaffAct {
    /// The people who join by the act.
    pub(in crate::simulation) fn newcomers(self) -> Vec<Person> {
        match self {
            Self::Hire(number, _) => vec![Person::Newcomer(number)],
            Self::Import(rows) => rows.map(|(number, _)| Person::Newcomer(number)).to_vec(),
            Self::Block(..)
            | Self::SetRole(..)
            | Self::SetDepartment(..)
            | Self::SetLineManager(..)
            | Self::SetHead(..)
            | Self::Confirm(..)
            | Self::Erase(..) => Vec::new(),
        }
    }

    /// The people whom the act names, except for those who join by it.
    pub(in crate::simulation) fn people(self) -> Vec<Person> {
        let named: Vec<_> = match self {
            Self::Hire(_, contract) => contract.people().collect(),
            Self::Import(rows) => rows.iter().flat_map(|(_, it)| it.people()).collect(),
            Self::Block(person, _)
            | Self::SetRole(person, _)
            | Self::SetDepartment(person, _)
            | Self::Confirm(person, _)
            | Self::Erase(person, _) => vec![person],
            Self::SetLineManager(person, manager) => [person].into_iter().chain(manager).collect(),
            Self::SetHead(_, head) => head.into_iter().collect(),
        };
        let newcomers = self.newcomers();
        named.into_iter().filter(|person| !newcomers.contains(person)).collect()
    }
}
