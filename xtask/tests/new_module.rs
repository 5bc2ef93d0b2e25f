//! `cargo xtask new-module` in a copy of the files that it reads.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// The files that the command changes or needs.
const FILES: [&str; 18] = [
    "Cargo.toml",
    "rustfmt.toml",
    "app/locales/ar.json",
    "app/locales/en.json",
    "app/src/lib.rs",
    "app/src/pages.rs",
    "app/src/people/role_page.rs",
    "end2end/tests/arabic.spec.ts",
    "end2end/tests/pages.spec.ts",
    "migrations/postgres/0004_leave.sql",
    "migrations/sqlite/0004_leave.sql",
    "server/src/api.rs",
    "service/full_scans.txt",
    "service/src/lib.rs",
    "service/tests/main.rs",
    "shared/src/audit/action.rs",
    "shared/src/id.rs",
    "shared/src/permission.rs",
];

/// A copy of a part of the checkout, removed at the end of the test.
struct Copy(PathBuf);

impl Copy {
    fn new(name: &str) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("new-module-{name}"));
        let _ = fs::remove_dir_all(&root);
        let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        for file in FILES.into_iter().chain(["shared/src/lib.rs"]) {
            fs::create_dir_all(root.join(file).parent().unwrap()).unwrap();
            fs::copy(checkout.join(file), root.join(file)).unwrap();
        }
        Self(root)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command.env("CARGO_MANIFEST_DIR", self.0.join("xtask"));
        command.arg("new-module").args(arguments).output().unwrap()
    }

    fn make(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// The message of a refusal, after which no file has changed.
    fn refusal(&self, arguments: &[&str]) -> String {
        let before = self.all();
        let output = self.run(arguments);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(self.all() == before, "{arguments:?} has changed files");
        String::from_utf8(output.stderr).unwrap()
    }

    fn text(&self, path: &str) -> String {
        fs::read_to_string(self.0.join(path)).unwrap()
    }

    /// Every file with its text.
    fn all(&self) -> BTreeMap<PathBuf, String> {
        let (mut found, mut folders) = (BTreeMap::new(), vec![self.0.clone()]);
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let text = fs::read_to_string(&path).unwrap();
                    found.insert(path, text);
                }
            }
        }
        found
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_module_has_its_files_and_registrations_and_no_placeholders() {
    let copy = Copy::new("made");
    let report = copy.make(&["training_plan"]);
    for (path, text) in copy.all() {
        for placeholder in ["__noun", "__Noun"] {
            assert!(!text.contains(placeholder), "{}", path.display());
        }
    }
    for (path, text) in [
        ("shared/src/lib.rs", "pub mod training_plan;\n"),
        ("shared/src/training_plan.rs", "pub struct TrainingPlanInput {"),
        ("shared/src/permission.rs", "TrainingPlansView = \"training_plans:view\""),
        ("migrations/sqlite/0005_training_plan.sql", "CREATE TABLE training_plans ("),
        ("migrations/postgres/0005_training_plan.sql", "CREATE TABLE training_plans ("),
        ("service/src/training_plan.rs", "    TrainingPlans, training_plans\n"),
        ("service/src/training_plan/repo.rs", "FROM training_plans"),
        ("server/src/api.rs", "named(\"training_plan\", training_plan::routes())"),
        ("server/src/api/training_plan.rs", "path = \"/api/training-plans/{id}\""),
        ("app/src/pages.rs", "path!(\"/training-plans\")"),
        ("app/src/training_plan/serverfns.rs", "pub async fn create_training_plan("),
        ("end2end/tests/training_plan.spec.ts", "'Create training plan'"),
    ] {
        assert!(copy.text(path).contains(text), "{path} has no {text}");
    }
    let texts: Value = serde_json::from_str(&copy.text("app/locales/en.json")).unwrap();
    assert_eq!(texts["training_plan"]["title"], "Training plans");
    assert_eq!(texts["people"]["permission"]["training_plans_view"], "View training plans");
    for left in
        ["app/locales/ar.json", "server/tests/trail.rs", "service/src/demo/training_plan.rs"]
    {
        assert!(report.contains(left), "{report}");
    }
}

#[test]
fn the_report_names_the_files_that_the_command_makes_and_changes() {
    let copy = Copy::new("reported");
    let before = copy.all();
    let report = copy.make(&["training_plan"]);
    let filled = report.lines().skip(1).take_while(|line| !line.is_empty());
    let filled: BTreeSet<&str> = filled.flat_map(|line| line.trim().split(", ")).collect();
    let all = copy.all();
    let changed = all.iter().filter(|(path, text)| before.get(*path) != Some(text));
    let changed = changed.map(|(path, _)| path.strip_prefix(&copy.0).unwrap().to_str().unwrap());
    // The Arabic texts are left to the developer.
    let changed: BTreeSet<&str> = changed.filter(|path| *path != "app/locales/ar.json").collect();
    assert_eq!(changed, filled);
}

#[test]
fn a_module_of_any_name_is_formatted() {
    for name in ["x", "a_name_of_the_most_letters"] {
        let copy = Copy::new(&format!("formatted-{}", name.len()));
        copy.make(&[&name[..name.len().min(23)]]);
        let is_leaf = |path: &&PathBuf| !path.ends_with("lib.rs") && !path.ends_with("main.rs");
        let all = copy.all();
        let sources = all.keys().filter(|path| path.extension().is_some_and(|it| it == "rs"));
        let sources = sources.filter(is_leaf).filter(|path| !path.ends_with("api.rs"));
        let check = Command::new("rustfmt")
            .args(["--edition", "2024", "--check"])
            .args(sources)
            .output()
            .unwrap();
        assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
    }
}

#[test]
fn a_name_that_is_taken_or_is_no_name_is_refused() {
    let copy = Copy::new("refused");
    copy.make(&["training"]);
    for (arguments, reason) in [
        (&["training"][..], "taken: shared/src/training.rs exists"),
        (&["course", "--plural", "trainings"], "taken: shared/src/permission.rs has"),
        (&["staff"], "taken: shared/src/id.rs has StaffId"),
        (&["leave_request"], "taken: shared/src/id.rs has LeaveRequestId"),
        (&["band"], "taken: app/locales/en.json has"),
        (&["leave_policie"], "has TABLE leave_policies"),
        (&["Training"], "write it as in training_plan"),
        (&["training-plan"], "write it as in training_plan"),
        (&["type"], "reserved word"),
        (&["sheep", "--plural", "sheep"], "add --plural"),
    ] {
        let refusal = copy.refusal(arguments);
        assert!(refusal.contains(reason), "{arguments:?}: {refusal}");
    }
}

#[test]
fn a_changed_file_without_its_position_is_named() {
    let copy = Copy::new("changed");
    fs::write(copy.0.join("shared/src/id.rs"), "//! Nothing.\n").unwrap();
    let refusal = copy.refusal(&["training"]);
    assert!(refusal.contains("shared/src/id.rs has changed"), "{refusal}");
}
