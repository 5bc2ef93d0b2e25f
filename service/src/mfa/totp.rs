//! Time-based codes (RFC 6238): SHA-1, six digits, 30 seconds, one step of drift either way.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use qrcode::QrCode;
use qrcode::render::svg;
use shared::error::Result;
use shared::mfa::MfaSetup;
use totp_rs::{Builder, Totp};
use zeroize::Zeroizing;

use super::PENDING;
use crate::random::random_bytes;

/// As long as the hash function's output (RFC 4226, section 4).
const SECRET_BYTES: usize = 20;
const QR_PIXELS: u32 = 240;

/// Generates a new secret.
pub(super) fn new_secret() -> Result<Zeroizing<Vec<u8>>> {
    let bytes = random_bytes::<SECRET_BYTES>();
    let bytes = bytes.map_err(|error| super::fault("no randomness", &error))?;
    Ok(Zeroizing::new(bytes.to_vec()))
}

/// The time step that a code of six digits belongs to; none when it is not valid now.
pub(super) fn matched_step(secret: &[u8], code: &str, now: DateTime<Utc>) -> Option<i64> {
    let totp = Builder::new().with_secret(secret).build().ok()?;
    let seconds = u64::try_from(now.timestamp()).unwrap_or(0);
    totp.check(code, seconds).and_then(|step| i64::try_from(step).ok())
}

/// The code that an app with that secret, in base32, shows now.
pub(super) fn code_of(secret: &str, now: DateTime<Utc>) -> Result<String> {
    let fault = |error: &dyn std::fmt::Display| super::fault("a code could not be made", error);
    let secret = totp_rs::Secret::try_from_base32(secret).map_err(|error| fault(&error))?;
    let totp = Builder::new().with_secret(secret).build().map_err(|error| fault(&error))?;
    Ok(totp.generate(u64::try_from(now.timestamp()).unwrap_or(0)).to_string())
}

/// The parameters for an authenticator app. A colon would end the issuer, so it is replaced.
pub(super) fn setup(
    secret: &[u8],
    issuer: &str,
    account: &str,
    since: (DateTime<Utc>, DateTime<Utc>),
) -> Result<MfaSetup> {
    let (issuer, account) = (issuer.replace(':', "-"), account.replace(':', "-"));
    let (started_at, now) = since;
    let totp = Builder::new()
        .with_secret(secret)
        .with_issuer(Some(issuer.clone()))
        .with_account_name(account.clone())
        .build()
        .map_err(|error| super::fault("a secret fits no authenticator app", &error))?;
    let otpauth_uri = address(&totp)?;
    Ok(MfaSetup {
        secret: totp.secret().to_base32(),
        qr_code: picture(&otpauth_uri)?,
        otpauth_uri,
        issuer,
        account_name: account,
        expires_in: (started_at + PENDING - now).num_seconds(),
    })
}

fn address(totp: &Totp) -> Result<String> {
    totp.to_url().map_err(|error| super::fault("an authenticator app has no address", &error))
}

fn picture(address: &str) -> Result<String> {
    let code = QrCode::new(address)
        .map_err(|error| super::fault("an address does not fit a QR code", &error))?;
    let size = (QR_PIXELS, QR_PIXELS);
    let image = code.render::<svg::Color<'_>>().min_dimensions(size.0, size.1).build();
    Ok(format!("data:image/svg+xml;base64,{}", STANDARD.encode(image)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of RFC 6238, appendix B.
    const SECRET: &[u8] = b"12345678901234567890";

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    #[test]
    fn the_vectors_of_the_standard_agree() {
        // The standard prints eight digits, of which six are the last six.
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(matched_step(SECRET, code, at(seconds)), Some(seconds / 30), "{seconds}");
        }
    }

    #[test]
    fn codes_of_another_implementation_agree() {
        // By PyOTP 2.12.
        for (secret, seconds, code) in [
            ("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", 1_795_251_600, "478508"),
            ("MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U", 1_795_251_629, "606091"),
            ("ORSXG5BAMVXGG33EMVSCA43FMNZGK5BB", 4_102_444_800, "566627"),
        ] {
            let secret = totp_rs::Secret::try_from_base32(secret).unwrap();
            let step = matched_step(secret.as_bytes(), code, at(seconds));
            assert_eq!(step, Some(seconds / 30), "{code}");
        }
    }

    #[test]
    fn a_code_holds_one_step_before_and_after_its_own() {
        for (drift, holds) in [(-60, false), (-30, true), (0, true), (30, true), (60, false)] {
            let step = matched_step(SECRET, "081804", at(1_111_111_109 + drift));
            assert_eq!(step, holds.then_some(1_111_111_109 / 30), "{drift}");
        }
    }

    #[test]
    fn the_beginning_of_time_is_no_reason_to_panic() {
        for seconds in [-1, 0, 29] {
            assert_eq!(matched_step(SECRET, "000000", at(seconds)), None);
        }
        assert_eq!(matched_step(SECRET, "755224", at(0)), Some(0));
    }

    #[test]
    fn nothing_but_six_ascii_digits_is_a_code() {
        for code in ["", "28708", "2870820", "+87082", "28708２", "94287082"] {
            assert_eq!(matched_step(SECRET, code, at(59)), None, "{code}");
        }
    }

    #[test]
    fn an_app_is_told_issuer_and_account_without_colons() {
        let setup = setup(SECRET, "A:B & Co", "é:a@b.example", (at(0), at(60))).unwrap();
        assert_eq!(setup.secret, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        assert_eq!(
            setup.otpauth_uri,
            "otpauth://totp/A-B%20%26%20Co:%C3%A9-a%40b.example?\
             secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=A-B%20%26%20Co"
        );
        assert!(setup.qr_code.starts_with("data:image/svg+xml;base64,"));
        assert_eq!((setup.issuer.as_str(), setup.expires_in), ("A-B & Co", 14 * 60));
    }
}
