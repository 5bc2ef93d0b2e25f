use super::*;
use uuid::Uuid;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn utc(at: DateTime<Utc>) -> NaiveDate {
    at.date_naive()
}

/// A token from 1 November 2026 until the noon of 15 December.
fn token() -> ApiToken {
    ApiToken {
        id: ApiTokenId(Uuid::from_u128(1)),
        name: "Payroll".to_owned(),
        permissions: vec![Permission::StaffView],
        created_by_id: StaffId(Uuid::from_u128(2)),
        created_by_name: "Salma".to_owned(),
        created_at: at("2026-11-01T12:00:00Z"),
        expires_at: at("2026-12-15T12:00:00Z"),
        last_used_at: None,
        revoked_at: None,
    }
}

#[test]
fn a_token_expires_soon_from_the_fourteenth_day_before_its_date_of_expiry() {
    for (now, validity) in [
        ("2026-11-30T23:59:59Z", Validity::Valid),
        ("2026-12-01T00:00:00Z", Validity::ExpiresSoon(14)),
        ("2026-12-02T12:00:00Z", Validity::ExpiresSoon(13)),
        ("2026-12-14T23:59:59Z", Validity::ExpiresSoon(1)),
        ("2026-12-15T00:00:00Z", Validity::ExpiresSoon(0)),
        ("2026-12-15T11:59:59Z", Validity::ExpiresSoon(0)),
        ("2026-12-15T12:00:00Z", Validity::Expired),
    ] {
        assert_eq!(token().validity(at(now), utc), validity, "{now}");
    }
}

#[test]
fn the_days_until_expiry_are_those_of_the_organization() {
    let dubai = |at: DateTime<Utc>| (at + TimeDelta::hours(4)).date_naive();
    let now = at("2026-11-30T20:00:00Z");
    assert_eq!(token().validity(now, dubai), Validity::ExpiresSoon(14));
    assert_eq!(token().validity(now - TimeDelta::seconds(1), dubai), Validity::Valid);
}

#[test]
fn a_revoked_token_is_revoked_whenever_it_would_have_expired() {
    let token = ApiToken { revoked_at: Some(at("2026-11-02T00:00:00Z")), ..token() };
    for now in ["2026-11-03T00:00:00Z", "2026-12-15T00:00:00Z", "2027-01-01T00:00:00Z"] {
        assert_eq!(token.validity(at(now), utc), Validity::Revoked, "{now}");
    }
}

#[test]
fn a_replacement_lives_as_long_as_the_token_was_created_for() {
    let now = at("2026-12-10T08:00:00Z");
    assert_eq!(token().next_expiry(now), at("2027-01-23T08:00:00Z"));
    let long = ApiToken { expires_at: at("2029-01-01T00:00:00Z"), ..token() };
    assert_eq!(long.next_expiry(now), now + API_TOKEN_LIFE_MAX);
}
