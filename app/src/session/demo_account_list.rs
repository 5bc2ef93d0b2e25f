//! The demo accounts on a sign-in page.

use leptos::prelude::*;

use super::DemoAccountCard;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::person::initials;

/// The demo accounts: one click signs in.
///
/// * `accounts`: the accounts.
/// * `next`: the path of the page after sign-in.
/// * `action`: the URL that the forms post to.
#[component]
pub(crate) fn DemoAccountList(
    accounts: Vec<DemoAccountCard>,
    next: String,
    action: &'static str,
) -> impl IntoView {
    let i18n = use_i18n();
    let cards: Vec<_> = accounts
        .into_iter()
        .map(|card| {
            let initials = initials(&card.name);
            let desk = desk_words(i18n, card.desk);
            view! {
                <li>
                    <form method="post" action=action>
                        <input type="hidden" name="next" value=next.clone()/>
                        <input type="hidden" name="email" value=card.email/>
                        <button class="demo-account" type="submit">
                            <span class="avatar" aria-hidden="true">{initials}</span>
                            <span>
                                <span class="person-name">{card.name}</span>
                                <span class="person-sub">{desk}</span>
                            </span>
                            <Icon name=IconName::ArrowRight class="icon-mirror"/>
                        </button>
                    </form>
                </li>
            }
            .into_any()
        })
        .collect();

    view! {
        <section class="sign-in-part" aria-labelledby="demo-accounts-title">
            <div class="sign-in-lead">
                <h2 id="demo-accounts-title">{tu_string!(i18n, login.demo_title)}</h2>
                <p>{tu_string!(i18n, login.demo_lead)}</p>
            </div>
            <ul class="demo-accounts">{cards}</ul>
        </section>
    }
    .into_any()
}

/// The label for the role of a demo account; an unknown one is displayed unchanged.
fn desk_words(i18n: Language, desk: String) -> String {
    let words = match desk.as_str() {
        "Administrator" => tu_string!(i18n, role_name.admin),
        "Cashier" => tu_string!(i18n, role_name.cashier),
        "Company at the portal" => tu_string!(i18n, login.demo_company),
        "Credit officer" => tu_string!(i18n, role_name.credit_officer),
        "Credit reviewer" => tu_string!(i18n, role_name.credit_reviewer),
        "Customer at the portal" => tu_string!(i18n, login.demo_customer),
        "Department head" => tu_string!(i18n, status.pending_dept_head),
        "Employee on probation" => tu_string!(i18n, login.demo_probation),
        "Employee on probation (manager)" => tu_string!(i18n, login.demo_probation_manager),
        "HR" => tu_string!(i18n, status.pending_hr),
        "Line manager" => tu_string!(i18n, status.pending_lm),
        "Managing director" => tu_string!(i18n, role_name.md),
        "Shariah officer" => tu_string!(i18n, role_name.shariah_officer),
        _ => return desk,
    };
    words.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Locale;

    const DESKS: [&str; 13] = [
        "Administrator",
        "Cashier",
        "Company at the portal",
        "Credit officer",
        "Credit reviewer",
        "Customer at the portal",
        "Department head",
        "Employee on probation",
        "Employee on probation (manager)",
        "HR",
        "Line manager",
        "Managing director",
        "Shariah officer",
    ];

    #[test]
    fn the_desks_of_the_demo_have_words_in_each_language() {
        Owner::new().with(|| {
            let english = Language::provide(Locale::English);
            let arabic = Language::provide(Locale::Arabic);
            for desk in DESKS {
                assert_eq!(desk_words(english, desk.to_owned()), desk);
                let text = desk_words(arabic, desk.to_owned());
                assert!(!text.bytes().any(|it| it.is_ascii_alphabetic()), "{desk}: {text}");
            }
        });
    }
}
