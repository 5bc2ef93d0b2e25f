//! The encoding of server function calls.

use bytes::Bytes;
use leptos::server_fn::codec::Post;
use leptos::server_fn::error::{FromServerFnError, ServerFnErrorErr};
use leptos::server_fn::{ContentType, Decodes, Encodes, Format, FormatType};
use serde::Serialize;
use serde::de::{DeserializeOwned, Error as _};
use shared::Error;

use crate::error::UiError;

/// JSON that is parsed from text. `server_fn` parses its own JSON from bytes; the data embedded in
/// pages is parsed from text, so this encoding saves the second parser in the bundle. The server
/// parses as strictly as the REST API.
#[derive(Debug)]
pub struct TextJson;

/// The `input` and `output` encoding of every server function.
pub type Json = Post<TextJson>;

impl ContentType for TextJson {
    const CONTENT_TYPE: &'static str = "application/json";
}

impl FormatType for TextJson {
    const FORMAT_TYPE: Format = Format::Text;
}

impl<T: Serialize> Encodes<T> for TextJson {
    type Error = serde_json::Error;

    fn encode(value: &T) -> Result<Bytes, Self::Error> {
        serde_json::to_string(value).map(Bytes::from)
    }
}

#[cfg(feature = "ssr")]
impl<T: DeserializeOwned> Decodes<T> for TextJson {
    type Error = Refused;

    fn decode(bytes: Bytes) -> Result<T, Refused> {
        shared::strict::from_json(&bytes).map_err(Refused)
    }
}

#[cfg(not(feature = "ssr"))]
impl<T: DeserializeOwned> Decodes<T> for TextJson {
    type Error = serde_json::Error;

    fn decode(bytes: Bytes) -> Result<T, Self::Error> {
        from_text(&bytes)
    }
}

/// An error of the input of a server function. `server_fn` passes errors of an encoding on as text:
/// here the JSON of the error, which [`Refused::read`] parses.
#[cfg(feature = "ssr")]
#[derive(Debug)]
pub struct Refused(shared::Error);

#[cfg(feature = "ssr")]
impl Refused {
    /// Parses the error from such a text.
    pub fn read(text: &str) -> Option<shared::Error> {
        serde_json::from_str(text).ok()
    }
}

#[cfg(feature = "ssr")]
impl std::fmt::Display for Refused {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&serde_json::to_string(&self.0).unwrap_or_default())
    }
}

/// The encoding of errors, which are enums with data; no input is.
#[derive(Debug)]
pub struct ErrorJson;

impl ContentType for ErrorJson {
    const CONTENT_TYPE: &'static str = TextJson::CONTENT_TYPE;
}

impl FormatType for ErrorJson {
    const FORMAT_TYPE: Format = Format::Text;
}

impl Encodes<UiError> for ErrorJson {
    type Error = serde_json::Error;

    fn encode(error: &UiError) -> Result<Bytes, Self::Error> {
        #[cfg(feature = "ssr")]
        if crate::server::is_sent_form() {
            return TextJson::encode(&serde_json::json!({ "words": error.words() }));
        }
        TextJson::encode(error)
    }
}

impl<T: DeserializeOwned> Decodes<T> for ErrorJson {
    type Error = serde_json::Error;

    fn decode(bytes: Bytes) -> Result<T, Self::Error> {
        from_text(&bytes)
    }
}

fn from_text<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, serde_json::Error> {
    let text = std::str::from_utf8(bytes).map_err(serde_json::Error::custom)?;
    serde_json::from_str(text)
}

impl FromServerFnError for UiError {
    type Encoder = ErrorJson;

    fn from_server_fn_error(error: ServerFnErrorErr) -> Self {
        let error = from_transport(&error);
        #[cfg(feature = "ssr")]
        crate::server::set_status(&error);
        Self(error)
    }
}

/// Maps a transport error; invalid arguments are a 400, never a 500.
fn from_transport(error: &ServerFnErrorErr) -> Error {
    match error {
        ServerFnErrorErr::Args(_)
        | ServerFnErrorErr::MissingArg(_)
        | ServerFnErrorErr::Serialization(_) => Error::validation(Vec::new()),
        #[cfg(feature = "ssr")]
        ServerFnErrorErr::Deserialization(text) => {
            Refused::read(text).unwrap_or_else(|| Error::validation(Vec::new()))
        }
        ServerFnErrorErr::Request(_) => Error::unavailable(),
        _ => Error::internal(),
    }
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::*;
    use shared::page::PageRequest;

    #[test]
    fn the_input_of_a_server_function_is_read_strictly_and_its_error_is_kept() {
        let decode = |text: &'static str| TextJson::decode(Bytes::from(text));
        let page: Result<PageRequest, _> = decode(r#"{"page":1,"limit":20}"#);
        assert_eq!(page.unwrap(), PageRequest::default());
        for text in ["[1,20]", r#"{"page":1,"page":2,"limit":20}"#, r#"{"page":"1","limit":20}"#] {
            let refused: Result<PageRequest, Refused> = decode(text);
            assert!(Refused::read(&refused.unwrap_err().to_string()).is_some(), "{text}");
        }
    }
}

#[cfg(test)]
mod error_tests {
    use shared::error::FieldCode;

    use super::*;
    use crate::error::status_of;

    #[test]
    fn bad_arguments_are_the_callers_fault() {
        for error in [
            ServerFnErrorErr::Args("x".into()),
            ServerFnErrorErr::MissingArg("x".into()),
            ServerFnErrorErr::Serialization("x".into()),
        ] {
            assert_eq!(status_of(&from_transport(&error)), 400);
        }
    }

    #[test]
    fn a_lost_connection_passes() {
        assert!(UiError(from_transport(&ServerFnErrorErr::Request("x".into()))).is_passing());
    }

    #[test]
    fn an_error_survives_the_way_to_the_browser() {
        let error = UiError(Error::field("periodTo", FieldCode::Invalid, "No."));
        assert_eq!(UiError::de(error.ser()), error);
        assert_eq!(error.at("periodTo").as_deref(), Some("No."));
    }
}
