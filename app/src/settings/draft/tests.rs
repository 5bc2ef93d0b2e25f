use super::*;
use shared::paste::read_block;
use shared::template::Template;

const ID: &str = "0192e4a0-0000-7000-8000-000000000001";

fn category(label: &str, weight: &str) -> Line {
    Line { is_category: true, ..row(label, weight) }
}

fn row(label: &str, weight: &str) -> Line {
    Line { label: label.to_owned(), weight: weight.to_owned(), ..Line::default() }
}

fn form() -> Vec<Line> {
    vec![
        category("A", "0.6"),
        row("a1", "0.4"),
        row("a2", "0.2"),
        category("B", "40%"),
        row("b1", "0.4"),
    ]
}

fn draft(lines: Vec<Line>) -> Draft {
    Draft { name: "Legal".to_owned(), description: String::new(), lines }
}

fn problem_of(lines: Vec<Line>) -> Option<Problem> {
    problem(Subject::Template, &draft(lines))
}

fn after(lines: &[Line], weights: Option<Vec<(usize, Weight)>>) -> Vec<Line> {
    let mut lines = lines.to_vec();
    for (index, weight) in weights.unwrap() {
        lines[index].weight = weight.to_string();
    }
    lines
}

fn moved(lines: &[Line], index: usize, is_up: bool) -> Vec<String> {
    let mut lines = lines.to_vec();
    let (range, by) = step(Subject::Template, &lines, index, is_up).unwrap();
    lines[range].rotate_left(by);
    lines.into_iter().map(|line| line.label).collect()
}

#[test]
fn the_server_accepts_every_draft_that_the_editor_accepts() {
    assert_eq!(problem_of(form()), None);
    assert!(draft(form()).template_input().unwrap().check().is_ok());
    let short = |weight: &str| {
        let mut lines = form();
        lines[2].weight = weight.to_owned();
        lines
    };
    for (weight, holds) in [("0.1989", false), ("0.199", true), ("0.2010", true), ("0.2011", false)]
    {
        let input = draft(short(weight)).template_input().unwrap();
        assert_eq!(problem_of(short(weight)).is_none(), holds, "{weight}");
        assert_eq!(input.check().is_ok(), holds, "{weight}");
    }
}

#[test]
fn the_first_thing_in_the_way_is_named() {
    let mut nameless = draft(form());
    nameless.name = " ".to_owned();
    assert_eq!(problem(Subject::Template, &nameless), Some(Problem::NoName));
    assert_eq!(problem_of(vec![category("A", "1")]), Some(Problem::NoRows(None)));
    let with = |index: usize, line: Line| {
        let mut lines = form();
        lines[index] = line;
        problem_of(lines)
    };
    assert_eq!(with(1, row(" ", "0.4")), Some(Problem::NoLabel(1)));
    for weight in ["", "0", "-0.2", "0.20001", "2e-1", "x"] {
        assert_eq!(with(2, row("a2", weight)), Some(Problem::NoWeight(2)), "{weight}");
    }
    assert_eq!(with(3, category("A ", "0.4")), Some(Problem::SameCategory("A".to_owned())));
    assert!(matches!(with(3, category("B", "0.3")), Some(Problem::Whole(_))));
    let Some(Problem::Category(label, sum)) = with(4, row("b1", "0.3")) else { panic!() };
    assert_eq!((&*label, sum.residual().to_string()), ("B", "0.1000".to_owned()));
    let mut empty = form();
    empty.pop();
    assert_eq!(problem_of(empty), Some(Problem::NoRows(Some("B".to_owned()))));
    let many = vec![row("a", "0.005"); ITEMS_MAX + 1];
    assert_eq!(problem_of([vec![category("A", "1")], many].concat()), Some(Problem::TooMany));
}

#[test]
fn the_tools_make_everything_add_up() {
    let mut lines = form();
    lines[0].weight = "0.9".to_owned();
    lines[1].weight = "0.1".to_owned();
    for tool in [Tool::Spread, Tool::Scale] {
        let fitted = after(&lines, fit_all(&lines, tool));
        assert_eq!(problem_of(fitted), None, "{tool:?}");
    }
    let block = block_at(&lines, 1).unwrap();
    let fitted = after(&lines, fit_block(&lines, &block, Tool::Scale));
    assert_eq!((&*fitted[1].weight, &*fitted[2].weight), ("0.3000", "0.6000"));
    let fitted = after(&lines, fit_block(&lines, &block, Tool::Spread));
    assert_eq!((&*fitted[1].weight, &*fitted[2].weight), ("0.4500", "0.4500"));
    lines[1].weight = String::new();
    assert_eq!(fit_block(&lines, &block, Tool::Scale), None);
    assert!(fit_all(&lines, Tool::Scale).is_some(), "rows without weights are spread");
}

#[test]
fn fifteen_rows_of_a_catalog_are_spread_to_one() {
    let lines = vec![row("a", "0.0667"); 15];
    let fitted = after(&lines, fit_all(&lines, Tool::Spread));
    assert_eq!((&*fitted[9].weight, &*fitted[10].weight), ("0.0667", "0.0666"));
    let subject = Subject::Catalog(CatalogKind::Competency);
    assert_eq!(total_sum(subject, &fitted).sum, WHOLE);
    assert_eq!(problem(subject, &draft(lines.clone())), None, "1.0005 is within a hundredth");
    assert_eq!(total_sum(subject, &lines).residual().to_string(), "-0.0005");
}

#[test]
fn rows_move_into_the_next_category_and_categories_take_their_rows_along() {
    let lines = form();
    assert_eq!(moved(&lines, 2, true), ["A", "a2", "a1", "B", "b1"]);
    assert_eq!(moved(&lines, 2, false), ["A", "a1", "B", "a2", "b1"]);
    assert_eq!(moved(&lines, 4, true), ["A", "a1", "a2", "b1", "B"]);
    assert_eq!(moved(&lines, 3, true), ["B", "b1", "A", "a1", "a2"]);
    assert_eq!(moved(&lines, 0, false), ["B", "b1", "A", "a1", "a2"]);
    let stuck = |index, is_up| step(Subject::Template, &lines, index, is_up).is_none();
    assert!(stuck(1, true) && stuck(4, false) && stuck(0, true) && stuck(3, false));
    let catalog = [row("a", "0.5"), row("b", "0.5")];
    let kind = Subject::Catalog(CatalogKind::Behaviour);
    assert_eq!(step(kind, &catalog, 1, true), Some((0..2, 1)));
    assert_eq!(step(kind, &catalog, 0, true), None);
}

#[test]
fn a_pasted_block_becomes_categories_and_rows() {
    let block = "A\t0.6\ta1\td\tt\t0.6\nB\t0.4\tb1\t\t\t0.4";
    let rows = read_block(block, Layout::Template).unwrap();
    let lines = pasted_lines(Subject::Template, rows, "Core");
    let labels: Vec<&str> = lines.iter().map(|line| &*line.label).collect();
    assert_eq!(labels, ["A", "a1", "B", "b1"]);
    assert_eq!(problem_of(lines), None);
    let rows = read_block("a1\td\tt\t1", Layout::Template).unwrap();
    let lines = pasted_lines(Subject::Template, rows, "Core");
    assert_eq!((&*lines[0].label, &*lines[0].weight), ("Core", "1.0000"));
    let rows = read_block("a1\td\t1", Layout::Catalog).unwrap();
    let kind = Subject::Catalog(CatalogKind::Behaviour);
    assert!(!pasted_lines(kind, rows, "Core")[0].is_category);
}

#[test]
fn a_stored_draft_is_restored_unchanged() {
    let item = |category: &str, objective: &str| shared::template::TemplateItem {
        id: ID.parse().unwrap(),
        category_label: category.to_owned(),
        category_weight: Weight::from_ten_thousandths(5_000),
        objective: objective.to_owned(),
        kpi_description: "d".to_owned(),
        target_guidance: "t".to_owned(),
        weight: Weight::from_ten_thousandths(2_500),
        sort_order: 1,
    };
    let template = Template {
        id: ID.parse().unwrap(),
        name: "Legal".to_owned(),
        description: String::new(),
        is_archived: false,
        items: vec![item("A", "1"), item("B", "2"), item("A", "3"), item("B", "4")],
        departments: vec![],
        updated_at: chrono::DateTime::UNIX_EPOCH,
    };
    let draft = Draft::of_template(&template);
    let labels: Vec<&str> = draft.lines.iter().map(|line| &*line.label).collect();
    assert_eq!(labels, ["A", "1", "3", "B", "2", "4"]);
    let input = draft.template_input().unwrap();
    assert_eq!(input.items.len(), 4);
    assert_eq!(input.items[1], TemplateItemInput::from(template.items[2].clone()));
    assert!(input.check().is_ok());
    assert_eq!(problem(Subject::Template, &Draft::blank("Core")), Some(Problem::NoName));
}
