//! Form inputs as text, and their conversion to inputs of the service.

use serde::{Deserialize, Serialize};
use shared::credit::vocabulary::InstalmentRounding;
use shared::id::StaffId;

/// The form of a person. The line manager is given by name, staff number or e-mail address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PersonForm {
    /// Unique in the organization.
    pub staff_number: String,
    pub name: String,
    /// The e-mail address for sign-in.
    pub email: String,
    /// The key of the role; empty if the form does not offer one.
    pub role: String,
    pub job_title: String,
    /// The id of the department; empty for none.
    pub department_id: String,
    /// The name, the staff number or the e-mail address of the line manager; empty for none.
    pub line_manager: String,
    /// The first day of employment.
    pub start: String,
    /// The date of confirmation; empty if not confirmed.
    pub confirmed: String,
}

/// The form of a department.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DepartmentForm {
    /// Unique in the organization.
    pub name: String,
    /// The staff number or e-mail address of the head; empty for none.
    pub supervisor: String,
}

/// The form of the organization.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OrganizationForm {
    pub name: String,
    /// The postal address, of several lines.
    pub address: String,
    /// An IANA time zone.
    pub time_zone: String,
    /// The ISO 4217 code: three capital letters.
    pub currency: String,
    /// Days after the due date before an instalment is overdue.
    pub grace_days: String,
    /// Days past due from which a facility is non-accrual.
    pub non_accrual_days: String,
    /// Days within which each stage of an appraisal should be completed.
    pub stage_target_days: String,
    /// False if missing, because browsers do not submit unticked checkboxes.
    pub customer_mfa_required: bool,
    /// False if missing, because browsers do not submit unticked checkboxes.
    pub separate_shariah_approver: bool,
    /// False if missing, because browsers do not submit unticked checkboxes.
    pub murabaha_gross: bool,
    /// Missing for none, because browsers do not submit unticked checkboxes.
    pub instalment_rounding: Option<InstalmentRounding>,
}

/// The options of forms and filters: value and label.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choices {
    /// By id.
    pub departments: Vec<(String, String)>,
    /// By key.
    pub roles: Vec<(String, String)>,
    /// People who can sign in, sorted by name; at most the 500 newest.
    pub people: Vec<PersonChoice>,
}

/// A person who can be selected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonChoice {
    pub id: StaffId,
    pub staff_number: String,
    pub name: String,
}

impl PersonChoice {
    /// The text of the choice, which forms submit.
    pub fn text(&self) -> String {
        choice_text(&self.name, &self.staff_number)
    }
}

/// A person in a field: the name with the staff number, as in `Imran Qureshi (AIF-010)`.
pub fn choice_text(name: &str, staff_number: &str) -> String {
    format!("{name} ({staff_number})")
}

#[cfg(feature = "ssr")]
pub(super) use server::person_view;

#[cfg(feature = "ssr")]
mod server {
    use chrono::NaiveDate;
    use service::{Caller, Service};
    use shared::appraisal::initiation::{ReviewerReason, resolve_chain};
    use shared::check::{Checks, tidy_email};
    use shared::credit::vocabulary::{InstalmentRounding, Presentation};
    use shared::department::{Department, DepartmentInput};
    use shared::error::FieldCode;
    use shared::id::StaffId;
    use shared::organization::OrganizationPatch;
    use shared::page::PageRequest;
    use shared::patch::Patch;
    use shared::permission::{EMPLOYEE, MD, Permission, SEEDED_ROLES};
    use shared::search::folded;
    use shared::staff::normalized_staff_number;
    use shared::staff::{Staff, StaffInput, StaffPatch, StaffQuery, StaffSort};
    use shared::{Error, Result};

    use super::{Choices, DepartmentForm, OrganizationForm, PersonChoice, PersonForm};
    use crate::appraisal::open_appraisal;
    use crate::people::{PersonView, Reviewers};

    const PAGES_MAX: u32 = 5;

    impl Choices {
        pub(in crate::people) async fn read(service: &Service, caller: &Caller) -> Result<Self> {
            let departments = service.departments().list(caller).await?;
            let departments = departments.into_iter().map(|it| (it.id.to_string(), it.name));
            let roles = if caller.may(Permission::OrgManage) {
                let roles = service.roles().list(caller).await?;
                roles.into_iter().map(|role| (role.key, role.name)).collect()
            } else {
                let named = |key: &str, name: &str| (key.to_owned(), name.to_owned());
                SEEDED_ROLES.iter().map(|role| named(role.key, role.name)).collect()
            };
            let people = people(service, caller).await?;
            Ok(Self { departments: departments.collect(), roles, people })
        }
    }

    async fn people(service: &Service, caller: &Caller) -> Result<Vec<PersonChoice>> {
        let mut people = Vec::new();
        for page in 1..=PAGES_MAX {
            let page = PageRequest::new(page, shared::page::LIMIT_CAP);
            let (blocked, sort) = (Some(false), Some(StaffSort::Name));
            let query = StaffQuery { blocked, sort, page: page.clone(), ..Default::default() };
            let found = service.staff().list(caller, query).await?;
            people.extend(found.data.into_iter().map(|it| PersonChoice {
                id: it.id,
                staff_number: it.staff_number,
                name: it.name,
            }));
            if u64::from(page.page) >= found.pagination.total_pages {
                break;
            }
        }
        Ok(people)
    }

    impl PersonForm {
        pub(in crate::people) async fn input(
            &self,
            service: &Service,
            caller: &Caller,
        ) -> Result<StaffInput> {
            let line_manager = named(service, caller, &self.line_manager, "lineManagerId").await?;
            let mut checks = Checks::new();
            let start = date(&mut checks, "employmentStartDate", &self.start);
            let confirmed = optional_date(&mut checks, "employmentConfirmedAt", &self.confirmed);
            let department_id = optional(&mut checks, "departmentId", &self.department_id);
            checks.finish()?;
            let role = if self.role.is_empty() { EMPLOYEE } else { &self.role };
            Ok(StaffInput {
                staff_number: self.staff_number.clone(),
                name: self.name.clone(),
                email: self.email.clone(),
                role: role.to_owned(),
                job_title: Some(self.job_title.clone()),
                department_id,
                line_manager_id: line_manager,
                employment_start_date: start,
                employment_confirmed_at: confirmed,
            })
        }

        pub(in crate::people) async fn patch(
            &self,
            service: &Service,
            caller: &Caller,
        ) -> Result<StaffPatch> {
            let input = self.input(service, caller).await?;
            Ok(StaffPatch {
                staff_number: Some(input.staff_number),
                name: Some(input.name),
                email: Some(input.email),
                role: (!self.role.is_empty()).then_some(input.role),
                job_title: Patch::from(input.job_title),
                department_id: Patch::from(input.department_id),
                line_manager_id: Patch::from(input.line_manager_id),
                employment_start_date: Some(input.employment_start_date),
                employment_confirmed_at: Patch::from(input.employment_confirmed_at),
                is_blocked: None,
            })
        }
    }

    impl DepartmentForm {
        pub(in crate::people) async fn input(
            &self,
            service: &Service,
            caller: &Caller,
        ) -> Result<DepartmentInput> {
            let supervisor = named(service, caller, &self.supervisor, "supervisorStaffId").await?;
            Ok(DepartmentInput { name: self.name.clone(), supervisor_staff_id: supervisor })
        }
    }

    impl OrganizationForm {
        pub(in crate::people) fn patch(self) -> Result<OrganizationPatch> {
            let mut checks = Checks::new();
            let mut days = |field: &str, text: &str| {
                let days = text.trim().parse::<i64>();
                checks.ensure(
                    days.is_ok(),
                    field,
                    FieldCode::Invalid,
                    "Enter a whole number of days.",
                );
                days.ok()
            };
            let grace_days = days("graceDays", &self.grace_days);
            let non_accrual_days = days("nonAccrualDays", &self.non_accrual_days);
            let stage_target_days = days("stageTargetDays", &self.stage_target_days);
            checks.finish()?;
            Ok(OrganizationPatch {
                name: Some(self.name),
                address: Some(self.address),
                time_zone: Some(self.time_zone.trim().to_owned()),
                currency: Some(self.currency.trim().to_uppercase()),
                customer_mfa_required: Some(self.customer_mfa_required),
                separate_shariah_approver: Some(self.separate_shariah_approver),
                grace_days,
                non_accrual_days,
                stage_target_days,
                murabaha_presentation: Some(if self.murabaha_gross {
                    Presentation::Gross
                } else {
                    Presentation::Net
                }),
                instalment_rounding: self.instalment_rounding.or(Some(InstalmentRounding::None)),
            })
        }
    }

    /// Finds a person by name, staff number, e-mail address or id; none for blank text.
    ///
    /// Errors: 400 when the text fits no one, or is the name of several people.
    async fn named(
        service: &Service,
        caller: &Caller,
        text: &str,
        field: &str,
    ) -> Result<Option<StaffId>> {
        let (name, text) = (folded(text), number_of_choice(text));
        if text.is_empty() {
            return Ok(None);
        }
        // The form submits the id of a person who is not among its options.
        if let Ok(id) = text.parse::<StaffId>() {
            return Ok(Some(service.staff().find(caller, id).await?.id));
        }
        let (number, email) = (normalized_staff_number(text).to_lowercase(), tidy_email(text));
        let is_meant = |it: &&Staff| {
            normalized_staff_number(&it.staff_number).to_lowercase() == number || it.email == email
        };
        // The search also matches parts of texts, so the exact match may be on a later page.
        let (mut page, mut namesakes) = (PageRequest::new(1, shared::page::LIMIT_CAP), Vec::new());
        loop {
            let query =
                StaffQuery { q: Some(text.to_owned()), page: page.clone(), ..Default::default() };
            let found = service.staff().list(caller, query).await?;
            if let Some(meant) = found.data.iter().find(is_meant) {
                return Ok(Some(meant.id));
            }
            namesakes
                .extend(found.data.iter().filter(|it| folded(&it.name) == name).map(|it| it.id));
            if u64::from(page.page) >= found.pagination.total_pages {
                return only_one(&namesakes, field).map(Some);
            }
            page.page += 1;
        }
    }

    /// The staff number of a [`super::choice_text`]; another text is returned as it is.
    fn number_of_choice(text: &str) -> &str {
        let number = text.trim_end().strip_suffix(')').and_then(|it| it.rsplit_once('('));
        number.map_or(text, |(_, number)| number).trim()
    }

    fn only_one(namesakes: &[StaffId], field: &str) -> Result<StaffId> {
        let message = match namesakes {
            [one] => return Ok(*one),
            [] => "No employee has this name, staff number or email address.",
            [_, _, ..] => "Several employees have this name. Select one from the list.",
        };
        Err(Error::field(field, FieldCode::NotFound, message))
    }

    fn date(checks: &mut Checks, field: &str, text: &str) -> NaiveDate {
        let date = text.trim().parse::<NaiveDate>();
        checks.ensure(date.is_ok(), field, FieldCode::Invalid, "Enter a date.");
        date.unwrap_or_default()
    }

    fn optional_date(checks: &mut Checks, field: &str, text: &str) -> Option<NaiveDate> {
        (!text.trim().is_empty()).then(|| date(checks, field, text))
    }

    fn optional<T: std::str::FromStr>(checks: &mut Checks, field: &str, text: &str) -> Option<T> {
        let value = text.parse().ok();
        let is_sound = text.is_empty() || value.is_some();
        checks.ensure(is_sound, field, FieldCode::Invalid, "Choose an option from the list.");
        value
    }

    /// A person with their reviewers, and the options of the form if the caller may change them.
    pub(in crate::people) async fn person_view(
        service: &Service,
        caller: &Caller,
        id: StaffId,
    ) -> Result<PersonView> {
        let staff = service.staff().find(caller, id).await?;
        let departments = service.departments().list(caller).await?;
        let department = departments.into_iter().find(|it| Some(it.id) == staff.department_id);
        let query =
            StaffQuery { role: Some(MD.to_owned()), blocked: Some(false), ..StaffQuery::default() };
        let directors = service.staff().list(caller, query).await?.data;
        let line_manager_number = match staff.line_manager_id {
            None => None,
            Some(manager) => Some(service.staff().find(caller, manager).await?.staff_number),
        };
        let choices = if caller.may(Permission::StaffManage) {
            Some(Choices::read(service, caller).await?)
        } else {
            None
        };
        let open_appraisal = if caller.may(Permission::AppraisalsHrManage) {
            open_appraisal(service, caller, id).await?
        } else {
            None
        };
        Ok(PersonView {
            reviewers: reviewers(&staff, department, directors),
            open_appraisal,
            line_manager_number,
            choices,
            staff,
        })
    }

    fn reviewers(
        staff: &Staff,
        department: Option<Department>,
        directors: Vec<Staff>,
    ) -> Reviewers {
        let supervisor = department.as_ref().and_then(|it| it.supervisor_staff_id);
        let supervisor_name = department.and_then(|it| it.supervisor_name).unwrap_or_default();
        let chain = resolve_chain(staff.id, staff.line_manager_id, supervisor);
        let department_head = chain.as_ref().ok().and_then(|it| it.department_head);
        let line_manager = match chain {
            Err(error) => Err(error.into()),
            Ok(chain) => Ok(match chain.line_manager_reason {
                reason @ ReviewerReason::LineManager => {
                    (staff.line_manager_name.clone().unwrap_or_default(), reason)
                }
                reason @ ReviewerReason::DepartmentSupervisor => (supervisor_name.clone(), reason),
            }),
        };
        Reviewers {
            line_manager,
            department_head: department_head.map(|_| supervisor_name),
            managing_directors: directors.into_iter().map(|it| it.name).collect(),
        }
    }
}
