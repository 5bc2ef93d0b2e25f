//! Files of the site.

use std::path::PathBuf;
use std::sync::Arc;

use app::script;
use axum::Router;
use axum::body::Body;
use axum::response::Response;
use http::Request;
use http_body_util::BodyExt;
use leptos::config::LeptosOptions;
use server::config::Config;
use server::phase::Phase;
use server::router::router;
use server::state::Parts;
use service::random::Ids;
use service::secret::Secrets;
use tower::ServiceExt;

use crate::support::World;

const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// A site directory that is deleted with the test.
struct Site(PathBuf);

impl Drop for Site {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

fn site() -> Site {
    let root = std::env::temp_dir().join(format!("mizan-site-{}", Ids::default().unordered()));
    for (file, content) in [
        ("pkg/mizan.abc.wasm", "plain"),
        ("pkg/mizan.abc.wasm.br", "brotli"),
        ("pkg/mizan.abc.wasm.gz", "gzip"),
        ("fonts/inter.woff2", "font"),
        ("logo.svg", "<svg/>"),
    ] {
        let path = root.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }
    Site(root)
}

async fn served(site: &Site) -> (World, Router) {
    let world = World::sqlite().await;
    let config = Arc::new(Config::for_testing(Secrets::for_testing()));
    let (_, phase) = tokio::sync::watch::channel(Phase::Serving);
    let leptos = LeptosOptions::builder()
        .output_name("mizan")
        .site_root(site.0.to_str().unwrap())
        .hash_files(true)
        .build();
    let leptos = leptos.into();
    let parts = Parts { leptos, ..Parts::new(world.service.clone(), config, phase) };
    (world, router(parts.into()))
}

async fn get(router: &Router, path: &str, encoding: &str) -> (Response<()>, String) {
    let request = Request::get(path).header("accept-encoding", encoding);
    let request = request.body(Body::empty()).unwrap();
    let (parts, body) = router.clone().oneshot(request).await.unwrap().into_parts();
    let bytes = body.collect().await.unwrap().to_bytes();
    (Response::from_parts(parts, ()), String::from_utf8_lossy(&bytes).into_owned())
}

#[tokio::test]
async fn the_program_is_sent_compressed_and_cached_for_ever() {
    let site = site();
    let (_world, router) = served(&site).await;
    for (encoding, content) in
        [("br, gzip", "brotli"), ("gzip", "gzip"), ("identity", "plain"), ("br;q=0", "plain")]
    {
        let (answer, text) = get(&router, "/pkg/mizan.abc.wasm", encoding).await;
        assert_eq!(text, content, "{encoding}");
        let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
        assert_eq!(header("content-type"), "application/wasm");
        assert_eq!(header("cache-control"), IMMUTABLE);
        assert_eq!(header("vary"), "accept-encoding");
        assert_eq!(header("x-content-type-options"), "nosniff");
    }
}

#[tokio::test]
async fn the_script_of_every_page_is_sent_compressed_and_cached_for_ever() {
    let site = site();
    let (_world, router) = served(&site).await;
    let (login, page) = get(&router, "/login", "identity").await;
    assert_eq!(login.status(), 200);
    assert!(page.contains(&format!(r#"<script src="{}" defer"#, script::path())), "{page}");
    for (encoding, content_encoding) in [("gzip", Some("gzip")), ("identity", None)] {
        let (answer, text) = get(&router, script::path(), encoding).await;
        let header = |name: &str| answer.headers().get(name).and_then(|it| it.to_str().ok());
        assert_eq!(header("content-encoding"), content_encoding);
        assert_eq!(header("content-type"), Some("text/javascript; charset=utf-8"));
        assert_eq!(header("cache-control"), Some(IMMUTABLE));
        if content_encoding.is_none() {
            assert_eq!(text, script::CONTENT);
        }
    }
}

#[tokio::test]
async fn files_with_constant_names_are_revalidated_after_a_day() {
    let site = site();
    let (_world, router) = served(&site).await;
    for path in ["/fonts/inter.woff2", "/logo.svg"] {
        let (answer, _) = get(&router, path, "br").await;
        assert_eq!(answer.status(), 200, "{path}");
        assert_eq!(answer.headers()["cache-control"], "public, max-age=86400");
    }
}

#[tokio::test]
async fn missing_files_are_not_cached_and_no_file_outside_is_served() {
    let site = site();
    let (_world, router) = served(&site).await;
    for path in ["/pkg/gone.wasm", "/pkg/", "/fonts", "/pkg/../../etc/passwd", "/pkg/%2e%2e/x"] {
        let (answer, text) = get(&router, path, "identity").await;
        assert_ne!(answer.headers().get("cache-control").unwrap(), IMMUTABLE, "{path}");
        assert!(!text.contains("root:"), "{path}");
    }
    let (answer, _) = get(&router, "/pkg/gone.wasm", "identity").await;
    assert_eq!(answer.status(), 404);
}
