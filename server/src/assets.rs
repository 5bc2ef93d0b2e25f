//! Files: the program of the pages with its styles, fonts and icons.

use std::future::ready;
use std::path::{Path, PathBuf};

use app::script;
use axum::Router;
use axum::middleware::map_response;
use axum::response::Response;
use axum::routing::get;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, VARY};
use http::{HeaderValue, StatusCode};
use leptos::config::{LeptosOptions, get_configuration};
use tower_http::compression::CompressionLayer;
use tower_http::services::{ServeDir, ServeFile};

use crate::config::ConfigError;
use crate::state::AppState;

/// Files whose names change with their content.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";
/// Files that keep their names, such as fonts and icons.
const A_DAY: &str = "public, max-age=86400";
/// Files of a build whose names do not depend on their content.
const REVALIDATE: &str = "no-cache";

/// The settings of Leptos: `Leptos.toml` in the directory of the embedded pages, next to the
/// program or in the current directory, overridden by environment variables (such as
/// `LEPTOS_SITE_ROOT`).
///
/// * `embedded`: the directory into which the embedded pages were unpacked.
///
/// Errors: the file cannot be read.
pub fn leptos_options(embedded: Option<&Path>) -> Result<LeptosOptions, ConfigError> {
    let refused = |error: &dyn std::fmt::Display| ConfigError {
        setting: "Leptos.toml".to_owned(),
        message: error.to_string(),
    };
    let Some(file) = settings_file(embedded) else {
        return Ok(get_configuration(None).map_err(|error| refused(&error))?.leptos_options);
    };
    let path = file.to_str().ok_or_else(|| refused(&"its path is not valid UTF-8"))?;
    let mut options =
        get_configuration(Some(path)).map_err(|error| refused(&error))?.leptos_options;
    let site_root = Path::new(&*options.site_root);
    // A path in the file is relative to the directory of the file; one in the environment to the
    // current directory.
    if site_root.is_relative() && std::env::var_os("LEPTOS_SITE_ROOT").is_none() {
        let folder = file.parent().unwrap_or(Path::new(""));
        options.site_root = folder.join(site_root).to_string_lossy().into();
    }
    if let Some(embedded) = embedded {
        let names = embedded.join(&*options.hash_file);
        options.hash_file = names.to_string_lossy().into();
    }
    Ok(options)
}

/// Finds a missing prerequisite of the pages: the list of hashed names next to the program, or the
/// package in the site directory. Without it `/api` works and pages do not.
pub fn missing(options: &LeptosOptions) -> Option<PathBuf> {
    let package = Path::new(&*options.site_root).join(&*options.site_pkg_dir);
    let program = std::env::current_exe().ok();
    let names = program.and_then(|program| Some(program.parent()?.join(&*options.hash_file)));
    let names = names.filter(|_| options.hash_files);
    names.into_iter().chain([package]).find(|path| !path.exists())
}

fn settings_file(embedded: Option<&Path>) -> Option<PathBuf> {
    let program = std::env::current_exe().ok();
    let beside = program.and_then(|program| Some(program.parent()?.join("Leptos.toml")));
    let here = PathBuf::from("Leptos.toml");
    let embedded = embedded.map(|folder| folder.join("Leptos.toml"));
    embedded.into_iter().chain(beside).chain([here]).find(|file| file.is_file())
}

/// Serves the site directory: each file and directory at its top level, and the package of the
/// pages. A compressed form of a file is sent if there is one.
pub fn routes(options: &LeptosOptions) -> Router<AppState> {
    let root = Path::new(&*options.site_root);
    let package = &*options.site_pkg_dir;
    let mut router = folder(package, &root.join(package), package_caching(options)).merge(script());
    for entry in std::fs::read_dir(root).into_iter().flatten().flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let is_compressed = [".br", ".gz"].iter().any(|end| name.ends_with(end));
        if name == package || is_compressed || name.contains(['{', '}']) {
            continue;
        }
        router = if entry.path().is_dir() {
            router.merge(folder(&name, &entry.path(), A_DAY))
        } else {
            router.merge(file(&name, &entry.path()))
        };
    }
    router
}

/// The script of every page, which is embedded in the program.
fn script() -> Router<AppState> {
    let content = async || ([(CONTENT_TYPE, "text/javascript; charset=utf-8")], script::CONTENT);
    let router = Router::new().route(script::path(), get(content));
    let router = router.layer(map_response(|answer| ready(cached(answer, IMMUTABLE))));
    router.layer(CompressionLayer::new())
}

fn package_caching(options: &LeptosOptions) -> &'static str {
    if options.hash_files { IMMUTABLE } else { REVALIDATE }
}

fn folder(name: &str, path: &Path, caching: &'static str) -> Router<AppState> {
    let files = ServeDir::new(path)
        .append_index_html_on_directories(false)
        .precompressed_br()
        .precompressed_gzip();
    let router = Router::new().nest_service(&format!("/{name}"), files);
    router.layer(map_response(move |answer| ready(cached(answer, caching))))
}

fn file(name: &str, path: &Path) -> Router<AppState> {
    let file = ServeFile::new(path).precompressed_br().precompressed_gzip();
    let router = Router::new().route_service(&format!("/{name}"), file);
    router.layer(map_response(|answer| ready(cached(answer, A_DAY))))
}

/// Sets the caching headers, including `Vary: Accept-Encoding`. A missing file is not cached, since
/// the next deployment may have it.
fn cached(mut answer: Response, caching: &'static str) -> Response {
    let is_file = answer.status().is_success() || answer.status() == StatusCode::NOT_MODIFIED;
    let headers = answer.headers_mut();
    if is_file {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(caching));
    }
    headers.append(VARY, HeaderValue::from_static("accept-encoding"));
    answer
}
