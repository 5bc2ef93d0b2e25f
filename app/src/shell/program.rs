//! The start of the program in the browser.

use std::path::Path;
use std::sync::OnceLock;

use leptos::config::LeptosOptions;
use leptos::nonce::use_nonce;
use leptos::prelude::*;

/// Asks for the program once the page has been painted, so that what the reader sees first need
/// not share the line with it, and lets it take the page over; a page in the background is not
/// painted, and there is no hurry. This stands for `HydrationScripts`
/// of Leptos, which asks for the program and its parts in the head of the page.
///
/// Until the page is taken over as a whole it is one without JavaScript, also where the program
/// already listens: links and forms lead to the server. What was typed meanwhile is told to the
/// program afterwards, the field that was changed last at the end, and a button that only the
/// program knows is pressed again. So is that of a form with a question (`data-asks`), which waits
/// for the program unless that could not be had.
///
/// The parts of the program, which its loader asks for all at once and by a `URL`, are asked for in
/// tasks of their own: each takes a telephone some ten milliseconds, and there are eight.
const START: &str = "((program, code) => {
    const kinds = ['click', 'submit', 'input', 'change'];
    const fields = new Map();
    let button, asking, isLost;
    const fetchNow = window.fetch;
    let turn = Promise.resolve();
    const fetchInTurn = (file, options) => {
        if (!(file instanceof URL)) return fetchNow(file, options);
        turn = turn.then(() => new Promise((done) => setTimeout(done)));
        return turn.then(() => fetchNow(file, options));
    };
    const hold = (event) => {
        event.stopImmediatePropagation();
        const { type, target } = event;
        if (type === 'input' || type === 'change') {
            const types = fields.get(target)?.[0] ?? new Set();
            fields.delete(target);
            fields.set(target, [types.add(type), target.value, target.checked]);
        }
        if (type === 'click') {
            button = target.closest?.('button[type=button]:not([popovertarget])');
        }
        if (type === 'submit' && !isLost && target.matches('[data-asks]')) {
            event.preventDefault();
            asking = event;
        }
    };
    const release = () => {
        kinds.forEach((kind) => removeEventListener(kind, hold, true));
        window.fetch = fetchNow;
        fields.forEach(([types, value, checked], field) => {
            if (field.type !== 'file' && field.value !== value) field.value = value;
            if (field.checked !== checked) field.checked = checked;
            types.forEach((type) => field.dispatchEvent(new Event(type, { bubbles: true })));
        });
        button?.click();
        asking?.target.requestSubmit(asking.submitter);
    };
    const load = async () => {
        const module = await import(program);
        await module.default({ module_or_path: code });
        return module;
    };
    const pause = () => new Promise((done) => setTimeout(done));
    const takeOver = async (module) => {
        const islands = document.querySelectorAll('leptos-island');
        await pause();
                module.start();
        let began = performance.now();
        for (const island of islands) {
            if (performance.now() - began > 8) {
                await pause();
                began = performance.now();
            }
            module[island.dataset.component](island);
        }
        await pause();
        module.finish();
    };
    const start = () =>
        load().then(
            (module) =>
                takeOver(module)
                    .then(release)
                    .then(() => document.dispatchEvent(new Event('mizan:taken-over'))),
            () => {
                isLost = true;
                setTimeout(start, 3000);
            },
        );
    const whenIdle = () =>
        'requestIdleCallback' in window
            ? requestIdleCallback(start, { timeout: 2000 })
            : start();
    if (document.querySelector('.not-found')) return;
    kinds.forEach((kind) => addEventListener(kind, hold, true));
    window.fetch = fetchInTurn;
    if (document.hidden) start();
    else requestAnimationFrame(() => setTimeout(whenIdle));
})";

/// The programs, one for the pages of each area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// Appraisals.
    Appraisal,
    /// The credit desk.
    Credit,
    /// The settings of appraisals.
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

/// The files that the build made.
#[derive(Clone, Copy, Debug)]
struct Files(&'static str);

/// Tells the pages where the files of the programs lie.
pub(super) fn provide(options: &LeptosOptions) {
    static FILES: OnceLock<String> = OnceLock::new();
    provide_context(options.clone());
    provide_context(Files(FILES.get_or_init(|| digests(options)).as_str()));
}

/// The script that loads the program of a page: the page that needs it holds it.
pub fn program(area: Program) -> AnyView {
    let options = use_context::<LeptosOptions>();
    let call =
        use_context::<Files>().zip(options).map(|(files, options)| files.call(area, &options));
    view! { <script type="module" data-program="" nonce=use_nonce()>{call}</script> }.into_any()
}

impl Files {
    /// The script with the names of the files that it loads: those of the area, or of a program for
    /// all areas where the build made only that.
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

/// The list that the build left beside the program or that the program carries.
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
