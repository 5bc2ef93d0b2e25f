//! The start of the WebAssembly bundle in the browser.

use std::path::Path;
use std::sync::OnceLock;

use leptos::config::LeptosOptions;
use leptos::nonce::use_nonce;
use leptos::prelude::*;

/// Loads the bundle while the browser lays out the page, which takes a phone a second or more, and
/// lets it hydrate the islands after the first paint. Being a module, the script runs when the
/// document is parsed and its styles are loaded, so that the bundle does not compete with them; its
/// low priority is for the fonts. A page in the background is not painted and hydrates immediately.
/// A prerendered page hydrates when it is displayed. This replaces `HydrationScripts` of Leptos,
/// which loads the bundle in the head and hydrates all islands in one task.
///
/// Until all islands are hydrated, none of them responds, even if the bundle already listens. Input
/// is reported to the bundle afterwards, the most recently changed field last, and a button without
/// a function outside of the bundle is clicked again. The same applies to the button of a form with
/// a question (`data-asks`), which waits for the bundle unless loading failed.
const START: &str = "((program, code) => {
    const kinds = ['click', 'submit', 'input', 'change'];
    const fields = new Map();
    let button, asking, isLost;
    const hold = (event) => {
        const { type, target } = event;
        if (type === 'submit') {
            if (isLost || !target.matches('[data-asks]')) return;
            event.preventDefault();
            event.stopImmediatePropagation();
            asking = event;
            return;
        }
        if (!target.closest?.('leptos-island')) return;
        event.stopImmediatePropagation();
        if (type === 'click') {
            button = target.closest('button[type=button]:not([popovertarget])');
            return;
        }
        const types = fields.get(target)?.[0] ?? new Set();
        fields.delete(target);
        fields.set(target, [types.add(type), target.value, target.checked]);
    };
    const release = () => {
        kinds.forEach((kind) => removeEventListener(kind, hold, true));
        fields.forEach(([types, value, checked], field) => {
            if (field.value !== value) field.value = value;
            if (field.checked !== checked) field.checked = checked;
            types.forEach((type) => field.dispatchEvent(new Event(type, { bubbles: true })));
        });
        button?.click();
        asking?.target.requestSubmit(asking.submitter);
    };
    const pause = () => new Promise((done) => setTimeout(done));
    const shown = (module) =>
        document.prerendering
            ? new Promise((done) => {
                  const go = () => done(module);
                  document.addEventListener('prerenderingchange', go, { once: true });
              })
            : module;
    const load = async () => {
        const file = fetch(code, { priority: 'low' });
        const [module, module_or_path] = await Promise.all([import(program), file]);
        await module.default({ module_or_path });
        return module;
    };
    const takeOver = async (module) => {
        await pause();
        module.start();
        let began = performance.now();
        for (const island of document.querySelectorAll('leptos-island')) {
            if (performance.now() - began > 8) {
                await pause();
                began = performance.now();
            }
            module[island.dataset.component](island);
        }
        await pause();
        module.finish();
        release();
        document.dispatchEvent(new Event('mizan:taken-over'));
    };
    const whenIdle = (done) =>
        'requestIdleCallback' in window
            ? requestIdleCallback(done, { timeout: 2000 })
            : done();
    const painted =
        document.hidden ||
        new Promise((done) => requestAnimationFrame(() => setTimeout(() => whenIdle(done))));
    const start = () =>
        Promise.all([load(), painted])
            .then(([module]) => shown(module))
            .then(takeOver, () => {
                isLost = true;
                setTimeout(start, 3000);
            });
    kinds.forEach((kind) => addEventListener(kind, hold, true));
    start();
})";

/// The bundles, one for the pages of each area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    Appraisal,
    /// The pages of the credit department.
    Credit,
    Settings,
}

impl Program {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Appraisal => "appraisal",
            Self::Credit => "credit",
            Self::Settings => "settings",
        }
    }
}

/// The digests of the files that the build created, one line per file.
#[derive(Clone, Copy, Debug)]
struct Files(&'static str);

/// Provides the digests of the bundle files to the pages.
pub(super) fn provide(options: &LeptosOptions) {
    static FILES: OnceLock<String> = OnceLock::new();
    provide_context(options.clone());
    provide_context(Files(FILES.get_or_init(|| digests(options)).as_str()));
}

/// The script element that loads the bundle, for pages that need it.
pub fn program(area: Program) -> AnyView {
    let options = use_context::<LeptosOptions>();
    let call =
        use_context::<Files>().zip(options).map(|(files, options)| files.call(area, &options));
    view! { <script type="module" data-program="" nonce=use_nonce()>{call}</script> }.into_any()
}

impl Files {
    /// The script with the names of the files that it loads: those of the area, or those of a
    /// single bundle for all areas if the build created only that.
    fn call(self, area: Program, options: &LeptosOptions) -> String {
        let (folder, all) = (&options.site_pkg_dir, &options.output_name);
        let file = |kind: &str| {
            let own = self.digest(&format!("{}.{kind}", area.as_str()));
            let own =
                own.map(|digest| format!("/{folder}/{all}-{}.{digest}.{kind}", area.as_str()));
            let common = || match self.digest(kind) {
                Some(digest) => format!("/{folder}/{all}.{digest}.{kind}"),
                None => format!("/{folder}/{all}.{kind}"),
            };
            own.unwrap_or_else(common)
        };
        format!("{START}({:?}, {:?})", file("js"), file("wasm"))
    }

    /// The digest in the name of a file.
    fn digest(self, kind: &str) -> Option<&'static str> {
        let mut lines = self.0.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(found, _)| found.trim() == kind).map(|(_, digest)| digest.trim())
    }
}

/// The list of digests: the file next to the executable, or the one unpacked from it.
fn digests(options: &LeptosOptions) -> String {
    if !options.hash_files {
        return String::new();
    }
    let program = std::env::current_exe().unwrap_or_default();
    let list = program.parent().unwrap_or(Path::new("")).join(&*options.hash_file);
    std::fs::read_to_string(&list).unwrap_or_else(|error| {
        tracing::error!(file = %list.display(), %error, "the names of the files of the pages");
        String::new()
    })
}
