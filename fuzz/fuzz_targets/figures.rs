//! Figures, codes and names as people type them: nothing panics, and what is understood means the
//! same when it is written out and read again.
#![cfg_attr(fuzzing, no_main)]

use std::fmt::{Debug, Display};
use std::str::FromStr;

use chrono::{DateTime, NaiveDate, Utc};
use fuzz::fuzz_target;
use shared::credit::rate::Rate;
use shared::credit::vocabulary::FacilityStatus;
use shared::error::Code;
use shared::id::FacilityId;
use shared::leave::days::Days;
use shared::mfa::{TypedCode, grouped, typed_code};
use shared::money::Money;
use shared::page::PageRequest;
use shared::page::cursor::{NameKey, start_ascending, start_descending};
use shared::paste::{Layout, read_block};
use shared::rating::Rating;
use shared::weight::Weight;

fn survives<T: FromStr + Display + PartialEq + Debug>(text: &str) {
    if let Ok(value) = text.parse::<T>() {
        let again = value.to_string().parse::<T>().ok();
        assert_eq!(again.as_ref(), Some(&value), "{text}");
    }
}

fuzz_target!(|text: &str| {
    survives::<Money>(text);
    survives::<Rate>(text);
    survives::<Rating>(text);
    survives::<Weight>(text);
    survives::<Days>(text);
    survives::<FacilityId>(text);
    survives::<FacilityStatus>(text);
    survives::<Code>(text);
    let (page, limit) = text.split_once('/').unwrap_or((text, ""));
    if let Ok(request) = PageRequest::parse(Some(page), Some(limit), None) {
        assert!(request.page > 0 && request.limit > 0, "{text}");
    }
    if let Ok(request) = PageRequest::parse(None, None, Some(text)) {
        drop(request.position(start_descending::<(NaiveDate, DateTime<Utc>)>()));
        drop(request.position(start_ascending::<NameKey>()));
    }
    for layout in [Layout::Template, Layout::CatalogWithTarget, Layout::Catalog] {
        drop(read_block(text, layout));
    }
    if let Some(TypedCode::Recovery(code)) = typed_code(text) {
        assert_eq!(typed_code(&grouped(&code)), Some(TypedCode::Recovery(code)));
    }
});
