//! Sign-in of staff.
