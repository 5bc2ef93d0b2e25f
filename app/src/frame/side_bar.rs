//! The navigation: areas that the user may open, with live counts. A bottom bar on narrow screens.

use leptos::prelude::*;
use leptos_router::hooks::use_location;
use shared::permission::Permission;

use super::count::{Counted, live_count};
use crate::credit::sees_credit;
use crate::i18n::{tu_string, use_i18n};
use crate::people::Area;
use crate::session::{may, use_me};
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;

/// The logo and the links to the areas.
#[component]
pub fn SideBar() -> impl IntoView {
    let i18n = use_i18n();
    let zone = zone_city(&use_me().time_zone);
    let starts = may(Permission::AppraisalsHrManage).then(|| {
        let text = tu_string!(i18n, frame.start_area);
        let address = "/appraisals/new";
        view! { <AreaLink address icon=IconName::Plus text exact=true more=true/> }
    });
    let people = Area::entrance().map(|address| {
        let text = tu_string!(i18n, people.area.people);
        view! { <AreaLink address icon=IconName::Users text/> }
    });
    let customers = sees_customers().then(|| {
        let text = tu_string!(i18n, customer.title);
        view! { <AreaLink address="/customers" icon=IconName::Building text more=true/> }
    });
    let sees_people = people.is_some();
    let credit = sees_credit().then(|| {
        let text = tu_string!(i18n, credit.title);
        view! { <AreaLink address="/credit" icon=IconName::Scale text more=sees_people/> }
    });

    view! {
        <aside class="side-bar" aria-label=tu_string!(i18n, app.name)>
            <Brand/>
            <nav class="side-nav" aria-label=tu_string!(i18n, app.areas)>
                <ul>
                    <AreaLink
                        address="/"
                        icon=IconName::Home
                        text=tu_string!(i18n, frame.home)
                        exact=true
                    />
                    <AreaLink
                        address="/appraisals"
                        icon=IconName::FileText
                        text=tu_string!(i18n, frame.appraisals)
                        count=Counted::Pending
                    />
                    {starts}
                    {people}
                    {credit}
                    {customers}
                    <AreaLink
                        address="/leave"
                        icon=IconName::Calendar
                        text=tu_string!(i18n, leave.title)
                        count=Counted::Leave
                    />
                    <AreaLink
                        address="/notifications"
                        icon=IconName::Bell
                        text=tu_string!(i18n, frame.notifications)
                        count=Counted::Unread
                    />
                    {settings_links(i18n)}
                </ul>
            </nav>
            {foot(i18n, zone)}
        </aside>
    }
    .into_any()
}

/// The areas of those who set up appraisals, and of administrators.
fn settings_links(i18n: Language) -> AnyView {
    let settings = may(Permission::AppraisalsHrManage).then(|| {
        let text = tu_string!(i18n, settings.title);
        let address = "/settings/templates";
        view! { <AreaLink address area="/settings" icon=IconName::Settings text more=true/> }
    });
    let administration = Area::administration().map(|address| {
        let text = tu_string!(i18n, people.area.administration);
        view! { <AreaLink address icon=IconName::Shield text more=true/> }
    });
    (settings, administration).into_any()
}

/// The version of the product, and the time zone of displayed times.
fn foot(i18n: Language, zone: String) -> AnyView {
    view! {
        <p class="side-nav-foot field-hint">
            {tu_string!(i18n, app.version, version = env!("CARGO_PKG_VERSION"))} " · "
            {tu_string!(i18n, frame.time_zone, zone = city_label(i18n, &zone))}
        </p>
    }
    .into_any()
}

/// True if the user may see customers.
pub(super) fn sees_customers() -> bool {
    may(Permission::CustomersView)
}

#[component]
pub fn Brand() -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <a class="brand" href="/">
            <img src="/logo.svg" alt="" width="24" height="24"/>
            {tu_string!(i18n, app.name)}
        </a>
    }
    .into_any()
}

/// The link to one area.
///
/// * `address`: the path of its first page.
/// * `icon`: the icon in front of the label.
/// * `text`: the label.
/// * `count`: the count next to the label; hidden while it is 0.
/// * `exact`: true if only this page belongs to the area, not the paths below it.
/// * `area`: the common prefix of the paths of the area; by default `address`.
/// * `more`: true if the link is hidden on narrow screens; the user menu contains it too.
#[component]
fn AreaLink(
    address: &'static str,
    icon: IconName,
    text: &'static str,
    #[prop(optional)] count: Option<Counted>,
    #[prop(optional)] exact: bool,
    #[prop(optional)] area: &'static str,
    #[prop(optional)] more: bool,
) -> impl IntoView {
    let path = use_location().pathname;
    let area = if area.is_empty() { address } else { area };
    let sees_staff = may(Permission::StaffView);
    let current = is_current(&path.read_untracked(), area, exact, sees_staff);

    view! {
        <li class=more.then_some("side-nav-more")>
            <a class="side-nav-link" href=address aria-current=current.then_some("page")>
                <Icon name=icon/>
                <span>{text}</span>
                {count.map(live_count)}
            </a>
        </li>
    }
    .into_any()
}

/// True if the path belongs to the area. The page that starts appraisals is an area of its own; all
/// pages about employees share one entry, and so do those about the organization. A person's
/// appraisal history belongs to the appraisals for users who may not see staff.
fn is_current(path: &str, address: &str, exact: bool, sees_staff: bool) -> bool {
    if !sees_staff && path.starts_with("/people/") && path.ends_with("/appraisals") {
        return address == "/appraisals";
    }
    if exact || path == "/appraisals/new" {
        return path == address;
    }
    if let Some(is_same) = Area::shares(path, address) {
        return is_same;
    }
    path.strip_prefix(address).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// A city in the user's language; cities without a translation keep their name.
fn city_label(i18n: Language, city: &str) -> String {
    let label = match city {
        "Aden" => tu_string!(i18n, city.aden),
        "Amman" => tu_string!(i18n, city.amman),
        "Baghdad" => tu_string!(i18n, city.baghdad),
        "Bahrain" => tu_string!(i18n, city.bahrain),
        "Beirut" => tu_string!(i18n, city.beirut),
        "Cairo" => tu_string!(i18n, city.cairo),
        "Casablanca" => tu_string!(i18n, city.casablanca),
        "Dubai" => tu_string!(i18n, city.dubai),
        "Istanbul" => tu_string!(i18n, city.istanbul),
        "Jakarta" => tu_string!(i18n, city.jakarta),
        "Karachi" => tu_string!(i18n, city.karachi),
        "Khartoum" => tu_string!(i18n, city.khartoum),
        "Kuala Lumpur" => tu_string!(i18n, city.kuala_lumpur),
        "Kuwait" => tu_string!(i18n, city.kuwait),
        "London" => tu_string!(i18n, city.london),
        "Muscat" => tu_string!(i18n, city.muscat),
        "Qatar" => tu_string!(i18n, city.qatar),
        "Riyadh" => tu_string!(i18n, city.riyadh),
        "Singapore" => tu_string!(i18n, city.singapore),
        "Tripoli" => tu_string!(i18n, city.tripoli),
        "Tunis" => tu_string!(i18n, city.tunis),
        "UTC" => tu_string!(i18n, city.utc),
        other => other,
    };
    label.to_owned()
}

/// The city of an IANA time zone: `Karachi` for `Asia/Karachi`.
fn zone_city(zone: &str) -> String {
    zone.rsplit('/').next().unwrap_or(zone).replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::{is_current, zone_city};

    #[test]
    fn a_page_belongs_to_one_area() {
        assert!(is_current("/", "/", true, true));
        assert!(!is_current("/appraisals", "/", true, true));
        assert!(is_current("/appraisals/123", "/appraisals", false, true));
        assert!(!is_current("/appraisals/new", "/appraisals", false, true));
        assert!(is_current("/appraisals/new", "/appraisals/new", true, true));
        assert!(!is_current("/appraisalsx", "/appraisals", false, true));
        assert!(is_current("/people/123", "/people", false, true));
        assert!(is_current("/appraisals/stuck", "/people", false, true));
        assert!(!is_current("/appraisals/stuck", "/appraisals", false, true));
        assert!(is_current("/roles", "/organization", false, true));
        assert!(!is_current("/roles", "/people", false, true));
    }

    #[test]
    fn the_history_of_a_person_belongs_to_an_area_that_the_reader_sees() {
        let path = "/people/123/appraisals";
        assert!(is_current(path, "/people", false, true));
        assert!(!is_current(path, "/appraisals", false, true));
        assert!(is_current(path, "/appraisals", false, false));
        assert!(!is_current(path, "/people", false, false));
    }

    #[test]
    fn a_zone_is_called_by_its_city() {
        assert_eq!(zone_city("America/Argentina/Buenos_Aires"), "Buenos Aires");
        assert_eq!(zone_city("UTC"), "UTC");
    }
}
