//! The lines that make a new module known to the others.

use anyhow::{Context, Result};
use std::path::Path;

use super::Files;
use super::insertion::Position::{self, EndOf, Member, ModuleLike, Sorted};
use super::names::Names;
use crate::workspace::read;

const SHARED_LIBRARY: &str = "shared/src/lib.rs";
const ROLE_PAGE: &str = "app/src/people/role_page.rs";
const PAGES: &str = "app/src/pages.rs";

/// Changed sources whose line breaks depend on the length of the name.
pub const LEAVES: [&str; 2] = [ROLE_PAGE, PAGES];

/// An insertion into a file; the addition has placeholders.
struct Registration {
    file: &'static str,
    position: Position,
    addition: &'static str,
}

const fn add(file: &'static str, position: Position, addition: &'static str) -> Registration {
    Registration { file, position, addition }
}

/// Adds the changed files, each with all of its registrations.
pub fn add_all(root: &Path, names: &Names, files: &mut Files) -> Result<()> {
    for Registration { file, position, addition } in sources().into_iter().chain(texts()) {
        let path = names.fill(file);
        let text = match files.remove(&path) {
            Some(changed) => changed,
            None => read(&root.join(&path))?,
        };
        let text = position.insert(&text, &names.fill(addition)).with_context(|| {
            format!("{path} has changed: adapt xtask/src/module/registrations.rs")
        })?;
        files.insert(path, text);
    }
    Ok(())
}

fn sources() -> Vec<Registration> {
    vec![
        add(SHARED_LIBRARY, ModuleLike("pub mod customer;"), "pub mod __noun__;\n"),
        add(
            "shared/src/id.rs",
            EndOf("\nid! {\n", "\n}\n"),
            "    /// One __noun_text__.\n    __Noun__Id;\n",
        ),
        add(
            "shared/src/permission.rs",
            EndOf("    Permission {\n", "\n    }\n}\n"),
            "        /// See __nouns_text__.\n        __Nouns__View = \"__nouns__:view\",\n        \
             /// Change __nouns_text__.\n        __Nouns__Manage = \"__nouns__:manage\",\n",
        ),
        add(
            "shared/src/audit/action.rs",
            EndOf("\n    Organization {\n", "\n    }\n"),
            "        /// __Noun_text__ created.\n        __Noun__Created = \"__noun__.created\",\n",
        ),
        add("service/src/lib.rs", ModuleLike("pub mod customer;"), "pub mod __noun__;\n"),
        add("service/tests/main.rs", ModuleLike("mod leave;"), "mod __noun__;\n"),
        add(
            "service/full_scans.txt",
            Sorted,
            "__noun__::repo COUNT: SEARCH __nouns__ USING COVERING INDEX __nouns___created \
             (organization_id=?)\n__noun__::repo PAGE: SEARCH __nouns__ USING INDEX \
             __nouns___created (organization_id=?)\n",
        ),
        add("server/src/api.rs", ModuleLike("\nmod customer;"), "mod __noun__;\n"),
        add(
            "server/src/api.rs",
            EndOf("with_openapi(document::base())", "\n        .split_for_parts()"),
            "        .merge(named(\"__noun__\", __noun__::routes()))\n",
        ),
        add(
            "app/src/lib.rs",
            ModuleLike("pub mod customer;"),
            "#[cfg(feature = \"ssr\")]\npub mod __noun__;\n",
        ),
        add(
            PAGES,
            EndOf("fn people() -> Vec<AnyNestedRoute> {", "\n    ]\n"),
            "        page(path!(\"/__nouns-kebab__\"), crate::__noun__::__Nouns__Page),\n",
        ),
        add(
            ROLE_PAGE,
            EndOf("pub(crate) fn permission_label(", "\n    }\n}"),
            "        Permission::__Nouns__View => tu_string!(i18n, \
             people.permission.__nouns___view),\n        Permission::__Nouns__Manage => \
             tu_string!(i18n, people.permission.__nouns___manage),\n",
        ),
        add(
            "end2end/tests/pages.spec.ts",
            EndOf("test.describe('people and overviews'", "\n  ];\n"),
            "    ['__nouns-kebab__', ADMINISTRATOR, '/__nouns-kebab__'],\n",
        ),
        add(
            "end2end/tests/arabic.spec.ts",
            EndOf("const pages: [string, typeof HR, string][] = [", "\n  ];\n"),
            "    ['__nouns-kebab__', ADMINISTRATOR, '/__nouns-kebab__'],\n",
        ),
    ]
}

/// The texts of the pages. The Arabic ones are in English, so that a test finds them.
fn texts() -> impl Iterator<Item = Registration> {
    const OWN: &str = include_str!("../../templates/module/app/locale.json");
    const PERMISSIONS: &str = "      \"__nouns___view\": \"View __nouns_text__\",\n      \
                               \"__nouns___manage\": \"Manage __nouns_text__\"\n";
    const ACTION: &str = "      \"__noun___created\": \"__Noun_text__ created\"\n";
    const KIND: &str = "      \"__noun__\": \"__Noun_text__\"\n";
    ["app/locales/en.json", "app/locales/ar.json"].into_iter().flat_map(|file| {
        [
            add(file, Member(&["people", "permission"]), PERMISSIONS),
            add(file, Member(&["people", "audit_action"]), ACTION),
            add(file, Member(&["people", "audit_record_type"]), KIND),
            add(file, Member(&[]), OWN),
        ]
    })
}
