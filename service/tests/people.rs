//! Organizations, departments, roles and staff.
