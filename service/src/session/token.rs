//! The signed token of a session: identity, realm and expiry. It contains no permissions.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use shared::error::{Error, Result};
use shared::id::OrganizationId;

use crate::secret::Secrets;
use shared::realm::Realm;

const ISSUER: &str = "mizan";

/// The maximum difference between the clocks of two servers, in seconds.
const LEEWAY: i64 = 5;

/// An upper bound on the length of issued tokens, in bytes.
const LENGTH_MAX: usize = 2_048;

/// The claims of a token. `P` is the id of a person, `S` that of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Claims<P, S> {
    iss: String,
    aud: String,
    /// The member of staff, or the account of a customer.
    pub sub: P,
    /// Their organization.
    pub org: OrganizationId,
    /// The session.
    pub sid: S,
    iat: i64,
    nbf: i64,
    exp: i64,
    jti: String,
    amr: Vec<String>,
}

/// The factors that a session was begun with, in addition to the password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VerifiedFactors {
    /// None.
    Password,
    /// A code of an authenticator app.
    Code,
    /// A recovery code.
    RecoveryCode,
}

impl VerifiedFactors {
    /// The names of the factors in the token (RFC 8176).
    fn names(self) -> Vec<String> {
        let second = match self {
            Self::Password => None,
            Self::Code => Some("otp"),
            Self::RecoveryCode => Some("rc"),
        };
        std::iter::once("pwd").chain(second).map(str::to_owned).collect()
    }
}

impl<P, S> Claims<P, S> {
    /// The same, with additional factors.
    pub(crate) fn with_factors(self, factors: VerifiedFactors) -> Self {
        Self { amr: factors.names(), ..self }
    }

    /// The claims of a session that begins now with a password.
    pub(crate) fn new(
        realm: Realm,
        (organization, person): (OrganizationId, P),
        session: S,
        jti: String,
        (now, expires_at): (DateTime<Utc>, DateTime<Utc>),
    ) -> Self {
        Self {
            iss: ISSUER.to_owned(),
            aud: realm.audience().to_owned(),
            sub: person,
            org: organization,
            sid: session,
            iat: now.timestamp(),
            nbf: now.timestamp(),
            exp: expires_at.timestamp(),
            jti,
            amr: VerifiedFactors::Password.names(),
        }
    }

    fn is_current(&self, now: DateTime<Utc>) -> bool {
        let now = now.timestamp();
        let latest = now.saturating_add(LEEWAY);
        self.iat <= latest && self.nbf <= latest && now < self.exp.saturating_add(LEEWAY)
    }
}

/// Signs the claims.
pub(crate) fn sign<P: Serialize, S: Serialize>(
    secrets: &Secrets,
    realm: Realm,
    claims: &Claims<P, S>,
) -> Result<String> {
    let typ = Some(realm.token_type().to_owned());
    let header = Header { typ, ..Header::new(Algorithm::HS256) };
    let key = EncodingKey::from_secret(secrets.jwt_secret(realm));
    encode(&header, claims, &key).map_err(|error| {
        tracing::error!(%error, "a session could not be signed");
        Error::internal()
    })
}

/// Verifies a token and returns its claims, if it was signed by this service for this realm and is
/// valid now.
///
/// Errors: 401 for every other token.
pub(crate) fn read<P: DeserializeOwned, S: DeserializeOwned>(
    secrets: &Secrets,
    realm: Realm,
    token: &str,
    now: DateTime<Utc>,
) -> Result<Claims<P, S>> {
    if token.len() > LENGTH_MAX {
        return Err(Error::unauthenticated());
    }
    let key = DecodingKey::from_secret(secrets.jwt_secret(realm));
    let data = decode::<Claims<P, S>>(token, &key, &validation(realm)).map_err(|error| {
        tracing::debug!(%error, "a token is refused");
        Error::unauthenticated()
    })?;
    // An unknown critical extension requires refusal of the token (RFC 7515, 4.1.11); all are
    // unknown here.
    let is_known = data.header.crit.is_none();
    let is_ours = data.header.typ.as_deref() == Some(realm.token_type());
    if !is_known || !is_ours || !data.claims.is_current(now) {
        return Err(Error::unauthenticated());
    }
    Ok(data.claims)
}

/// The library would use the system time, so the times are checked here: `exp` and `nbf` are
/// required and must be whole numbers, by the type of the claims.
fn validation(realm: Realm) -> Validation {
    let mut validation = Validation::new(Algorithm::HS256);
    validation.validate_exp = false;
    validation.validate_nbf = false;
    validation.set_issuer(&[ISSUER]);
    validation.set_audience(&[realm.audience()]);
    validation.required_spec_claims =
        ["exp", "nbf", "iss", "aud", "sub"].map(str::to_owned).into_iter().collect::<HashSet<_>>();
    validation
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use chrono::TimeDelta;
    use serde_json::{Value, json};
    use shared::error::Code;
    use shared::id::{SessionId, StaffId};
    use uuid::Uuid;

    use super::*;

    type Staff = Claims<StaffId, SessionId>;

    const TYPE: &str = Realm::Staff.token_type();

    fn now() -> DateTime<Utc> {
        "2026-11-21T09:00:00Z".parse().unwrap()
    }

    fn claims() -> Staff {
        let (organization, staff) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let session = SessionId(Uuid::from_u128(3));
        let person = (OrganizationId(organization), StaffId(staff));
        Claims::new(
            Realm::Staff,
            person,
            session,
            "4".to_owned(),
            (now(), now() + TimeDelta::hours(8)),
        )
    }

    fn is_refused(token: &str) -> bool {
        is_refused_at(token, now())
    }

    fn is_refused_at(token: &str, at: DateTime<Utc>) -> bool {
        match read::<StaffId, SessionId>(&Secrets::for_testing(), Realm::Staff, token, at) {
            Ok(_) => false,
            Err(error) => {
                assert_eq!(error.code(), Code::Unauthenticated);
                true
            }
        }
    }

    fn signed(header: &Header, claims: &Value) -> String {
        let key = EncodingKey::from_secret(&Secrets::for_testing().staff_jwt_secret);
        encode(header, claims, &key).unwrap()
    }

    fn header() -> Header {
        Header { typ: Some(TYPE.to_owned()), ..Header::new(Algorithm::HS256) }
    }

    fn changed(name: &str, value: Value) -> Value {
        let mut claims = serde_json::to_value(claims()).unwrap();
        claims[name] = value;
        claims
    }

    #[test]
    fn a_signed_token_can_be_read() {
        let secrets = Secrets::for_testing();
        let token = sign(&secrets, Realm::Staff, &claims()).unwrap();
        assert_eq!(read(&secrets, Realm::Staff, &token, now()), Ok(claims()));
        assert!(!is_refused(&signed(&header(), &serde_json::to_value(claims()).unwrap())));
    }

    #[test]
    fn a_token_holds_from_its_beginning_to_its_end_with_five_seconds_to_spare() {
        let token = sign(&Secrets::for_testing(), Realm::Staff, &claims()).unwrap();
        let end = now() + TimeDelta::hours(8);
        for (at, refused) in [
            (now() - TimeDelta::seconds(6), true),
            (now() - TimeDelta::seconds(5), false),
            (end + TimeDelta::seconds(4), false),
            (end + TimeDelta::seconds(5), true),
        ] {
            assert_eq!(is_refused_at(&token, at), refused, "{at}");
        }
    }

    #[test]
    fn tokens_without_a_signature_or_of_another_algorithm_are_refused() {
        let token = sign(&Secrets::for_testing(), Realm::Staff, &claims()).unwrap();
        let payload = token.split('.').nth(1).unwrap();
        for algorithm in ["none", "None", "NONE", "HS384", "RS256", "ES256"] {
            let header = json!({ "alg": algorithm, "typ": TYPE }).to_string();
            let header = URL_SAFE_NO_PAD.encode(header);
            let signature = token.rsplit('.').next().unwrap();
            for signature in ["", signature] {
                assert!(is_refused(&format!("{header}.{payload}.{signature}")), "{algorithm}");
            }
        }
        let stronger = Header { alg: Algorithm::HS384, ..header() };
        assert!(is_refused(&signed(&stronger, &serde_json::to_value(claims()).unwrap())));
    }

    #[test]
    fn tokens_signed_with_another_key_are_refused() {
        for secret in [Vec::new(), b"another secret of at least 32 bytes!!".to_vec()] {
            let other = Secrets { staff_jwt_secret: secret.into(), ..Secrets::for_testing() };
            assert!(is_refused(&sign(&other, Realm::Staff, &claims()).unwrap()));
        }
    }

    #[test]
    fn a_token_of_one_realm_is_none_in_the_other() {
        let secrets = Secrets::for_testing();
        let staff = sign(&secrets, Realm::Staff, &claims()).unwrap();
        assert!(read::<StaffId, SessionId>(&secrets, Realm::Customer, &staff, now()).is_err());
        let claims = Claims { aud: Realm::Customer.audience().to_owned(), ..claims() };
        let customer = sign(&secrets, Realm::Customer, &claims).unwrap();
        assert_eq!(read(&secrets, Realm::Customer, &customer, now()), Ok(claims.clone()));
        assert!(is_refused(&customer));
        // Tokens stay separate even if both realms are given the same key.
        let key = secrets.staff_jwt_secret.clone();
        let shared = Secrets { customer_jwt_secret: key, ..secrets };
        assert!(is_refused(&sign(&shared, Realm::Customer, &claims).unwrap()));
    }

    #[test]
    fn the_other_realm_and_other_kinds_of_token_are_refused() {
        let plain = serde_json::to_value(claims()).unwrap();
        for typ in [None, Some("JWT"), Some("customer-session+jwt")] {
            let header = Header { typ: typ.map(str::to_owned), ..header() };
            assert!(is_refused(&signed(&header, &plain)), "{typ:?}");
        }
        for (name, value) in [
            ("aud", json!("customer-portal")),
            ("aud", json!(["staff", "customer-portal"])),
            ("aud", json!(["staff"])),
            ("iss", json!("somebody")),
            ("iss", json!(["mizan"])),
            ("sub", json!("nobody")),
            ("exp", json!("9999999999")),
            ("exp", json!(null)),
            ("nbf", json!("0")),
            ("iat", json!((now() + TimeDelta::seconds(6)).timestamp())),
            ("iat", json!(i64::MAX)),
        ] {
            assert!(
                is_refused(&signed(&header(), &changed(name, value.clone()))),
                "{name} {value}"
            );
        }
    }

    #[test]
    fn a_missing_claim_is_refused() {
        for name in ["iss", "aud", "sub", "org", "sid", "iat", "nbf", "exp", "jti", "amr"] {
            let mut claims = serde_json::to_value(claims()).unwrap();
            claims.as_object_mut().unwrap().remove(name);
            assert!(is_refused(&signed(&header(), &claims)), "{name}");
        }
    }

    #[test]
    fn an_edited_organization_breaks_the_signature() {
        let token = sign(&Secrets::for_testing(), Realm::Staff, &claims()).unwrap();
        let parts: Vec<&str> = token.split('.').collect();
        let other = changed("org", json!(Uuid::from_u128(9))).to_string();
        let payload = URL_SAFE_NO_PAD.encode(other);
        assert!(is_refused(&format!("{}.{payload}.{}", parts[0], parts[2])));
    }

    #[test]
    fn a_critical_extension_that_is_not_known_is_refused() {
        let plain = serde_json::to_value(claims()).unwrap();
        for crit in [vec![], vec!["b64".to_owned()], vec!["exp".to_owned()]] {
            assert!(is_refused(&signed(&Header { crit: Some(crit), ..header() }, &plain)));
        }
    }

    #[test]
    fn keys_that_a_header_names_are_ignored() {
        let plain = serde_json::to_value(claims()).unwrap();
        let header = Header {
            kid: Some("../../etc/passwd".to_owned()),
            jku: Some("https://evil.example/keys".to_owned()),
            ..header()
        };
        assert!(!is_refused(&signed(&header, &plain)));
        let other = EncodingKey::from_secret(b"evil");
        assert!(is_refused(&encode(&header, &plain, &other).unwrap()));
    }

    #[test]
    fn nonsense_is_refused() {
        for token in ["", ".", "..", "a.b.c", "mizan", &"a".repeat(100_000), "é.é.é"] {
            assert!(is_refused(token));
        }
    }
}
