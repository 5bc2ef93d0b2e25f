//! The start of the program in the browser.

use std::path::Path;
use std::sync::OnceLock;

use leptos::config::LeptosOptions;
use leptos::nonce::use_nonce;
use leptos::prelude::*;

/// Fetches the program once the page has been painted, so that what the reader sees first need not
/// share the line with it; then it takes the page over as soon as the browser is idle, after two
/// seconds at the latest. Until then links and forms are those of a page without JavaScript.
///
/// This stands for `HydrationScripts` of Leptos, which asks for the program in the head of the page
/// and for each of its parts in a link of its own.
const START: &str = "((program, code) => {
    const start = async () => {
        const module = await import(program);
        await module.default({ module_or_path: code });
        module.hydrate();
    };
    const whenIdle = () =>
        'requestIdleCallback' in window
            ? requestIdleCallback(start, { timeout: 2000 })
            : start();
    requestAnimationFrame(() => setTimeout(whenIdle));
})";

/// The script that loads the program.
///
/// * `options`: where the files of the program lie.
#[component]
pub(super) fn Program(options: LeptosOptions) -> impl IntoView {
    static FILES: OnceLock<(String, String)> = OnceLock::new();
    let (program, code) = FILES.get_or_init(|| files(&options));
    view! { <script type="module" nonce=use_nonce()>{format!("{START}({program:?}, {code:?})")}</script> }
}

/// The addresses of the JavaScript and of the WebAssembly.
fn files(options: &LeptosOptions) -> (String, String) {
    let names = options.hash_files.then(|| hashed_names(options)).unwrap_or_default();
    let (folder, name) = (&options.site_pkg_dir, &options.output_name);
    let file = |kind: &str| {
        let lines = names.lines().filter_map(|line| line.split_once(':'));
        let hash = lines.into_iter().find(|(found, _)| found.trim() == kind);
        let hash = hash.map(|(_, hash)| format!(".{}", hash.trim())).unwrap_or_default();
        format!("/{folder}/{name}{hash}.{kind}")
    };
    (file("js"), file("wasm"))
}

/// The list that the build left beside the program or that the program carries.
fn hashed_names(options: &LeptosOptions) -> String {
    let program = std::env::current_exe().unwrap_or_default();
    let list = program.parent().unwrap_or(Path::new("")).join(&*options.hash_file);
    std::fs::read_to_string(&list).unwrap_or_else(|error| {
        tracing::error!(file = %list.display(), %error, "the names of the files of the pages");
        String::new()
    })
}
