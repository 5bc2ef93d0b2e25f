//! Bodies of requests: nothing panics, and a schedule that is made adds up to what is financed.
#![cfg_attr(fuzzing, no_main)]
#![expect(clippy::unwrap_used, reason = "a target fails by a panic")]

use chrono::NaiveDate;
use fuzz::fuzz_target;
use serde::de::DeserializeOwned;
use serde_json::from_slice;
use shared::appraisal::save::{HrInput, ReviewInput, SelfInput};
use shared::catalog::CatalogInput;
use shared::credit::facility::FacilityInput;
use shared::credit::payment::PaymentInput;
use shared::credit::rounding::InstalmentUnit;
use shared::credit::schedule::schedule;
use shared::customer::CustomerInput;
use shared::leave::request::LeaveRequestInput;
use shared::mfa::MfaLoginInput;
use shared::money::Money;
use shared::staff::StaffInput;
use shared::template::TemplateInput;

fn read<T: DeserializeOwned>(body: &[u8], check: impl Fn(T)) {
    if let Ok(input) = from_slice(body) {
        check(input);
    }
}

fn facility(input: FacilityInput) {
    let Ok(input) = input.check() else { return };
    let terms = input.terms(InstalmentUnit::default());
    let start = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
    let Ok(lines) = schedule(&terms, start) else { return };
    let principal = Money::total(lines.iter().map(|line| line.principal_portion));
    assert_eq!(principal, Some(terms.facility_amount), "{input:?}");
}

fuzz_target!(|data: &[u8]| {
    let Some((kind, body)) = data.split_first() else { return };
    match kind % 10 {
        0 => read(body, facility),
        1 => read(body, |it: PaymentInput| drop(it.check())),
        2 => read(body, |it: SelfInput| drop(it.check())),
        3 => read(body, |it: ReviewInput| drop(it.check())),
        4 => read(body, |it: HrInput| drop(it.check())),
        5 => read(body, |it: TemplateInput| drop(it.check())),
        6 => read(body, |it: CustomerInput| drop(it.check())),
        7 => read(body, |it: LeaveRequestInput| drop(it.check())),
        8 => read(body, |it: MfaLoginInput| drop(it.check())),
        _ => read(body, |it: (CatalogInput, StaffInput)| drop(it)),
    }
});
