//! Decoding of files.

/// A file that is not text in a supported encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncodingError {
    /// An Excel workbook.
    #[error("The file is an Excel workbook. Save it as \"CSV UTF-8\".")]
    Workbook,
    /// Text in another encoding.
    #[error("The file is encoded in {0}. Save it as \"CSV UTF-8\".")]
    Other(&'static str),
    /// A byte-order mark of UTF-16 without valid UTF-16.
    #[error("The file begins like UTF-16 and is damaged. Save it as \"CSV UTF-8\".")]
    DamagedUtf16,
    /// A NUL character.
    #[error("The file holds a NUL character. Save it as \"CSV UTF-8\".")]
    Nul,
}

/// Decodes a file in UTF-8, with or without its byte-order mark, or in UTF-16 with it.
///
/// Errors: names any other encoding. Single-byte encodings cannot be distinguished with certainty:
/// Windows-1256 is named if letters beyond ASCII follow each other as in Arabic words, else
/// Windows-1252.
pub fn decode(bytes: &[u8]) -> Result<String, EncodingError> {
    let text = match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => utf8(rest)?,
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => {
            return Err(EncodingError::Other("UTF-32"));
        }
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes)?,
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes)?,
        [b'P', b'K', 3, 4, ..] | [0xd0, 0xcf, 0x11, 0xe0, ..] => {
            return Err(EncodingError::Workbook);
        }
        _ => utf8(bytes)?,
    };
    if text.contains('\0') {
        let is_wide = text.chars().filter(|it| *it == '\0').count() * 3 > text.len();
        return Err(if is_wide { UNMARKED_UTF16 } else { EncodingError::Nul });
    }
    Ok(text)
}

const UNMARKED_UTF16: EncodingError = EncodingError::Other("UTF-16 without its byte-order mark");

fn utf8(bytes: &[u8]) -> Result<String, EncodingError> {
    std::str::from_utf8(bytes).map(str::to_owned).map_err(|_| single_byte(bytes))
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, EncodingError> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(EncodingError::DamagedUtf16);
    }
    let units = pairs.iter().copied().map(unit);
    char::decode_utf16(units).collect::<Result<_, _>>().map_err(|_| EncodingError::DamagedUtf16)
}

fn single_byte(bytes: &[u8]) -> EncodingError {
    let zeros: usize = bytes.iter().map(|byte| usize::from(*byte == 0)).sum();
    if zeros * 4 > bytes.len() {
        return UNMARKED_UTF16;
    }
    let high = bytes.iter().filter(|byte| !byte.is_ascii()).count();
    let pairs = bytes.windows(2).filter(|pair| pair.iter().all(|byte| !byte.is_ascii())).count();
    let is_arabic = pairs * 2 > high;
    EncodingError::Other(if is_arabic { "Windows-1256" } else { "Windows-1252" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_encodings_are_named() {
        // "name" and "فاطمة" in Windows-1256.
        let arabic = b"name\n\xdd\xc7\xd8\xe3\xc9 \xc8\xe4\xca\n";
        assert_eq!(decode(arabic), Err(EncodingError::Other("Windows-1256")));
        assert_eq!(decode(b"name\nJos\xe9 Pe\xf1a\n"), Err(EncodingError::Other("Windows-1252")));
        assert_eq!(decode(b"\xff\xfe\0\0a\0\0\0"), Err(EncodingError::Other("UTF-32")));
        assert_eq!(decode(b"n\0a\0m\0e\0"), Err(UNMARKED_UTF16));
        assert_eq!(decode(b"PK\x03\x04rest"), Err(EncodingError::Workbook));
        assert_eq!(decode(b"\xff\xfea"), Err(EncodingError::DamagedUtf16));
        assert_eq!(decode(b"\xff\xfe\0\xd8"), Err(EncodingError::DamagedUtf16));
        assert_eq!(decode(b"name\nA\0B\n"), Err(EncodingError::Nul));
        assert_eq!(decode(b"\xff\xfe").as_deref(), Ok(""));
    }
}
