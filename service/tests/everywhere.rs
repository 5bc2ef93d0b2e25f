//! The search in all records.

use database::on_both;
use database::test_support::TestDatabase;
use service::Caller;
use shared::credit::facility::{Asset, FacilityInput};
use shared::credit::vocabulary::ProductType;
use shared::customer::{CustomerInput, CustomerPatch};
use shared::id::CustomerId;
use shared::patch::Patch;
use shared::search::result::{ExactMatch, SearchResults};
use shared::staff::StaffPatch;

use crate::credit_desk::CreditDesk;
use crate::portal::customer;
use crate::search::NAMES;
use crate::support::{World, hire, person};

on_both!(
    each_role_finds_only_the_kinds_of_its_own_lists,
    appraisals_are_those_of_the_lists_of_the_caller,
    an_exact_number_or_reference_comes_first_and_is_marked,
    a_record_of_another_organization_is_not_found,
    five_of_each_kind_are_found_at_most,
    records_are_found_however_they_are_written,
    wildcards_nonsense_and_long_texts_find_nothing_and_do_no_harm,
);

async fn search(world: &World, caller: &Caller, text: &str) -> SearchResults {
    world.service.everywhere().search(caller, text).await.unwrap()
}

/// The kinds of records that a caller finds.
async fn kinds(world: &World, caller: &Caller, text: &str) -> Vec<&'static str> {
    let found = search(world, caller, text).await;
    let kinds = [
        ("staff", !found.staff.is_empty()),
        ("customers", !found.customers.is_empty()),
        ("facilities", !found.facilities.is_empty()),
        ("appraisals", !found.appraisals.is_empty()),
    ];
    kinds.into_iter().filter(|(_, is_found)| *is_found).map(|(name, _)| name).collect()
}

async fn numbered(world: &World, id: CustomerId, number: &str) {
    let registration_number = Patch::Value(number.to_owned());
    let patch = CustomerPatch { registration_number, ..Default::default() };
    world.service.customers().change(&world.admin, id, patch).await.unwrap();
}

async fn each_role_finds_only_the_kinds_of_its_own_lists(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    desk.world.initiated().await;
    desk.world.customer("Bilal-Trading").await;
    let asset = Asset { description: "The car of Bilal".to_owned(), cost: None };
    let input = FacilityInput { asset, ..desk.input(ProductType::Ijarah) };
    desk.world.service.facilities().create(&desk.officer, input).await.unwrap();
    let world = &desk.world;
    for (caller, expected) in [
        (&world.admin, vec!["staff", "customers", "facilities", "appraisals"]),
        (&world.hr, vec!["staff", "appraisals"]),
        (&world.md, vec!["staff", "facilities"]),
        (&desk.officer, vec!["customers", "facilities"]),
        (&desk.reviewer, vec!["customers", "facilities"]),
        (&desk.shariah, vec!["customers", "facilities"]),
        (&desk.cashier, vec!["customers", "facilities"]),
        (&desk.finance, vec!["facilities"]),
        (&world.employee, vec!["appraisals"]),
        (&world.bystander, vec![]),
        (&world.foreign_admin, vec![]),
        (&world.stranger, vec![]),
    ] {
        assert_eq!(kinds(world, caller, "bilal").await, expected, "{}", caller.name());
    }
}

async fn appraisals_are_those_of_the_lists_of_the_caller(db: TestDatabase) {
    let world = World::new(db).await;
    let mut detail = world.initiated().await;
    let sees = async |caller: &Caller| search(&world, caller, "Bilal").await.appraisals.len();
    assert_eq!((sees(&world.employee).await, sees(&world.hr).await), (1, 1));
    for other in [&world.manager, &world.head, &world.md, &world.bystander] {
        assert_eq!(sees(other).await, 0, "{}", other.name());
    }
    detail = world.move_on(&detail).await;
    assert_eq!((sees(&world.manager).await, sees(&world.head).await), (1, 0));
    world.move_on(&detail).await;
    assert_eq!((sees(&world.manager).await, sees(&world.head).await), (0, 1));
    assert_eq!(search(&world, &world.employee, "Imran").await.appraisals.len(), 0);
}

async fn an_exact_number_or_reference_comes_first_and_is_marked(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let world = &desk.world;
    for (name, number) in [("Adel", "AIF-10"), ("Zaid", "AIF-1"), ("Badr", "AIF-11")] {
        let staff = hire(&world.service, &world.admin, person(name, "amanah")).await;
        let staff_number = Some(number.to_owned());
        world.change(staff.staff(), StaffPatch { staff_number, ..Default::default() }).await;
    }
    for text in ["AIF-1", "aif-١", " AIF\u{2011}1 "] {
        let found = search(world, &world.admin, text).await;
        let names: Vec<_> = found.staff.iter().map(|it| (&*it.name, it.is_exact)).collect();
        assert_eq!(names, [("Zaid", true), ("Adel", false), ("Badr", false)], "{text}");
        assert_eq!(found.exact(), Some(ExactMatch::Staff(found.staff[0].id)));
    }
    let zahra = world.customer("Zahra").await.id;
    numbered(world, zahra, "CR-7").await;
    numbered(world, desk.customer, "CR-77").await;
    let found = search(world, &desk.officer, "cr-7").await;
    assert_eq!(found.exact(), Some(ExactMatch::Customer(zahra)));
    assert_eq!(found.customers.len(), 2);

    let reference = desk.draft(ProductType::Ijarah).await;
    let asset = Asset { description: format!("Like {reference}"), cost: None };
    let input = FacilityInput { asset, ..desk.input(ProductType::Ijarah) };
    world.service.facilities().create(&desk.officer, input).await.unwrap();
    let found = search(world, &desk.cashier, &reference.to_lowercase()).await;
    assert_eq!(found.facilities.len(), 2);
    assert_eq!(found.exact(), Some(ExactMatch::Facility(reference)));
}

async fn a_record_of_another_organization_is_not_found(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let world = &desk.world;
    numbered(world, desk.customer, "CR-7").await;
    let reference = desk.draft(ProductType::Ijarah).await;
    for text in [&*reference, "CR-7", "BILAL"] {
        assert!(search(world, &world.admin, text).await.exact().is_some(), "{text}");
        let abroad = search(world, &world.foreign_admin, text).await;
        assert_eq!(abroad, SearchResults::default(), "{text}");
    }
}

async fn five_of_each_kind_are_found_at_most(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let world = &desk.world;
    for number in 1..=6 {
        let name = format!("Murad{number}");
        let staff = hire(&world.service, &world.admin, person(&name, "amanah")).await;
        world
            .change(
                staff.staff(),
                StaffPatch {
                    line_manager_id: Patch::Value(world.manager.staff()),
                    department_id: Patch::Value(world.finance),
                    ..Default::default()
                },
            )
            .await;
        world.initiate(staff.staff()).await.unwrap();
        world.customer(&name).await;
        let asset = Asset { description: name, cost: None };
        let input = FacilityInput { asset, ..desk.input(ProductType::Ijarah) };
        world.service.facilities().create(&desk.officer, input).await.unwrap();
    }
    let found = search(world, &world.admin, "murad").await;
    let lengths =
        [found.staff.len(), found.customers.len(), found.facilities.len(), found.appraisals.len()];
    assert_eq!(lengths, [5; 4]);
    assert_eq!(found.exact(), None);
}

async fn records_are_found_however_they_are_written(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let world = &desk.world;
    for (number, (name, _)) in NAMES.iter().enumerate() {
        let mail = format!("guest-{number}");
        let input = CustomerInput { name: (*name).to_owned(), ..customer(&mail) };
        world.service.customers().create(&world.admin, input).await.unwrap();
    }
    for (name, texts) in NAMES {
        for text in texts {
            let found = search(world, &desk.officer, text).await.customers;
            let names: Vec<_> = found.iter().map(|it| &*it.name).collect();
            assert_eq!(names, [name], "{text}");
        }
    }
}

async fn wildcards_nonsense_and_long_texts_find_nothing_and_do_no_harm(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    desk.world.initiated().await;
    desk.draft(ProductType::Ijarah).await;
    let texts = [
        String::new(),
        " \u{200f}\u{640}\n".to_owned(),
        "%".to_owned(),
        "_".to_owned(),
        "\\".to_owned(),
        "' OR 1=1 --".to_owned(),
        "a\0b\0".to_owned(),
        "\u{fffd}\u{1f44d}".to_owned(),
        "x".repeat(10_000),
        "%".repeat(10_000),
        "\u{fdfa}".repeat(10_000),
    ];
    for text in texts {
        let found = search(&desk.world, &desk.world.admin, &text).await;
        let shown: String = text.chars().take(20).collect();
        assert_eq!(found, SearchResults::default(), "{shown:?}");
    }
}
