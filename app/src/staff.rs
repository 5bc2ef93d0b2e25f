//! Server functions about staff and departments.

use leptos::prelude::*;
use shared::department::Department;
use shared::id::StaffId;
use shared::page::Page;
use shared::staff::{Staff, StaffQuery};

use crate::error::UiResult;
#[cfg(feature = "ssr")]
use crate::server::{answer, caller, service};
use crate::wire::Json;

/// A page of staff, sorted by name.
#[server(name = ListStaff, endpoint = "staff/list", input = Json, output = Json)]
pub async fn list_staff(query: StaffQuery) -> UiResult<Page<Staff>> {
    answer(async { service()?.staff().list(&caller()?, query).await }.await)
}

#[server(name = FindStaff, endpoint = "staff/find", output = Json)]
pub async fn find_staff(id: StaffId) -> UiResult<Staff> {
    answer(async { service()?.staff().find(&caller()?, id).await }.await)
}

/// Several members of staff; unknown ids are left out.
#[server(name = FindSeveralStaff, endpoint = "staff/find-several", input = Json, output = Json)]
pub async fn find_several_staff(ids: Vec<StaffId>) -> UiResult<Vec<Staff>> {
    let found = async {
        let (service, caller) = (service()?, caller()?);
        let mut people = Vec::with_capacity(ids.len());
        for id in ids.into_iter().take(SEVERAL) {
            match service.staff().find(&caller, id).await {
                Ok(person) => people.push(person),
                Err(shared::Error::NotFound(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(people)
    };
    answer(found.await)
}

/// The maximum number of people in one request.
#[cfg(feature = "ssr")]
const SEVERAL: usize = 500;

#[server(name = ListDepartments, endpoint = "department/list", output = Json)]
pub async fn list_departments() -> UiResult<Vec<Department>> {
    answer(async { service()?.departments().list(&caller()?).await }.await)
}
