//! The pages and actions that the search finds, each for the users who may open it.

use shared::permission::Permission;
use shared::search::folded;

use super::Line;
use crate::i18n::tu_string;
use crate::people::Area;
use crate::ui::label::Language;

/// The pages that a user with these permissions may open.
pub(super) fn pages(
    i18n: Language,
    permits: impl Fn(Permission) -> bool,
    decides_leave: bool,
) -> Vec<Line> {
    use Permission as P;
    let everyone = [
        (tu_string!(i18n, frame.home), "/"),
        (tu_string!(i18n, frame.appraisals), "/appraisals"),
        (tu_string!(i18n, leave.title), "/leave"),
        (tu_string!(i18n, frame.notifications), "/notifications"),
        (tu_string!(i18n, guide.title), "/guide"),
        (tu_string!(i18n, mfa.title), "/security"),
        (tu_string!(i18n, frame.change_password), "/password"),
    ];
    let mut pages: Vec<Line> =
        everyone.into_iter().map(|(title, address)| Line::new(title, "", address)).collect();
    if decides_leave {
        pages.push(Line::new(tu_string!(i18n, leave.team_title), "", "/leave/team"));
    }
    let decides = permits(P::CreditCreate) || permits(P::CreditReview) || permits(P::CreditApprove);
    let others = [
        (tu_string!(i18n, leave.manage_title), "/leave/manage", permits(P::LeaveManage)),
        (tu_string!(i18n, customer.title), "/customers", permits(P::CustomersView)),
        (tu_string!(i18n, credit.area.facilities), "/credit", permits(P::CreditView)),
        (tu_string!(i18n, search.credit_queue), "/credit/queue", decides),
        (tu_string!(i18n, credit.area.simulator), "/credit/simulate", permits(P::CreditView)),
        (tu_string!(i18n, credit.report.portfolio), "/credit/reports", permits(P::CreditView)),
        (tu_string!(i18n, credit.report.income), "/credit/reports/income", permits(P::CreditView)),
        (
            tu_string!(i18n, credit.report.shariah),
            "/credit/reports/shariah",
            permits(P::CreditView),
        ),
        (tu_string!(i18n, credit.area.journals), "/credit/journals", permits(P::CreditView)),
        (
            tu_string!(i18n, credit.area.trial_balance),
            "/credit/trial-balance",
            permits(P::CreditView),
        ),
        (tu_string!(i18n, credit.area.accounts), "/credit/accounts", permits(P::CreditView)),
        (tu_string!(i18n, settings.title), "/settings/templates", permits(P::AppraisalsHrManage)),
        (tu_string!(i18n, settings.catalogs), "/settings/catalogs", permits(P::AppraisalsHrManage)),
    ];
    let area = Area::ALL.map(|page| (page.name(i18n), page.address(), page.is_open_to(&permits)));
    pages.extend(open(area));
    pages.extend(open(others));
    pages
}

/// The actions that a user with these permissions may take, each with the page of its form.
pub(super) fn actions(i18n: Language, permits: impl Fn(Permission) -> bool) -> Vec<Line> {
    use Permission as P;
    let actions = [
        (tu_string!(i18n, home.ask_leave), "/leave#leave-form-title", true),
        (tu_string!(i18n, credit.new.title), "/credit/new", permits(P::CreditCreate)),
        (tu_string!(i18n, customer.new.title), "/customers/new", permits(P::CustomersManage)),
        (tu_string!(i18n, frame.start), "/appraisals/new", permits(P::AppraisalsHrManage)),
        (tu_string!(i18n, people.new.title), "/people/new", permits(P::StaffManage)),
        (tu_string!(i18n, people.import.title), "/people/import", permits(P::StaffManage)),
    ];
    open(actions).collect()
}

fn open(
    places: impl IntoIterator<Item = (&'static str, &'static str, bool)>,
) -> impl Iterator<Item = Line> {
    let open = places.into_iter().filter(|(.., is_open)| *is_open);
    open.map(|(title, address, _)| Line::new(title, "", address))
}

/// The places whose title contains every word of the text.
pub(super) fn matching(places: Vec<Line>, text: &str) -> impl Iterator<Item = Line> {
    let text = folded(text);
    places.into_iter().filter(move |place| {
        let title = folded(&place.title);
        text.split(' ').all(|word| title.contains(word))
    })
}

#[cfg(test)]
mod tests {
    use leptos::prelude::Owner;
    use shared::permission::SEEDED_ROLES;

    use super::*;
    use crate::i18n::Locale;

    fn language(locale: Locale) -> Language {
        Owner::new().with(|| Language::provide(locale))
    }

    fn addresses(key: &str) -> Vec<String> {
        let role = SEEDED_ROLES.iter().find(|role| role.key == key).unwrap().permission_set();
        let permits = |permission| role.contains(&permission);
        let i18n = language(Locale::English);
        let places = [pages(i18n, permits, false), actions(i18n, permits)].concat();
        places.into_iter().map(|place| place.address).collect()
    }

    fn found(locale: Locale, text: &str) -> Vec<String> {
        let places = actions(language(locale), |_| true);
        matching(places, text).map(|place| place.title).collect()
    }

    #[test]
    fn each_role_is_offered_only_what_it_may_open() {
        for (role, offered, withheld) in [
            ("employee", "/leave", "/people"),
            ("hr", "/appraisals/new", "/credit"),
            ("credit_officer", "/credit/new", "/people/new"),
            ("cashier", "/credit", "/credit/new"),
            ("md", "/people", "/people/new"),
            ("finance", "/credit/trial-balance", "/customers"),
            ("admin", "/organization", "/leave/team"),
        ] {
            let addresses = addresses(role);
            assert!(addresses.iter().any(|it| it == offered), "{role}: {addresses:?}");
            assert!(!addresses.iter().any(|it| it == withheld), "{role}: {addresses:?}");
        }
    }

    #[test]
    fn words_are_found_in_any_order_and_spelling() {
        assert_eq!(found(Locale::English, "FACILITY new"), ["New facility"]);
        assert_eq!(found(Locale::Arabic, "طلب اجازه"), ["طلب إجازة"]);
        assert!(found(Locale::English, "new nonsense").is_empty());
        assert_eq!(found(Locale::English, "").len(), 6);
    }
}
