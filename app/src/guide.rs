//! The user guide: the documents of `docs/guide`, in the language of the user.

mod page;
mod permissions_page;
mod rendering;

pub use page::{GuideIndexPage, GuidePage, PortalGuidePage};

use shared::permission::{ADMIN, HR, MD, Permission};
use shared::session::Me;

use crate::i18n::Locale;

/// Declares the guides, each with its file and its content in both languages.
macro_rules! guides {
    ($($guide:ident = $name:literal,)+) => {
        /// A document of the guide.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Guide {
            $($guide,)+
        }

        impl Guide {
            const ALL: &[Self] = &[$(Self::$guide),+];

            /// The name of the file, without its extension.
            const fn name(self) -> &'static str {
                match self {
                    $(Self::$guide => $name,)+
                }
            }

            /// The Markdown text.
            const fn text(self, locale: Locale) -> &'static str {
                match (self, locale) {
                    $(
                        (Self::$guide, Locale::English) => {
                            include_str!(concat!("../../docs/guide/", $name, ".md"))
                        }
                        (Self::$guide, Locale::Arabic) => {
                            include_str!(concat!("../../docs/guide/ar/", $name, ".md"))
                        }
                    )+
                }
            }
        }
    };
}

guides! {
    Index = "README",
    MemberOfStaff = "member-of-staff",
    LineManager = "line-manager",
    Approvers = "approvers",
    HumanResources = "human-resources",
    Administrator = "administrator",
    CreditOfficer = "credit-officer",
    CreditReviewer = "credit-reviewer",
    ShariahOfficer = "shariah-officer",
    Cashier = "cashier",
    Accountant = "accountant",
    Customer = "customer",
}

impl Guide {
    /// The guide for the role of a member of staff: for a role of the organization's own, the one
    /// for its permissions.
    pub(crate) fn of(me: &Me) -> Self {
        use Permission as P;
        match me.role.as_str() {
            ADMIN => return Self::Administrator,
            HR => return Self::HumanResources,
            MD => return Self::Approvers,
            _ => {}
        }
        let choices = [
            (P::OrgManage, Self::Administrator),
            (P::AppraisalsHrManage, Self::HumanResources),
            (P::CreditApprove, Self::ShariahOfficer),
            (P::CreditReview, Self::CreditReviewer),
            (P::CreditCreate, Self::CreditOfficer),
            (P::CreditRecordPayment, Self::Cashier),
            (P::CreditView, Self::Accountant),
        ];
        let fits = |permission| me.permissions.contains(&permission);
        let choice = choices.into_iter().find(|(permission, _)| fits(*permission));
        choice.map_or(Self::MemberOfStaff, |(_, guide)| guide)
    }

    /// The guide with the name; none for the index, which has an address of its own.
    fn named(name: &str) -> Option<Self> {
        let mut named = Self::ALL.iter().copied().filter(|guide| *guide != Self::Index);
        named.find(|guide| guide.name() == name)
    }

    /// The address of its page.
    pub(crate) fn address(self) -> String {
        match self {
            Self::Index => "/guide".to_owned(),
            guide => format!("/guide/{}", guide.name()),
        }
    }

    /// The title: the first heading.
    pub(crate) fn title(self, locale: Locale) -> &'static str {
        let first = self.text(locale).lines().next().unwrap_or_default();
        first.trim_start_matches('#').trim()
    }

    /// The text below the title.
    fn body(self, locale: Locale) -> &'static str {
        self.text(locale).split_once('\n').map(|(_, body)| body).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_guide_has_a_title_and_a_text_in_both_languages() {
        for guide in Guide::ALL {
            for locale in [Locale::English, Locale::Arabic] {
                assert!(guide.text(locale).starts_with("# "), "{guide:?} {locale:?}");
                assert!(!guide.title(locale).is_empty() && guide.body(locale).len() > 200);
            }
            assert_ne!(guide.title(Locale::English), guide.title(Locale::Arabic));
        }
    }

    #[test]
    fn a_guide_is_found_by_its_name_only() {
        assert_eq!(Guide::named("cashier"), Some(Guide::Cashier));
        for name in ["", "README", "../cashier", "Cashier", "cashier.md"] {
            assert_eq!(Guide::named(name), None, "{name}");
        }
    }
}
