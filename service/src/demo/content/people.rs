//! The seven departments of the demo organization and its forty members of staff.

mod departments;
mod staff;

pub use departments::DEPARTMENTS;
pub use staff::PEOPLE;

/// A department, its supervisor and its assigned template.
#[derive(Clone, Copy, Debug)]
pub struct DepartmentContent {
    /// Unique name of the department.
    pub name: &'static str,
    /// Staff number of the supervisor, who is a member of the department.
    pub supervisor: &'static str,
    /// Name of a seeded template; `None` leaves the department to the fallback.
    pub template: Option<&'static str>,
}

/// A member of staff.
#[derive(Clone, Copy, Debug)]
pub struct PersonContent {
    /// Unique number, by which line managers and supervisors are named.
    pub staff_number: &'static str,
    /// First and last name.
    pub name: &'static str,
    /// Unique address, first.last@amanah.example.
    pub email: &'static str,
    /// Key of a seeded role.
    pub role: &'static str,
    /// The job title.
    pub job_title: &'static str,
    /// Name of a department.
    pub department: &'static str,
    /// Staff number of the line manager; `None` leaves the choice to the department.
    pub line_manager: Option<&'static str>,
    /// Whole months between the start of employment and today.
    pub started_months_ago: u32,
    /// True when the probation has ended with a confirmation.
    pub confirmed: bool,
    /// True if the person may not sign in.
    pub is_blocked: bool,
    /// The role shown in the list of demo accounts; `None` leaves the person out.
    pub desk: Option<&'static str>,
}

impl PersonContent {
    /// A confirmed employee without a line manager, to be modified by the methods below.
    const fn new(staff_number: &'static str, name: &'static str, email: &'static str) -> Self {
        Self {
            staff_number,
            name,
            email,
            role: "employee",
            job_title: "",
            department: "",
            line_manager: None,
            started_months_ago: 0,
            confirmed: true,
            is_blocked: false,
            desk: None,
        }
    }

    const fn works_as(mut self, job_title: &'static str, department: &'static str) -> Self {
        self.job_title = job_title;
        self.department = department;
        self
    }

    const fn under(mut self, line_manager: &'static str) -> Self {
        self.line_manager = Some(line_manager);
        self
    }

    const fn confirmed_after(mut self, started_months_ago: u32) -> Self {
        self.started_months_ago = started_months_ago;
        self
    }

    const fn unconfirmed_after(mut self, started_months_ago: u32) -> Self {
        self.started_months_ago = started_months_ago;
        self.confirmed = false;
        self
    }

    const fn with_role(mut self, role: &'static str) -> Self {
        self.role = role;
        self
    }

    const fn blocked(mut self) -> Self {
        self.is_blocked = true;
        self
    }

    const fn at_desk(mut self, desk: &'static str) -> Self {
        self.desk = Some(desk);
        self
    }
}
