//! JSON responses.

use axum::response::{IntoResponse, Response};
use http::HeaderValue;
use http::header::CONTENT_TYPE;
use serde::Serialize;
use shared::Error;

use crate::error::ApiError;

/// The initial capacity, sufficient for all but the longest lists and forms.
const LENGTH: usize = 32 * 1024;

/// A JSON response. Unlike axum's own, it writes directly into a `Vec`, without a call through a
/// buffer for every quote and comma.
#[derive(Clone, Copy, Debug)]
pub struct Json<T>(pub T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        let mut body = Vec::with_capacity(LENGTH);
        match serde_json::to_writer(&mut body, &self.0) {
            Ok(()) => {
                let json = HeaderValue::from_static("application/json");
                ([(CONTENT_TYPE, json)], body).into_response()
            }
            Err(error) => {
                tracing::error!(%error, "an answer cannot be written");
                ApiError(Error::internal()).into_response()
            }
        }
    }
}
