//! The letterhead of an organization: its name, address and logo on everything that is printed.

use chrono::NaiveDate;

use crate::check::{Checks, is_blank};
use crate::error::{Error, FieldCode, Result};

/// The maximum length of an address, in characters.
pub const ADDRESS_LENGTH_MAX: usize = 500;
/// The maximum size of a logo.
pub const LOGO_BYTES_MAX: usize = 200 * 1024;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
const JPEG: &[u8] = b"\xff\xd8\xff";

/// The head of a printed page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letterhead {
    /// The name of the organization.
    pub name: String,
    /// Its address, of several lines; empty for none.
    pub address: String,
    /// True if it has a logo.
    pub has_logo: bool,
    /// Today, in the organization's time zone.
    pub today: NaiveDate,
}

text_enum! {
    /// The format of a logo. Formats that can contain scripts, such as SVG, are not accepted.
    LogoFormat {
        /// PNG.
        Png = "image/png",
        /// JPEG.
        Jpeg = "image/jpeg",
        /// WebP.
        WebP = "image/webp",
    }
}

impl LogoFormat {
    /// The format of an image by its first bytes; the name and the declared type of a file prove
    /// nothing.
    pub fn of(content: &[u8]) -> Option<Self> {
        if content.starts_with(PNG) {
            Some(Self::Png)
        } else if content.starts_with(JPEG) {
            Some(Self::Jpeg)
        } else if content.starts_with(b"RIFF") && content.get(8..12) == Some(b"WEBP") {
            Some(Self::WebP)
        } else {
            None
        }
    }
}

/// A stored logo.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "database", derive(sqlx::FromRow))]
pub struct Logo {
    /// The format.
    pub format: LogoFormat,
    /// The bytes of the image.
    pub content: Vec<u8>,
}

impl Logo {
    /// The logo in an uploaded file.
    ///
    /// Errors: 400 for an empty file, one of more than 200 KiB, and one of another format.
    pub fn of_file(content: &[u8]) -> Result<Self> {
        let refused = |code, message| Err(Error::field("file", code, message));
        if content.is_empty() {
            return refused(FieldCode::Required, "Choose an image.");
        }
        if content.len() > LOGO_BYTES_MAX {
            return refused(FieldCode::TooLong, "Maximum 200 KiB.");
        }
        match LogoFormat::of(content) {
            Some(format) => Ok(Self { format, content: content.to_vec() }),
            None => refused(FieldCode::Invalid, "Choose a PNG, JPEG or WebP image."),
        }
    }
}

/// Checks an address: at most 500 characters, of which only line breaks may be control characters.
/// Returns it with uniform line breaks, and without blank lines around it.
pub(super) fn check_address(checks: &mut Checks, value: &str) -> String {
    let value = value.replace("\r\n", "\n");
    let value = if is_blank(&value) { "" } else { value.trim() };
    if value.chars().count() > ADDRESS_LENGTH_MAX {
        let message = format!("Maximum {ADDRESS_LENGTH_MAX} characters.");
        checks.add("address", FieldCode::TooLong, message);
    }
    let is_text = value.chars().all(|letter| letter == '\n' || !letter.is_control());
    checks.ensure(is_text, "address", FieldCode::Invalid, "Control characters are not allowed.");
    value.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(content: &[u8]) -> FieldCode {
        Logo::of_file(content).unwrap_err().problem().errors[0].code
    }

    #[test]
    fn a_logo_is_known_by_its_first_bytes() {
        let format = |content: &[u8]| Logo::of_file(content).unwrap().format;
        assert_eq!(format(b"\x89PNG\r\n\x1a\n...."), LogoFormat::Png);
        assert_eq!(format(b"\xff\xd8\xff\xe0...."), LogoFormat::Jpeg);
        assert_eq!(format(b"RIFF\x10\0\0\0WEBPVP8 "), LogoFormat::WebP);
    }

    #[test]
    fn whatever_else_calls_itself_an_image_is_refused() {
        for other in [
            &b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script/></svg>"[..],
            b"GIF89a",
            b"RIFF\x10\0\0\0WAVEfmt ",
            b"RIFF",
            b"\x89PNG",
            b"<!doctype html>",
            b" \x89PNG\r\n\x1a\n",
        ] {
            assert_eq!(refusal(other), FieldCode::Invalid, "{other:?}");
        }
    }

    #[test]
    fn a_logo_has_a_size() {
        let file = |size: usize| [PNG, &vec![0; size - PNG.len()]].concat();
        assert!(Logo::of_file(&file(LOGO_BYTES_MAX)).is_ok());
        assert_eq!(refusal(&file(LOGO_BYTES_MAX + 1)), FieldCode::TooLong);
        assert_eq!(refusal(b""), FieldCode::Required);
    }

    #[test]
    fn an_address_keeps_its_lines_and_nothing_around_them() {
        let mut checks = Checks::new();
        let address = check_address(&mut checks, "\r\n 12 Harbour Road\r\nDubai \n");
        assert_eq!(address, "12 Harbour Road\nDubai");
        assert_eq!(check_address(&mut checks, " \n\u{200f} "), "");
        assert!(checks.is_empty());
        check_address(&mut checks, &"a".repeat(501));
        check_address(&mut checks, "a\tb\0");
        assert_eq!(checks.finish().unwrap_err().problem().errors.len(), 2);
    }
}
