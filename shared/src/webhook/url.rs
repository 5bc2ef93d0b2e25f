//! The address of a webhook.

use std::net::{IpAddr, Ipv6Addr};

use super::is_public;
use crate::check::Checks;
use crate::error::FieldCode;

const FIELD: &str = "url";
/// The maximum length, in bytes.
const LENGTH_MAX: usize = 2_000;

/// Checks an address and returns it trimmed. A host name is not resolved here: every request checks
/// the address to which its name leads.
pub(super) fn check(checks: &mut Checks, text: &str, allow_private: bool) -> String {
    let url = text.trim();
    if url.len() > LENGTH_MAX {
        checks.add(FIELD, FieldCode::TooLong, "Maximum 2000 characters.");
    } else if !is_url(url, allow_private) {
        let message = "Enter an https:// address without a user name and without a fragment.";
        checks.add(FIELD, FieldCode::Invalid, message);
    } else if !allow_private && !is_public_host(host(url).unwrap_or_default()) {
        let message = "This host is not on the public internet.";
        checks.add(FIELD, FieldCode::NotAllowed, message);
    }
    url.to_owned()
}

fn is_url(url: &str, allow_private: bool) -> bool {
    let is_plain =
        url.bytes().all(|byte| byte.is_ascii_graphic() && !br#""<>\^`{|}#"#.contains(&byte));
    is_plain && after_scheme(url, allow_private).is_some() && host(url).is_some_and(is_host)
}

/// The address after its scheme; unencrypted requests are for private networks only.
fn after_scheme(url: &str, allow_private: bool) -> Option<&str> {
    let (scheme, rest) = url.split_once("://")?;
    let is_known = scheme.eq_ignore_ascii_case("https")
        || (allow_private && scheme.eq_ignore_ascii_case("http"));
    is_known.then_some(rest)
}

/// The host, without the port; none for an address with a user name or an invalid port.
fn host(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?']).next()?;
    let end = if authority.starts_with('[') { authority.find(']')? + 1 } else { 0 };
    let colon = authority[end..].find(':').map_or(authority.len(), |at| end + at);
    let (host, port) = authority.split_at(colon);
    let is_port = |port: &str| {
        port.bytes().all(|byte| byte.is_ascii_digit())
            && port.parse::<u16>().is_ok_and(|port| port > 0)
    };
    let has_port = port.strip_prefix(':').is_none_or(is_port);
    (has_port && !authority.contains('@')).then_some(host)
}

fn is_host(host: &str) -> bool {
    match host.strip_prefix('[') {
        Some(address) => address.strip_suffix(']').is_some_and(|it| it.parse::<Ipv6Addr>().is_ok()),
        None => {
            let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
            !host.is_empty() && host.bytes().all(is_letter) && !host.starts_with('.')
        }
    }
}

/// False for the address of a private network, and for names of this machine.
fn is_public_host(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']').trim_end_matches('.');
    let name = bare.to_ascii_lowercase();
    match name.parse::<IpAddr>() {
        Ok(address) => is_public(address),
        Err(_) => name != "localhost" && !name.ends_with(".localhost"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str, allow_private: bool) -> Option<FieldCode> {
        let mut checks = Checks::new();
        check(&mut checks, text, allow_private);
        let refused = checks.finish().err()?;
        refused.problem().errors.first().map(|it| it.code)
    }

    #[test]
    fn an_address_is_encrypted_and_public() {
        for text in [
            "https://erp.example",
            "https://erp.example:8443/hooks?tenant=7",
            "HTTPS://ERP.example/a%20b",
            "https://8.8.8.8/hooks",
            "https://[2606:4700::1111]:443/",
        ] {
            assert_eq!(code(text, false), None, "{text}");
        }
        for text in [
            "",
            "erp.example",
            "http://erp.example",
            "ftp://erp.example",
            "https://",
            "https:///hooks",
            "https://:443/",
            "https://.example",
            "https://user@erp.example",
            "https://user:password@erp.example/",
            "https://erp.example:0/",
            "https://erp.example:65536/",
            "https://erp.example:+1/",
            "https://erp.example:/",
            "https://erp.example/#part",
            "https://erp.example/a b",
            "https://erp.example\\@10.0.0.1/",
            "https://erp.exämple",
            "https://[::1",
            "https://[1.2.3.4]/",
            "https://erp.example/\r\nhost: other",
        ] {
            assert_eq!(code(text, false), Some(FieldCode::Invalid), "{text}");
        }
        let long = format!("https://erp.example/{}", "a".repeat(2_000));
        assert_eq!(code(&long, false), Some(FieldCode::TooLong));
    }

    #[test]
    fn an_address_in_a_private_network_needs_the_permission_of_the_operator() {
        for text in [
            "https://127.0.0.1/",
            "https://10.0.0.8:8443",
            "https://169.254.169.254/latest",
            "https://[::1]/",
            "https://[::ffff:10.0.0.1]/",
            "https://localhost/hooks",
            "https://LOCALHOST./hooks",
            "https://erp.localhost",
        ] {
            assert_eq!(code(text, false), Some(FieldCode::NotAllowed), "{text}");
            assert_eq!(code(text, true), None, "{text}");
        }
        assert_eq!(code("http://erp.internal:8080/hooks", true), None);
        assert_eq!(code("ftp://erp.internal", true), Some(FieldCode::Invalid));
    }
}
