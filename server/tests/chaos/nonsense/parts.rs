//! The parts of random requests: characters and words with a meaning for one of the parsers of
//! external input, and some without. The fuzzer uses the same parts.

use arbitrary::Arbitrary;
use axum::body::Body;
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderValue, Method, Request, Uri};
use leptos::server_fn::axum::server_fn_paths;
use server::api::document::document;

/// Requests that end the caller's session, and endless streams.
const LEFT_OUT: [&str; 3] = ["logout", "password", "/stream"];
const FORMS: [&str; 5] = [
    "application/json",
    "application/x-www-form-urlencoded",
    "text/csv",
    "multipart/form-data; boundary=x",
    "application/json; charset=utf-16",
];
const HEADERS: [&str; 14] = [
    "accept",
    "accept-language",
    "content-encoding",
    "content-length",
    "cookie",
    "forwarded",
    "host",
    "idempotency-key",
    "if-none-match",
    "last-event-id",
    "origin",
    "range",
    "referer",
    "x-forwarded-for",
];
/// Used in bodies, queries, headers and addresses.
#[rustfmt::skip]
const WORDS: [&str; 96] = [
    "{", "}", "[", "]", ":", ",", "\"", "\\", "\\u0000", "\\ud800", "&", "=", ";", "/", "?", "#",
    "%", "%00", "%ff", "%2f", "+", "-", ".", "*", " ", "\t", "\n", "\r\n", "\0", "\u{feff}",
    "\u{202e}", "ß", "٣", "null", "true", "false", "0", "-0", "1", "1.0000", "0.00005", "1e5",
    "1e309", "-1", "5", "NaN", "99999999999999999999", "2026-02-30", "2026-11-21", "9999-12-31",
    "0000-00-00", "2026-11-21T09:00:00Z", "01a21237-cb8b-74ba-b38a-bb121131a4c7", "\"name\":",
    "\"email\":", "\"items\":", "\"id\":", "\"weight\":", "\"amount\":\"1\"", "\"rate\":",
    "\"term\":", "\"productType\":\"murabaha\"", "\"customerId\":", "\"startDate\":\"2026-11-22\"",
    "\"type\":\"casual\"", "\"permissions\":", "\"code\":", "\"basedOn\":", "\"staffIds\":",
    "\"reviewType\":\"annual\"", "\"date\":", "\"\"", "page", "limit", "status", "q", "sort",
    "from", "to", "asOf", "year", "scope", "staffNumber,", "name,", "email,",
    "employmentStartDate", "__Host-staff_session", "mizan_", "en-GB;q=0.8", "ar", "127.0.0.1",
    "[::1]:80", "for=", "https://", "bytes=0-", "mizan.example",
];

/// A plausible request.
#[derive(Arbitrary, Debug)]
pub(crate) struct Parts {
    operation: u16,
    segment: Option<Text>,
    query: Text,
    headers: Vec<(u8, Text)>,
    form: u8,
    body: Text,
}

#[derive(Arbitrary, Debug)]
struct Text(Vec<Piece>);

#[derive(Arbitrary, Debug)]
enum Piece {
    Word(u8),
    Letters(String),
    Bytes(Vec<u8>),
}

/// A route of the API, or a server function of the pages.
#[derive(Debug)]
pub(crate) struct Operation {
    method: Method,
    pub(crate) path: String,
}

/// All operations except the excluded ones.
pub(crate) fn operations() -> Vec<Operation> {
    let document = serde_json::to_value(document()).expect("a description of the API");
    let mut found: Vec<Operation> = server_fn_paths()
        .map(|(path, method)| Operation { method, path: path.to_owned() })
        .collect();
    for (path, methods) in document["paths"].as_object().expect("a map of paths") {
        for method in methods.as_object().expect("a map of methods").keys() {
            let method = method.to_uppercase().parse().expect("a method");
            found.push(Operation { method, path: path.clone() });
        }
    }
    found.retain(|it| LEFT_OUT.iter().all(|left_out| !it.path.contains(left_out)));
    found.sort_by(|a, b| (&a.path, a.method.as_str()).cmp(&(&b.path, b.method.as_str())));
    found
}

impl Parts {
    /// The resulting request; `None` if HTTP itself cannot represent it.
    pub(crate) fn request(
        &self,
        operations: &[Operation],
        id: &str,
        token: &str,
    ) -> Option<Request<Body>> {
        let operation = chosen(operations, self.operation);
        let mut builder = Request::builder()
            .method(operation.method.clone())
            .uri(self.address(operation, id)?)
            .header(AUTHORIZATION, format!("Bearer {token}"))
            .header(CONTENT_TYPE, *chosen(&FORMS, self.form.into()));
        for (name, value) in &self.headers {
            let value = HeaderValue::from_bytes(&value.bytes()).ok()?;
            builder = builder.header(*chosen(&HEADERS, (*name).into()), value);
        }
        builder.body(Body::from(self.body.bytes())).ok()
    }

    fn address(&self, operation: &Operation, id: &str) -> Option<Uri> {
        let segment = self.segment.as_ref().map_or_else(|| id.to_owned(), Text::escaped);
        let mut path = String::new();
        for part in operation.path.split('/').skip(1) {
            path.push('/');
            path.push_str(if part.starts_with('{') { &segment } else { part });
        }
        format!("{path}?{}", self.query.escaped()).parse().ok()
    }
}

impl Text {
    fn bytes(&self) -> Vec<u8> {
        let piece = |piece: &Piece| match piece {
            Piece::Word(index) => chosen(&WORDS, (*index).into()).as_bytes().to_vec(),
            Piece::Letters(letters) => letters.as_bytes().to_vec(),
            Piece::Bytes(bytes) => bytes.clone(),
        };
        self.0.iter().flat_map(piece).collect()
    }

    /// Escaped for an address.
    fn escaped(&self) -> String {
        let escaped = |byte: u8| match byte {
            b'"' | b'#' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}' => {
                format!("%{byte:02X}")
            }
            byte if byte.is_ascii_graphic() => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        };
        self.bytes().into_iter().map(escaped).collect()
    }
}

fn chosen<T>(of: &[T], index: u16) -> &T {
    &of[usize::from(index) % of.len()]
}
