//! The start of the program in the browser.

use std::path::Path;
use std::sync::OnceLock;

use leptos::config::LeptosOptions;
use leptos::nonce::use_nonce;
use leptos::prelude::*;

/// Fetches the program and the parts of the page's area once the page has been painted, so that
/// what the reader sees first need not share the line with them; then the program takes the page
/// over. It begins when the browser is idle, after two seconds at the latest. Until then links and
/// forms are those of a page without JavaScript; whoever uses one of them by then ends the fetching
/// with the page. What fails otherwise is tried again.
///
/// This stands for `HydrationScripts` of Leptos, which asks for the program and all parts in links
/// in the head of the page.
const START: &str = "((folder, program, code, parts) => {
    const fetched = async (file) => {
        const answer = await fetch(`${folder}/${file}`);
        if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
        return answer;
    };
    const prefetchParts = async () => {
        const names = await (await fetched(parts)).json();
        const own = names[document.body.dataset.area] ?? [];
        await Promise.all(own.map(async (name) => (await fetched(`${name}.wasm`)).arrayBuffer()));
    };
    const load = async () => {
        const module = await import(`${folder}/${program}`);
        await Promise.all([
            module.default({ module_or_path: `${folder}/${code}` }),
            prefetchParts(),
        ]);
        return module;
    };
    const start = () =>
        load().then((module) => module.hydrate(), () => setTimeout(start, 3000));
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
    static CALL: OnceLock<String> = OnceLock::new();
    let call = CALL.get_or_init(|| call(&options));
    view! { <script type="module" nonce=use_nonce()>{call.as_str()}</script> }
}

/// The script with the names of the files that it loads.
fn call(options: &LeptosOptions) -> String {
    let names = options.hash_files.then(|| hashed_names(options)).unwrap_or_default();
    let file = |name: &str, kind: &str, end: &str| {
        let mut lines = names.lines().filter_map(|line| line.split_once(':'));
        let hash = lines.find(|(found, _)| found.trim() == kind);
        let hash = hash.map(|(_, hash)| format!(".{}", hash.trim())).unwrap_or_default();
        format!("{name}{hash}.{end}")
    };
    let folder = format!("/{}", options.site_pkg_dir);
    let program = file(&options.output_name, "js", "js");
    let code = file(&options.output_name, "wasm", "wasm");
    let parts = file("__wasm_split_manifest", "manifest", "json");
    format!("{START}({folder:?}, {program:?}, {code:?}, {parts:?})")
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
