//! The parts of the leave management page.

mod calendar;
mod person;
mod policy;
mod year_end;

pub(super) use calendar::calendar_card;
pub(super) use person::person_card;
pub(super) use policy::policies_card;
pub(super) use year_end::year_end_card;
