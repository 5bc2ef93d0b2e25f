use super::*;

/// The example in the test of the reference implementation of Standard Webhooks.
#[test]
fn a_signature_is_that_of_the_reference_implementation() {
    let secret = b"whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
    let body = r#"{"email":"test@example.com","username":"test_user"}"#;
    let signature = sign(secret, "msg_27UH4WbU6Z5A5EzD8u03UvzRbpk", 1_649_367_553, body);
    assert_eq!(signature.as_deref(), Some("v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw="));
}

#[test]
fn a_secret_is_random_and_as_long_as_the_standard_asks() {
    let (one, other) = (generate().unwrap(), generate().unwrap());
    assert_ne!(one, other);
    let key = STANDARD.decode(one.strip_prefix("whsec_").unwrap()).unwrap();
    assert!((24..=64).contains(&key.len()));
}

#[test]
fn every_part_of_a_request_is_signed() {
    let secret = generate().unwrap();
    let other = generate().unwrap();
    let signed = |secret: &str, id, timestamp, body| sign(secret.as_bytes(), id, timestamp, body);
    let first = signed(&secret, "a", 1, "{}").unwrap();
    assert_eq!(signed(&secret, "a", 1, "{}").as_ref(), Some(&first));
    for changed in [
        signed(&other, "a", 1, "{}"),
        signed(&secret, "b", 1, "{}"),
        signed(&secret, "a", 2, "{}"),
        signed(&secret, "a", 1, "{ }"),
    ] {
        assert_ne!(changed.unwrap(), first);
    }
    assert_eq!(signed("no secret", "a", 1, "{}"), None);
}
