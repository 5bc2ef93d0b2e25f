//! The initial content of an organization.

use database::on_both;
use database::test_support::TestDatabase;
use shared::weight::{TemplateWeights, Weight, check_catalog, check_template};

use crate::support::{World, run_sql};

on_both!(
    an_organization_starts_with_six_templates_and_four_catalogs,
    deliberately_removed_rows_are_not_restored,
    an_organization_without_any_template_is_seeded_at_start,
    catalogs_that_are_there_are_not_doubled,
    a_failure_of_seeding_does_not_stop_the_start,
);

async fn templates(world: &World) -> Vec<String> {
    let mut tx = world.db.read().await.unwrap();
    tx.sql("SELECT name FROM appraisal_templates WHERE organization_id = $1 ORDER BY id")
        .bind(world.organization)
        .scalars()
        .await
        .unwrap()
}

async fn run(world: &World, text: &'static str) {
    run_sql!(world.db, text, world.organization);
}

async fn an_organization_starts_with_six_templates_and_four_catalogs(db: TestDatabase) {
    let world = World::new(db).await;
    assert_eq!(
        templates(&world).await,
        ["Finance", "Compliance", "HR/Admin", "IT", "Driver / Admin Support", "General / Other"]
    );
    let mut tx = world.db.read().await.unwrap();
    let rows: Vec<(String, String, Weight, Weight)> = tx
        .sql(
            "SELECT t.name, i.category_label, i.category_weight, i.weight
            FROM appraisal_template_items i
            JOIN appraisal_templates t
                ON t.organization_id = i.organization_id AND t.id = i.template_id
            WHERE i.organization_id = $1 ORDER BY t.id, i.sort_order",
        )
        .bind(world.organization)
        .all()
        .await
        .unwrap();
    for template in templates(&world).await {
        let weights: Vec<_> = rows
            .iter()
            .filter(|row| row.0 == template)
            .map(|row| TemplateWeights { category: &row.1, category_weight: row.2, weight: row.3 })
            .collect();
        let report = check_template(&weights);
        assert!(report.is_valid() && report.sums.iter().all(|it| it.sum == it.expected));
        assert_eq!(report.sums.len() - 1, if template == "General / Other" { 4 } else { 1 });
    }
    let rows: Vec<(String, Weight)> = tx
        .sql("SELECT kind, weight FROM catalog_items WHERE organization_id = $1")
        .bind(world.organization)
        .all()
        .await
        .unwrap();
    for (kind, count, weight) in [
        ("risk_compliance_kpi", 4, 2_500),
        ("competency", 15, 667),
        ("managerial_competency", 6, 1_667),
        ("behaviour", 8, 1_250),
    ] {
        let weights: Vec<_> = rows.iter().filter(|row| row.0 == kind).map(|row| row.1).collect();
        assert_eq!(weights, vec![Weight::from_ten_thousandths(weight); count], "{kind}");
        assert!(check_catalog(&weights).is_valid(), "{kind}");
    }
}

async fn deliberately_removed_rows_are_not_restored(db: TestDatabase) {
    let world = World::new(db).await;
    run(&world, "UPDATE appraisal_templates SET is_archived = TRUE WHERE organization_id = $1")
        .await;
    run(&world, "DELETE FROM catalog_items WHERE organization_id = $1").await;
    world.service.seeds().seed_all().await;
    assert_eq!(templates(&world).await.len(), 6);
    let mut tx = world.db.read().await.unwrap();
    let count: i64 = tx
        .sql("SELECT COUNT(*) FROM catalog_items WHERE organization_id = $1")
        .bind(world.organization)
        .scalar()
        .await
        .unwrap();
    assert_eq!(count, 0);
}

async fn clear(world: &World) {
    run(world, "UPDATE departments SET appraisal_template_id = NULL WHERE organization_id = $1")
        .await;
    for text in [
        "DELETE FROM appraisal_template_items WHERE organization_id = $1",
        "DELETE FROM appraisal_templates WHERE organization_id = $1",
        "DELETE FROM catalog_items WHERE organization_id = $1",
    ] {
        run(world, text).await;
    }
}

async fn an_organization_without_any_template_is_seeded_at_start(db: TestDatabase) {
    let world = World::new(db).await;
    clear(&world).await;
    world.service.seeds().seed_all().await;
    assert_eq!(templates(&world).await.len(), 6);
    // A second start, or a second server, seeds no further rows.
    world.service.seeds().seed_all().await;
    assert_eq!(templates(&world).await.len(), 6);
}

async fn catalogs_that_are_there_are_not_doubled(db: TestDatabase) {
    let world = World::new(db).await;
    let kinds = async || -> Vec<(String, i64)> {
        let mut tx = world.db.read().await.unwrap();
        tx.sql(
            "SELECT kind, COUNT(*) AS rows FROM catalog_items WHERE organization_id = $1
                GROUP BY kind ORDER BY kind",
        )
        .bind(world.organization)
        .all()
        .await
        .unwrap()
    };
    let before = kinds().await;
    for text in [
        "UPDATE departments SET appraisal_template_id = NULL WHERE organization_id = $1",
        "DELETE FROM appraisal_template_items WHERE organization_id = $1",
        "DELETE FROM appraisal_templates WHERE organization_id = $1",
        "DELETE FROM catalog_items WHERE organization_id = $1 AND kind = 'behaviour'",
    ] {
        run(&world, text).await;
    }
    world.service.seeds().seed_all().await;
    assert_eq!(templates(&world).await.len(), 6);
    assert_eq!(kinds().await, before);
}

async fn a_failure_of_seeding_does_not_stop_the_start(db: TestDatabase) {
    let world = World::new(db).await;
    clear(&world).await;
    run(&world, "UPDATE organizations SET name = name WHERE id = $1").await;
    run_sql!(world.db, "ALTER TABLE catalog_items RENAME TO catalog_items_elsewhere");
    world.service.seeds().seed_all().await;
    assert!(templates(&world).await.is_empty(), "nothing half-written stays");
}
