//! The page of permissions, generated from the reviewed grids, the API document, the predefined
//! roles and the texts of the pages.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::documents::{json, text};

const PAGE: &str = "docs/permissions.md";
const ROLES: &str = "shared/src/permission.rs";
const LABELS: &str = "app/src/people/role_page.rs";
const TEXTS: &str = "app/locales/en.json";
const ROUTES: &str = "server/tests/grid.txt";
const STAGES: &str = "shared/src/appraisal/stage.grid.txt";
const YES: &str = "yes";
const OWN: &str = "own";
const NO: &str = "–";
/// The text of the page around its tables.
const TEMPLATE: &str = include_str!("permissions.txt");

/// The relations of the grid of stages, as the page calls them.
const RELATIONS: [(&str, &str); 7] = [
    ("subject", "the employee appraised"),
    ("line manager", "line manager"),
    ("department head", "department head"),
    ("managing director", "managing director"),
    ("hr", "human resources"),
    ("subject in hr", "human resources, in their own appraisal"),
    ("stranger", "everyone else"),
];

/// The actions on an appraisal in the order of the grid, as the page calls them.
const ACTIONS: [(&str, &str); 8] = [
    ("save_self", "edits the self-assessment"),
    ("submit_self", "submits it"),
    ("save_review", "edits the review"),
    ("submit_review", "submits it"),
    ("approve_dept_head", "approves"),
    ("approve_md", "approves"),
    ("save_hr", "edits the HR fields"),
    ("finalize", "finalizes"),
];

/// A permission: its key, its label on the page of roles, and the sentence of the source.
#[derive(Debug)]
struct Permission {
    variant: String,
    key: String,
    label: String,
    meaning: String,
}

/// A predefined role: its key, its name and its permissions.
#[derive(Debug)]
struct Role {
    key: String,
    name: String,
    variants: Vec<String>,
}

/// The text between two others; empty if one of them is missing.
fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let rest = text.split_once(before).map_or("", |(_, rest)| rest);
    rest.split_once(after).map_or("", |(found, _)| found)
}

/// The variants of a `text_enum!`: name, text and doc comment.
fn variants(source: &str, name: &str) -> Vec<(String, String, String)> {
    let body = between(source, &format!("\n    {name} {{\n"), "\n    }\n");
    let mut comment = String::new();
    let mut found = Vec::new();
    for line in body.lines().map(str::trim) {
        if let Some(part) = line.strip_prefix("///") {
            comment.push_str(part);
        } else if let Some((variant, text)) = line.split_once(" = ") {
            let text = text.trim_matches([',', '"']);
            let comment = std::mem::take(&mut comment);
            found.push((variant.to_owned(), text.to_owned(), comment.trim().to_owned()));
        }
    }
    found
}

/// The text of the pages at a path of keys such as `people.permission.respond`.
fn words(texts: &Value, path: &str) -> String {
    let found = path.split('.').fold(texts, |texts, key| &texts[key]);
    found.as_str().unwrap_or_else(|| panic!("{TEXTS} has no {path}")).to_owned()
}

fn permissions(source: &str, texts: &Value) -> Vec<Permission> {
    let labels = text(LABELS);
    let all = variants(source, "Permission").into_iter();
    all.map(|(variant, key, meaning)| {
        let path = between(&labels, &format!("Permission::{variant} => tu_string!(i18n, "), ")");
        Permission { label: words(texts, path), variant, key, meaning }
    })
    .collect()
}

fn roles(source: &str, texts: &Value) -> Vec<Role> {
    let (_, table) = source.split_once("SEEDED_ROLES: &[SeededRole]").unwrap();
    let table = table.split_once("\n};").unwrap().0;
    let all = || variants(source, "Permission").into_iter().map(|(variant, ..)| variant).collect();
    let roles = table.split("SeededRole {").skip(1).map(|role| {
        let key = between(role, "key: ", ",");
        let literal = key.strip_prefix('"').and_then(|key| key.strip_suffix('"'));
        let constant = format!("const {key}: &str = \"");
        let key = literal.unwrap_or_else(|| between(source, &constant, "\"")).to_owned();
        let granted = role.split("P::").skip(1);
        let granted = granted.filter_map(|rest| rest.split([',', ' ', ']']).next());
        let mut variants: Vec<String> = granted.map(|it| it.trim().to_owned()).collect();
        if variants == ["ALL"] {
            variants = all();
        }
        variants.push("AppraisalsRespond".to_owned());
        Role { name: words(texts, &format!("role_name.{key}")), key, variants }
    });
    roles.collect()
}

/// One column of the grid of routes for each column of the page.
fn callers(roles: &[Role]) -> Vec<(String, String)> {
    let staff = roles.iter().map(|role| {
        // An employee without a part in any of the records.
        let who = if role.key == "employee" { "bystander" } else { &role.key };
        (who.to_owned(), role.name.clone())
    });
    let others = [("customer", "Customer"), ("nobody", "No sign-in")];
    staff.chain(others.map(|(who, name)| (who.to_owned(), name.to_owned()))).collect()
}

/// The access that the statuses of a cell show.
fn access(cell: &str) -> &'static str {
    match cell.split_once('/').unwrap_or((cell, "")) {
        ("401", _) | ("403", "" | "403") => NO,
        ("403" | "404", "404") => OWN,
        _ => YES,
    }
}

fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let head: Vec<String> = head.iter().map(|it| (*it).to_owned()).collect();
    let rule = format!("|{}\n", "---|".repeat(head.len()));
    let rows = rows.iter().map(|row| line(row)).collect::<String>();
    format!("{}{rule}{rows}", line(&head))
}

fn role_table(permissions: &[Permission], roles: &[Role]) -> String {
    let names = roles.iter().map(|role| role.name.as_str());
    let head: Vec<&str> = ["permission", "allows"].into_iter().chain(names).collect();
    let rows = permissions.iter().map(|permission| {
        let Permission { variant, key, label, meaning } = permission;
        let has = |role: &Role| if role.variants.contains(variant) { YES } else { NO };
        let cells = roles.iter().map(|role| has(role).to_owned());
        [format!("{label} (`{key}`)"), meaning.clone()].into_iter().chain(cells).collect()
    });
    table(&head, &rows.collect::<Vec<_>>())
}

/// The actions of a relation at a stage, or reading, or nothing.
fn stage_cell(cells: &[&str]) -> String {
    assert_eq!(cells.len(), ACTIONS.len(), "name the actions of {STAGES} in ACTIONS");
    let open = cells.iter().zip(ACTIONS).filter(|(cell, _)| **cell == "yes");
    let open: Vec<&str> = open.map(|(_, (_, words))| words).collect();
    match cells.iter().all(|cell| *cell == "404") {
        true => NO.to_owned(),
        false if open.is_empty() => "reads".to_owned(),
        false => open.join(", "),
    }
}

fn stage_table(texts: &Value) -> String {
    let source = text("shared/src/appraisal/stage.rs");
    let actions = variants(&source, "Action").into_iter().map(|(_, text, _)| text);
    assert_eq!(actions.collect::<Vec<_>>(), ACTIONS.map(|(action, _)| action));
    let grid = text(STAGES);
    let mut cells: BTreeMap<(&str, &str), String> = BTreeMap::new();
    let mut stages: Vec<&str> = Vec::new();
    for line in grid.lines() {
        let (relation, rest) = line.split_at(18);
        let rest: Vec<&str> = rest.split_whitespace().collect();
        cells.insert((relation.trim(), rest[0]), stage_cell(&rest[1..]));
        // No operation produces a draft.
        if rest[0] != "draft" && !stages.contains(&rest[0]) {
            stages.push(rest[0]);
        }
    }
    assert_eq!(grid.lines().count(), RELATIONS.len() * (stages.len() + 1), "name the relations");
    let names: Vec<String> =
        stages.iter().map(|stage| words(texts, &format!("status.{stage}"))).collect();
    let head: Vec<&str> =
        ["relation"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let rows = RELATIONS.map(|(relation, name)| {
        let cells = stages.iter().map(|stage| cells[&(relation, *stage)].clone());
        [name.to_owned()].into_iter().chain(cells).collect::<Vec<_>>()
    });
    table(&head, &rows)
}

/// The permissions that a route needs, in words.
fn need(description: &str, permissions: &[Permission]) -> String {
    let codes = description.split('`').skip(1).step_by(2);
    let mut labels: Vec<&str> = Vec::new();
    for permission in codes.filter_map(|code| permissions.iter().find(|it| it.key == code)) {
        if !labels.contains(&permission.label.as_str()) {
            labels.push(&permission.label);
        }
    }
    let is_always = description.contains("Needs `");
    let need = match labels.split_first() {
        None if description.ends_with("Needs no sign-in.") => "none".to_owned(),
        None if description.ends_with("For customers who are signed in.") => {
            "sign-in as a customer".to_owned()
        }
        None => "sign-in as staff".to_owned(),
        Some(_) if description.contains("` or `") => labels.join(" or "),
        Some((first, [])) if is_always => (*first).to_owned(),
        Some((first, others)) if is_always => {
            format!("{first}; depending on the request also {}", others.join(" or "))
        }
        Some(_) => format!("depending on the request: {}", labels.join(" or ")),
    };
    let is_in_person = description.contains("API tokens are refused");
    if is_in_person { format!("{need}; no API tokens") } else { need }
}

/// The table of the routes with a tag, without the callers that may do nothing of it.
fn routes_with(tag: &str, document: &Value, texts: &Value) -> String {
    let source = text(ROLES);
    let (permissions, roles) = (permissions(&source, texts), roles(&source, texts));
    let grid = text(ROUTES);
    let head: Vec<&str> = grid.lines().next().unwrap().split_whitespace().collect();
    let mut rows: Vec<(Vec<String>, Vec<&str>)> = Vec::new();
    for line in grid.lines().skip(1) {
        let cells: Vec<&str> = line.split_whitespace().collect();
        let operation = &document["paths"][cells[1]][cells[0].to_lowercase()];
        if operation["tags"][0] == tag {
            let summary = operation["summary"].as_str().unwrap().replace('|', "\\|");
            let need = need(operation["description"].as_str().unwrap(), &permissions);
            let access = callers(&roles).into_iter().map(|(who, _)| {
                let place = head.iter().position(|it| *it == who);
                access(cells[2 + place.unwrap_or_else(|| panic!("{ROUTES} has no {who}"))])
            });
            let route = format!("`{} {}`", cells[0], cells[1]);
            rows.push((vec![summary, route, need], access.collect()));
        }
    }
    let callers = callers(&roles).into_iter().enumerate();
    let callers = callers.filter(|(at, _)| rows.iter().any(|(_, access)| access[*at] != NO));
    let (shown, names): (Vec<usize>, Vec<String>) =
        callers.map(|(at, (_, name))| (at, name)).unzip();
    let names = names.iter().map(String::as_str);
    let head: Vec<&str> = ["action", "route", "permission"].into_iter().chain(names).collect();
    let rows = rows.into_iter().map(|(words, access)| {
        let access = shown.iter().map(|at| access[*at].to_owned());
        words.into_iter().chain(access).collect::<Vec<_>>()
    });
    format!("### {tag}\n\n{}", table(&head, &rows.collect::<Vec<_>>()))
}

fn page() -> String {
    let (texts, document, source) = (json(TEXTS), json("server/openapi.json"), text(ROLES));
    let roles = role_table(&permissions(&source, &texts), &roles(&source, &texts));
    let tags = document["tags"].as_array().unwrap().iter();
    let routes = tags.map(|tag| routes_with(tag["name"].as_str().unwrap(), &document, &texts));
    let routes = routes.collect::<Vec<_>>().join("\n");
    let tables = [("{roles}", roles), ("{stages}", stage_table(&texts)), ("{routes}", routes)];
    let page = tables
        .iter()
        .fold(TEMPLATE.to_owned(), |page, (name, table)| page.replace(&format!("{name}\n"), table));
    assert!(tables.iter().all(|(name, _)| !page.contains(name)), "{TEMPLATE}");
    page
}

#[test]
fn the_page_of_permissions_is_up_to_date() {
    let (page, old) = (page(), text(PAGE));
    if page != old {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("permissions.md");
        fs::write(&file, &page).unwrap();
        let new = page.lines().filter(|line| !old.contains(line)).collect::<Vec<_>>().join("\n");
        let copy = format!("cp {} {PAGE}", file.display());
        panic!("permissions have changed; review them, then {copy}\nnew:\n{new}");
    }
}

#[test]
fn the_page_of_permissions_has_every_route_and_every_permission() {
    let page = text(PAGE);
    let document = json("server/openapi.json");
    let paths = document["paths"].as_object().unwrap();
    let routes = paths.iter().flat_map(|(path, operations)| {
        let methods = operations.as_object().unwrap().keys();
        methods.map(move |method| format!("`{} {path}`", method.to_uppercase()))
    });
    let keys = variants(&text(ROLES), "Permission").into_iter().map(|(_, key, _)| key);
    let missing = routes.chain(keys.map(|key| format!("(`{key}`)")));
    crate::assert_none(missing.filter(|it| !page.contains(it.as_str())), "missing in the page");
}

#[test]
fn a_status_shows_the_access() {
    let yes = ["200", "400", "200/404", "409/404", "400/400", "201/404", "204"];
    assert!(yes.iter().all(|cell| access(cell) == YES));
    assert!(["403/404", "404/404"].iter().all(|cell| access(cell) == OWN));
    assert!(["401", "403", "401/401", "403/403"].iter().all(|cell| access(cell) == NO));
}
