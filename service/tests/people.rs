//! Organizations, departments, roles and staff.

mod change;
mod confirmation;
mod department;
mod export;
mod import;
mod letterhead;
mod organization;
mod probation;
mod race;
mod role;
mod staff;
mod trail;
mod upload;
mod wait;

use shared::error::{Code, Error};

pub(crate) fn code<T: std::fmt::Debug>(result: Result<T, Error>) -> Code {
    result.unwrap_err().code()
}

/// The fields in an error, each with its code.
pub(crate) fn faults<T: std::fmt::Debug>(result: Result<T, Error>) -> Vec<(String, String)> {
    let error = result.unwrap_err();
    let errors = error.problem().errors.iter();
    errors.map(|it| (it.field.clone(), it.code.to_string())).collect()
}

pub(crate) fn fault(field: &str, code: &str) -> Vec<(String, String)> {
    vec![(field.to_owned(), code.to_owned())]
}
