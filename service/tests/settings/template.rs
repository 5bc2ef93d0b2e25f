//! KPI templates.

use database::on_both;
use database::test_support::TestDatabase;
use shared::error::Code;
use shared::id::TemplateId;
use shared::template::{FALLBACK_TEMPLATE_NAME, TemplatePatch};

use super::{assign, code, named, renamed, rows, unknown, with_items};
use crate::support::World;

on_both!(
    templates_are_listed_by_name_with_rows_and_departments,
    a_template_is_made_and_read_back_in_its_order,
    a_change_replaces_the_rows_as_a_set_and_keeps_what_is_not_sent,
    sums_at_the_tolerance_pass_and_beyond_it_do_not,
    a_refused_change_leaves_the_stored_rows_as_they_were,
    names_are_unique_among_what_is_not_archived,
    archiving_leaves_the_departments_to_the_fallback,
    an_archived_template_cannot_be_changed,
    the_fallback_keeps_its_name_and_stays,
    templates_of_another_organization_do_not_exist,
    only_human_resources_has_the_settings,
    every_change_is_on_the_record_and_no_change_is_not,
);

async fn templates_are_listed_by_name_with_rows_and_departments(db: TestDatabase) {
    let world = World::new(db).await;
    let finance = world.template("Finance").await;
    let assigned = assign(world.finance, Some(finance.id));
    world.service.assignments().change(&world.hr, assigned).await.unwrap();
    let templates = world.service.templates().list(&world.hr, false).await.unwrap();
    let names: Vec<&str> = templates.iter().map(|it| &*it.name).collect();
    let expected = [
        "Compliance",
        "Driver / Admin Support",
        "Finance",
        FALLBACK_TEMPLATE_NAME,
        "HR/Admin",
        "IT",
    ];
    assert_eq!(names, expected);
    assert!(templates.iter().all(|it| !it.items.is_empty() && !it.is_archived));
    for template in &templates {
        let served: Vec<&str> = template.departments.iter().map(|it| &*it.name).collect();
        let expected: &[&str] = if template.name == "Finance" { &["Finance"] } else { &[] };
        assert_eq!(served, expected, "{}", template.name);
        let places: Vec<i64> = template.items.iter().map(|it| it.sort_order).collect();
        assert!(places.is_sorted() && places[0] == 1);
    }
    let fallback = &templates[3];
    assert!(fallback.is_fallback() && !templates[0].is_fallback());
    let found = world.service.templates().find(&world.hr, fallback.id).await.unwrap();
    assert_eq!(found, *fallback);
}

async fn a_template_is_made_and_read_back_in_its_order(db: TestDatabase) {
    let world = World::new(db).await;
    let mut input = named("  Legal ");
    input.items = rows(&[1_000, 2_000, 3_000, 4_000]);
    input.items.swap(0, 3);
    let made = world.service.templates().create(&world.hr, input).await.unwrap();
    assert_eq!((&*made.name, &*made.description), ("Legal", "For lawyers"));
    let read: Vec<_> = made.items.iter().map(|it| (&*it.objective, it.sort_order)).collect();
    assert_eq!(
        read,
        [("Objective 3", 1), ("Objective 1", 2), ("Objective 2", 3), ("Objective 0", 4)]
    );
    assert_eq!(world.template("Legal").await, made);
    assert!(made.departments.is_empty());
}

async fn a_change_replaces_the_rows_as_a_set_and_keeps_what_is_not_sent(db: TestDatabase) {
    let world = World::new(db).await;
    let templates = world.service.templates();
    let made = templates.create(&world.hr, named("Legal")).await.unwrap();
    let changed = templates.change(&world.hr, made.id, with_items(rows(&[10_000]))).await.unwrap();
    assert_eq!((changed.items.len(), &*changed.name), (1, "Legal"));
    assert_eq!(changed.description, made.description);
    let changed = templates.change(&world.hr, made.id, renamed("Law")).await.unwrap();
    assert_eq!((changed.items.len(), &*changed.name), (1, "Law"));
    let cleared = TemplatePatch { description: Some(String::new()), ..TemplatePatch::default() };
    let changed = templates.change(&world.hr, made.id, cleared).await.unwrap();
    assert_eq!((&*changed.name, &*changed.description), ("Law", ""));
}

async fn sums_at_the_tolerance_pass_and_beyond_it_do_not(db: TestDatabase) {
    let world = World::new(db).await;
    let templates = world.service.templates();
    let made = templates.create(&world.hr, named("Legal")).await.unwrap();
    for (last, passes) in [(4_989, false), (4_990, true), (5_010, true), (5_011, false)] {
        let patch = with_items(rows(&[5_000, last]));
        let changed = templates.change(&world.hr, made.id, patch).await;
        let input = shared::template::TemplateInput {
            items: rows(&[5_000, last]),
            ..named(&format!("Legal {last}"))
        };
        let created = templates.create(&world.hr, input).await;
        if passes {
            assert_eq!(changed.unwrap().items[1].weight, super::weight(last));
            assert!(created.is_ok());
        } else {
            assert_eq!(code(changed), Code::InvalidWeights, "{last}");
            assert_eq!(code(created), Code::InvalidWeights, "{last}");
        }
    }
    for weights in [&[10_000, 0][..], &[10_500, -500], &[]] {
        let changed = templates.change(&world.hr, made.id, with_items(rows(weights))).await;
        assert_eq!(code(changed), Code::InvalidWeights, "{weights:?}");
    }
}

async fn a_refused_change_leaves_the_stored_rows_as_they_were(db: TestDatabase) {
    let world = World::new(db).await;
    let templates = world.service.templates();
    let made = templates.create(&world.hr, named("Legal")).await.unwrap();
    let mut disagreeing = rows(&[5_000, 5_000]);
    disagreeing[1].category_weight = super::weight(9_999);
    let refused = [
        TemplatePatch { name: Some("Law".to_owned()), ..with_items(rows(&[9_989])) },
        TemplatePatch { description: Some("New".to_owned()), ..with_items(disagreeing) },
        TemplatePatch { name: Some("Finance".to_owned()), ..with_items(rows(&[10_000])) },
        TemplatePatch { name: Some(" ".to_owned()), ..with_items(rows(&[10_000])) },
    ];
    for patch in refused {
        assert!(templates.change(&world.hr, made.id, patch).await.is_err());
        assert_eq!(templates.find(&world.hr, made.id).await.unwrap(), made);
    }
}

async fn names_are_unique_among_what_is_not_archived(db: TestDatabase) {
    let world = World::new(db).await;
    let templates = world.service.templates();
    let first = templates.create(&world.hr, named("Legal")).await.unwrap();
    assert_eq!(code(templates.create(&world.hr, named(" Legal ")).await), Code::TemplateNameTaken);
    let other = templates.create(&world.hr, named("Law")).await.unwrap();
    let refused = templates.change(&world.hr, other.id, renamed("Legal")).await;
    assert_eq!(code(refused), Code::TemplateNameTaken);
    assert!(templates.create(&world.stranger, named("Legal")).await.is_ok());

    templates.archive(&world.hr, first.id).await.unwrap();
    let second = templates.change(&world.hr, other.id, renamed("Legal")).await.unwrap();
    templates.archive(&world.hr, second.id).await.unwrap();
    templates.create(&world.hr, named("Legal")).await.unwrap();
    let all = templates.list(&world.hr, true).await.unwrap();
    assert_eq!(all.iter().filter(|it| it.name == "Legal").count(), 3);
    assert_eq!(all.iter().filter(|it| it.name == "Legal" && it.is_archived).count(), 2);
    assert_eq!(templates.list(&world.hr, false).await.unwrap().len(), 7);
}

async fn archiving_leaves_the_departments_to_the_fallback(db: TestDatabase) {
    let world = World::new(db).await;
    let (templates, assignments) = (world.service.templates(), world.service.assignments());
    let made = templates.create(&world.hr, named("Legal")).await.unwrap();
    assignments.change(&world.hr, assign(world.finance, Some(made.id))).await.unwrap();
    let archived = templates.archive(&world.hr, made.id).await.unwrap();
    assert!(archived.is_archived && archived.departments.is_empty());
    assert_eq!(archived.items, made.items);
    let departments = assignments.list(&world.hr).await.unwrap();
    assert!(departments.iter().all(|it| it.appraisal_template_id.is_none()));
    let trail = [("template.archived".to_owned(), "isArchived departments".to_owned())];
    assert_eq!(world.trail(1).await, trail);
    // A repetition changes nothing and leaves no trace.
    assert_eq!(templates.archive(&world.hr, made.id).await.unwrap(), archived);
    assert_eq!(world.trail(2).await[1].0, "department.template_assigned");
}

async fn an_archived_template_cannot_be_changed(db: TestDatabase) {
    let world = World::new(db).await;
    let templates = world.service.templates();
    let made = templates.create(&world.hr, named("Legal")).await.unwrap();
    let archived = templates.archive(&world.hr, made.id).await.unwrap();
    for patch in [renamed("Law"), with_items(rows(&[10_000])), TemplatePatch::default()] {
        let refused = templates.change(&world.hr, made.id, patch).await;
        assert_eq!(code(refused), Code::TemplateArchived);
    }
    assert_eq!(templates.find(&world.hr, made.id).await.unwrap(), archived);
}

async fn the_fallback_keeps_its_name_and_stays(db: TestDatabase) {
    let world = World::new(db).await;
    let templates = world.service.templates();
    let fallback = world.template(FALLBACK_TEMPLATE_NAME).await;
    let renaming = templates.change(&world.hr, fallback.id, renamed("General")).await;
    assert_eq!(code(renaming), Code::FallbackTemplate);
    assert_eq!(code(templates.archive(&world.hr, fallback.id).await), Code::FallbackTemplate);
    assert_eq!(templates.find(&world.hr, fallback.id).await.unwrap(), fallback);
    // Its rows and its description may be changed as those of any other.
    let patch = TemplatePatch {
        name: Some(FALLBACK_TEMPLATE_NAME.to_owned()),
        description: Some("For everybody else".to_owned()),
        ..with_items(rows(&[10_000]))
    };
    let changed = templates.change(&world.hr, fallback.id, patch).await.unwrap();
    assert_eq!((changed.items.len(), changed.is_fallback()), (1, true));
}

async fn templates_of_another_organization_do_not_exist(db: TestDatabase) {
    let world = World::new(db).await;
    let templates = world.service.templates();
    let foreign = templates.create(&world.stranger, named("Legal")).await.unwrap();
    let ids: [TemplateId; 2] = [foreign.id, unknown()];
    let errors = async |id| {
        [
            templates.find(&world.hr, id).await.unwrap_err(),
            templates.change(&world.hr, id, renamed("X")).await.unwrap_err(),
            templates.archive(&world.hr, id).await.unwrap_err(),
        ]
    };
    let [theirs, nobodys] = [errors(ids[0]).await, errors(ids[1]).await];
    assert_eq!(theirs, nobodys);
    assert!(theirs.iter().all(|error| error.code() == Code::NotFound));
    assert_eq!(templates.find(&world.stranger, foreign.id).await.unwrap(), foreign);
    let own = templates.list(&world.hr, true).await.unwrap();
    assert!(own.iter().all(|template| template.id != foreign.id));
}

async fn only_human_resources_has_the_settings(db: TestDatabase) {
    let world = World::new(db).await;
    let templates = world.service.templates();
    assert!(templates.list(&world.admin, true).await.is_ok());
    let real = world.template("Finance").await.id;
    for caller in [&world.md, &world.head, &world.manager, &world.employee] {
        assert_eq!(code(templates.list(caller, false).await), Code::Forbidden);
        assert_eq!(code(templates.create(caller, named("X")).await), Code::Forbidden);
        for id in [real, unknown()] {
            assert_eq!(code(templates.find(caller, id).await), Code::Forbidden);
            assert_eq!(code(templates.change(caller, id, renamed("X")).await), Code::Forbidden);
            assert_eq!(code(templates.archive(caller, id).await), Code::Forbidden);
        }
    }
}

async fn every_change_is_on_the_record_and_no_change_is_not(db: TestDatabase) {
    let world = World::new(db).await;
    let templates = world.service.templates();
    let made = templates.create(&world.hr, named("Legal")).await.unwrap();
    let patch = TemplatePatch {
        name: Some("Law".to_owned()),
        description: Some("For lawyers".to_owned()),
        ..with_items(rows(&[4_000, 6_000]))
    };
    let changed = templates.change(&world.hr, made.id, patch.clone()).await.unwrap();
    assert_eq!(changed.items, made.items, "rows that are sent as they were stay what they are");
    templates.change(&world.hr, made.id, patch).await.unwrap();
    templates.change(&world.hr, made.id, with_items(rows(&[10_000]))).await.unwrap();
    templates.archive(&world.hr, made.id).await.unwrap();
    let expected = [
        ("template.archived", "isArchived"),
        ("template.changed", "items"),
        ("template.changed", "name"),
        ("template.created", "name description items"),
    ];
    let expected = expected.map(|(action, fields)| (action.to_owned(), fields.to_owned()));
    assert_eq!(world.trail(4).await, expected);
}
