//! Documents and browser tests name every group of routes and every page.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::source::files;
use crate::{assert_none, root};

pub fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

pub fn json(path: &str) -> Value {
    serde_json::from_str(&text(path)).unwrap()
}

#[test]
fn every_group_of_routes_is_in_the_page_of_the_api() {
    let page = text("docs/api.md");
    let document = json("server/openapi.json");
    let paths = document["paths"].as_object().unwrap().keys();
    let group = |path: &String| path.split('/').take(3).collect::<Vec<_>>().join("/");
    let groups: BTreeSet<String> = paths.map(group).collect();
    assert!(groups.len() > 10, "the walk finds the routes");
    let missing = groups.into_iter().filter(|group| !page.contains(group.as_str()));
    assert_none(missing, "describe these routes in docs/api.md");
}

/// An area is a group of texts with a title, and has the name of a module of the pages.
#[test]
fn every_area_of_the_pages_is_in_a_guide() {
    let guides = files(&root().join("docs").join("guide"), &[".md"]);
    let guides = guides.into_iter().map(|(_, file)| fs::read_to_string(file).unwrap());
    let guides = guides.collect::<Vec<_>>().join(" ");
    let texts = json("app/locales/en.json");
    let areas = texts.as_object().unwrap().iter().filter_map(|(name, texts)| {
        let is_module = root().join("app").join("src").join(format!("{name}.rs")).exists();
        let title = texts["title"].as_str().filter(|_| is_module);
        title.filter(|it| !it.contains("{{")).map(str::to_owned)
    });
    let areas: Vec<String> = areas.collect();
    assert!(areas.len() >= 5, "the walk finds the areas: {areas:?}");
    let missing = areas.into_iter().filter(|title| !guides.contains(title.as_str()));
    assert_none(missing, "say in docs/guide what can be done on these pages");
}

/// The number of lines of a guide that start with a mark: those of headings, rows and items.
fn marked_lines(text: &str) -> [usize; 3] {
    let count = |is_marked: fn(&str) -> bool| text.lines().filter(|line| is_marked(line)).count();
    let is_item =
        |line: &str| line.starts_with("- ") || line.starts_with(|it: char| it.is_ascii_digit());
    [count(|line| line.starts_with('#')), count(|line| line.starts_with('|')), count(is_item)]
}

#[test]
fn every_guide_has_the_same_parts_in_arabic() {
    let folder = root().join("docs").join("guide");
    let guides = files(&folder, &[".md"]).into_iter().map(|(_, file)| file);
    let english = guides.filter(|file| file.parent() == Some(folder.as_path()));
    let english: Vec<String> =
        english.map(|file| file.file_name().unwrap().to_string_lossy().into_owned()).collect();
    assert!(english.len() >= 12, "the walk finds the guides");
    let differing = english.into_iter().filter(|name| {
        let english = fs::read_to_string(folder.join(name)).unwrap();
        let arabic = fs::read_to_string(folder.join("ar").join(name)).unwrap_or_default();
        marked_lines(&english) != marked_lines(&arabic)
    });
    assert_none(differing, "translate these guides in docs/guide/ar: headings, rows and items");
}

#[test]
fn every_page_of_staff_is_checked_by_a_browser_test() {
    let specs = files(&root().join("end2end").join("tests"), &[".spec.ts"]);
    let specs = specs.into_iter().map(|(_, file)| fs::read_to_string(file).unwrap());
    let specs: Vec<String> = specs.filter(|text| text.contains("expectSoundPage(")).collect();
    let pages = text("app/src/pages.rs");
    let (_, staff) = pages.split_once("fn StaffRoutes()").unwrap();
    let addresses = staff.split("path!(\"").skip(1).filter_map(|rest| rest.split('"').next());
    let addresses: Vec<&str> = addresses.filter(|it| !it.contains([':', '*'])).collect();
    assert!(addresses.len() > 30, "the walk finds the addresses");
    let is_checked = |address: &str| {
        let ends = ["'", "`", "?"].map(|end| format!("{address}{end}"));
        let forms = ["'", "`"].map(|quote| ends.clone().map(|end| format!("{quote}{end}")));
        specs.iter().any(|text| forms.iter().flatten().any(|form| text.contains(form)))
    };
    let missing = addresses.into_iter().filter(|it| !is_checked(it));
    assert_none(
        missing.map(str::to_owned),
        "add these pages to the lists in end2end/tests/pages.spec.ts and arabic.spec.ts",
    );
}

/// Lines of all blocks of the page in a language, without empty ones.
fn block_lines<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let begin = format!("```{language}\n");
    let starts = page.match_indices(&begin).map(|(at, _)| &page[at + begin.len()..]);
    let blocks = starts.filter_map(|rest| rest.split("\n```").next());
    blocks.flat_map(str::lines).filter(|line| !line.is_empty()).collect()
}

#[test]
fn the_examples_in_the_page_of_the_api_are_the_programs_that_are_run() {
    let page = text("docs/api.md");
    let python = [text("docs/examples/walk.py"), text("docs/examples/webhook.py")].concat();
    let typescript = text("docs/examples/walk.ts");
    for (language, programs) in [("python", python), ("typescript", typescript)] {
        let programs: Vec<&str> = programs.lines().filter(|line| !line.is_empty()).collect();
        let shown = block_lines(&page, language);
        assert_eq!(shown, programs, "make docs/api.md the same as docs/examples in {language}");
    }
}
