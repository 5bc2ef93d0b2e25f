//! The data of the page with the appraisals of one person.

use shared::appraisal::list::AppraisalSummary;
use shared::id::StaffId;
use shared::staff::Staff;

use crate::session::Me;

/// A person and their appraisals.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct History {
    /// The person whose letter of confirmation the reader may open.
    pub(super) confirmed: Option<StaffId>,
    pub(super) name: String,
    pub(super) about: Vec<About>,
    pub(super) appraisals: Vec<AppraisalSummary>,
}

impl History {
    /// The current user's own history.
    pub fn of_me(me: Me, appraisals: Vec<AppraisalSummary>) -> Self {
        let confirmed = me.employment_confirmed_at.map_or(About::NotConfirmed, About::Confirmed);
        let letter = me.employment_confirmed_at.map(|_| me.id);
        Self { confirmed: letter, name: me.name, about: vec![confirmed], appraisals }
    }

    /// The history of a member of staff, for users who may see staff.
    pub fn of_staff(staff: Staff, appraisals: Vec<AppraisalSummary>) -> Self {
        let texts = [staff.job_title, staff.department_name].into_iter().flatten();
        let mut about: Vec<_> = texts.map(About::Text).collect();
        about.push(About::Started(staff.employment_start_date));
        about.push(staff.employment_confirmed_at.map_or(About::NotConfirmed, About::Confirmed));
        let confirmed = staff.employment_confirmed_at.map(|_| staff.id);
        Self { confirmed, name: staff.name, about, appraisals }
    }
}

/// One fact about the person.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) enum About {
    Text(String),
    Started(chrono::NaiveDate),
    Confirmed(chrono::NaiveDate),
    NotConfirmed,
}
