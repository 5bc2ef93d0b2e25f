//! Search in lists by names and numbers, and the order of names.

use database::on_both;
use database::test_support::TestDatabase;
use service::Caller;
use shared::appraisal::list::{AppraisalQuery, Scope};
use shared::credit::facility::{Asset, FacilityInput, FacilityQuery};
use shared::credit::vocabulary::ProductType;
use shared::customer::{CustomerInput, CustomerPatch, CustomerQuery, CustomerSort};
use shared::department::DepartmentInput;
use shared::id::{CustomerId, StaffId};
use shared::page::PageRequest;
use shared::patch::Patch;
use shared::staff::{StaffInput, StaffPatch, StaffQuery, StaffSort};

use crate::credit_desk::CreditDesk;
use crate::portal::customer;
use crate::support::{World, hire, person};

on_both!(
    staff_are_found_however_their_names_are_written,
    staff_numbers_are_found_however_they_are_written,
    a_new_name_is_found_and_the_former_one_is_not,
    appraisals_are_found_by_names_however_they_are_written,
    customers_are_found_however_their_names_are_written,
    facilities_are_found_by_customer_asset_and_reference,
    names_are_in_the_order_of_their_language_and_pages_are_stable,
    customers_and_departments_are_in_the_order_of_their_language,
);

/// Names, and search texts that find them.
pub(crate) const NAMES: [(&str, &[&str]); 4] = [
    ("İsmail Işık", &["ismail", "ISMAIL", "İSMAİL", "ısmaıl", "işik", "isik", "il Is"]),
    ("أَحْمَد بن سارة", &["احمد", "أحمد", "أَحْمَد", "آحـــمد", "ساره", "سارة", "احمد بن"]),
    ("José Peña", &["jose", "JOSÉ", "jose\u{301}", "pena", "José  Peña"]),
    ("ليلى", &["ليلي", "ليلى", "لیلی", "لَيلى"]),
];

pub(crate) async fn staff_found(world: &World, q: &str) -> Vec<String> {
    let query = StaffQuery { q: Some(q.to_owned()), ..Default::default() };
    let page = world.service.staff().list(&world.hr, query).await.unwrap();
    assert_eq!(page.pagination.total, u64::try_from(page.data.len()).unwrap());
    page.data.into_iter().map(|it| it.name).collect()
}

/// A person of that name, whose number and address do not contain it.
async fn join(world: &World, number: usize, name: &str) -> Caller {
    let input = StaffInput { name: name.to_owned(), ..person(&format!("P-{number}"), "amanah") };
    hire(&world.service, &world.admin, input).await
}

async fn staff_are_found_however_their_names_are_written(db: TestDatabase) {
    let world = World::new(db).await;
    for (number, (name, _)) in NAMES.iter().enumerate() {
        join(&world, number, name).await;
    }
    for (name, texts) in NAMES {
        for text in texts {
            assert_eq!(staff_found(&world, text).await, [name], "{text}");
        }
    }
    for text in ["ismaili", "بشر", "%", "_"] {
        assert!(staff_found(&world, text).await.is_empty(), "{text}");
    }
}

async fn staff_numbers_are_found_however_they_are_written(db: TestDatabase) {
    let world = World::new(db).await;
    let input = StaffInput { staff_number: "AIF-٠٧٣".to_owned(), ..person("Hala", "amanah") };
    hire(&world.service, &world.admin, input).await;
    for text in ["AIF-073", "aif-073", "AIF-٠٧٣", "۰۷۳", "ＡＩＦ-０７３", "AIF\u{2011}073\u{200f}"]
    {
        assert_eq!(staff_found(&world, text).await, ["Hala"], "{text:?}");
    }
    let across = "073 hala";
    assert!(staff_found(&world, across).await.is_empty());
}

async fn a_new_name_is_found_and_the_former_one_is_not(db: TestDatabase) {
    let world = World::new(db).await;
    let name = Some("Şule".to_owned());
    world.change(world.employee.staff(), StaffPatch { name, ..Default::default() }).await;
    assert_eq!(staff_found(&world, "sule").await, ["Şule"]);
    let customers = world.service.customers();
    let omar = world.customer("Omar").await;
    let patch = CustomerPatch { name: Some("Ümit".to_owned()), ..Default::default() };
    customers.change(&world.admin, omar.id, patch).await.unwrap();
    let patch =
        CustomerPatch { phone: Patch::Value("+٩٦٨ ٩٩".to_owned()), ..Default::default() };
    customers.change(&world.admin, omar.id, patch).await.unwrap();
    for (q, found) in [("umit", 1), ("+968 99", 1), ("+971", 0)] {
        let query = CustomerQuery { q: Some(q.to_owned()), ..Default::default() };
        assert_eq!(customers.list(&world.admin, query).await.unwrap().data.len(), found, "{q}");
    }
}

async fn appraisals_are_found_by_names_however_they_are_written(db: TestDatabase) {
    let world = World::new(db).await;
    let (name, texts) = NAMES[0];
    let patch = StaffPatch { name: Some(name.to_owned()), ..Default::default() };
    world.change(world.employee.staff(), patch).await;
    world.initiated().await;
    let appraisals = world.service.appraisals();
    let all = (&world.hr, Scope::All);
    for text in texts {
        for (caller, scope) in [all, (&world.employee, Scope::Mine)] {
            let query = AppraisalQuery { q: Some((*text).to_owned()), ..AppraisalQuery::of(scope) };
            let page = appraisals.list(caller, query).await.unwrap();
            assert_eq!((page.data.len(), page.pagination.total), (1, 1), "{text}");
        }
    }
    let query = AppraisalQuery { q: Some("işıl".to_owned()), ..AppraisalQuery::of(Scope::All) };
    assert_eq!(appraisals.list(&world.hr, query).await.unwrap().pagination.total, 0);
}

async fn customer_named(world: &World, number: usize, name: &str) -> CustomerId {
    let input = CustomerInput { name: name.to_owned(), ..customer(&format!("c-{number}")) };
    world.service.customers().create(&world.admin, input).await.unwrap().id
}

async fn customers_are_found_however_their_names_are_written(db: TestDatabase) {
    let world = World::new(db).await;
    for (number, (name, _)) in NAMES.iter().enumerate() {
        customer_named(&world, number, name).await;
    }
    for (name, texts) in NAMES {
        for text in texts {
            let query = CustomerQuery { q: Some((*text).to_owned()), ..Default::default() };
            let page = world.service.customers().list(&world.admin, query).await.unwrap();
            let names: Vec<_> = page.data.iter().map(|it| &*it.name).collect();
            assert_eq!((names, page.pagination.total), (vec![name], 1), "{text}");
        }
    }
}

async fn facilities_are_found_by_customer_asset_and_reference(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let customer_id = customer_named(&desk.world, 1, "أَحْمَد").await;
    let asset = Asset { description: "فيلا ٧ Çamlıca".to_owned(), cost: None };
    let input = FacilityInput { customer_id, asset, ..desk.input(ProductType::Murabaha) };
    let facilities = desk.world.service.facilities();
    let reference = facilities.create(&desk.officer, input).await.unwrap().facility_ref;
    desk.draft(ProductType::Murabaha).await;
    let small = reference.to_lowercase();
    for text in ["احمد", "آحمد", "camlica", "ÇAMLICA", "فيلا 7", &*reference, &*small]
    {
        let query = FacilityQuery { q: Some(text.to_owned()), ..Default::default() };
        let page = facilities.list(&desk.officer, query).await.unwrap();
        let found: Vec<_> = page.data.iter().map(|it| &*it.facility_ref).collect();
        assert_eq!((found, page.pagination.total), (vec![&*reference], 1), "{text}");
    }
}

/// Sorted names.
const SORTED: [&str; 12] = [
    "aamir",
    "Aisha",
    "Çelik",
    "de Souza",
    "İsmail",
    "José",
    "Ömer",
    "Şahin",
    "إبراهيم",
    "آدم",
    "بدر",
    "يوسف",
];

async fn pages_by_name(world: &World, limit: u32) -> Vec<(StaffId, String)> {
    let mut found = Vec::new();
    for page in 1.. {
        let sort = Some(StaffSort::Name);
        let query = StaffQuery { sort, page: PageRequest::new(page, limit), ..Default::default() };
        let next = world.service.staff().list(&world.hr, query).await.unwrap().data;
        if next.is_empty() {
            break;
        }
        found.extend(next.into_iter().map(|it| (it.id, it.name)));
    }
    found
}

async fn names_are_in_the_order_of_their_language_and_pages_are_stable(db: TestDatabase) {
    let world = World::new(db).await;
    for (number, name) in SORTED.iter().rev().enumerate() {
        join(&world, number, name).await;
    }
    for number in 20..23 {
        join(&world, number, "Same").await;
    }
    let whole = pages_by_name(&world, 100).await;
    let mut names: Vec<_> = whole.iter().map(|(_, name)| &**name).collect();
    names.retain(|name| SORTED.contains(name));
    assert_eq!(names, SORTED);
    assert!(whole.iter().filter(|it| it.1 == "Same").is_sorted());
    for limit in [1, 2, 7] {
        assert_eq!(pages_by_name(&world, limit).await, whole);
    }
}

async fn customers_and_departments_are_in_the_order_of_their_language(db: TestDatabase) {
    let world = World::new(db).await;
    let departments = world.service.departments();
    for (number, name) in SORTED.iter().rev().enumerate() {
        customer_named(&world, number, name).await;
        let input = DepartmentInput { name: (*name).to_owned(), supervisor_staff_id: None };
        departments.create(&world.admin, input).await.unwrap();
    }
    let query = CustomerQuery { sort: Some(CustomerSort::Name), ..Default::default() };
    let customers = world.service.customers().list(&world.admin, query).await.unwrap().data;
    assert_eq!(customers.iter().map(|it| &*it.name).collect::<Vec<_>>(), SORTED);
    let mut names: Vec<_> =
        departments.list(&world.hr).await.unwrap().into_iter().map(|it| it.name).collect();
    names.retain(|name| SORTED.contains(&&**name));
    assert_eq!(names, SORTED);
}
