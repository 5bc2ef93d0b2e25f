//! How server functions and browser write to each other.

use bytes::Bytes;
use leptos::server_fn::codec::Post;
use leptos::server_fn::{ContentType, Decodes, Encodes, Format, FormatType};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// JSON read from text. The data that a page carries is read that way too, so that the browser
/// holds one reader for each shape; `server_fn` reads its own JSON from bytes, which is a second.
#[derive(Debug)]
pub struct TextJson;

/// What `input` and `output` of every server function name.
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

impl<T: DeserializeOwned> Decodes<T> for TextJson {
    type Error = serde_json::Error;

    fn decode(bytes: Bytes) -> Result<T, Self::Error> {
        let text = std::str::from_utf8(&bytes).map_err(serde::de::Error::custom)?;
        serde_json::from_str(text)
    }
}
