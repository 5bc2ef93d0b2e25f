//! The pages about employees and those about the organization, each with the tabs of their area,
//! restricted to the pages that the user may open.

use leptos::prelude::*;
use shared::permission::Permission;

use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::ui::label::Language;
use crate::ui::tabs::{links, tab};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Area {
    People,
    Departments,
    Probation,
    Stuck,
    Analytics,
    Audit,
    Organization,
    Roles,
    Jobs,
    ApiTokens,
    Webhooks,
}

impl Area {
    pub(crate) const ALL: [Self; 11] = [
        Self::People,
        Self::Departments,
        Self::Probation,
        Self::Stuck,
        Self::Analytics,
        Self::Audit,
        Self::Organization,
        Self::Roles,
        Self::Jobs,
        Self::ApiTokens,
        Self::Webhooks,
    ];

    /// True for the pages about the organization, which administrators open.
    const fn is_administration(self) -> bool {
        match self {
            Self::Organization | Self::Roles | Self::Jobs | Self::ApiTokens | Self::Webhooks => {
                true
            }
            Self::People
            | Self::Departments
            | Self::Probation
            | Self::Stuck
            | Self::Analytics
            | Self::Audit => false,
        }
    }

    /// The pages of the same area that the user may open.
    fn open_pages(self) -> impl Iterator<Item = Self> {
        let is_administration = self.is_administration();
        let pages = Self::ALL.into_iter();
        pages.filter(move |it| it.is_administration() == is_administration && it.is_open())
    }

    pub(crate) const fn address(self) -> &'static str {
        match self {
            Self::People => "/people",
            Self::Departments => "/departments",
            Self::Probation => "/probation",
            Self::Stuck => "/appraisals/stuck",
            Self::Analytics => "/analytics",
            Self::Audit => "/audit",
            Self::Roles => "/roles",
            Self::Organization => "/organization",
            Self::Jobs => "/jobs",
            Self::ApiTokens => "/api-tokens",
            Self::Webhooks => "/webhooks",
        }
    }

    /// Returns true if a user with these permissions may open the page.
    pub(crate) fn is_open_to(self, permits: impl Fn(Permission) -> bool) -> bool {
        match self {
            Self::People | Self::Departments => permits(Permission::StaffView),
            Self::Probation | Self::Stuck => permits(Permission::AppraisalsHrManage),
            Self::Analytics => {
                permits(Permission::AppraisalsHrManage) || permits(Permission::StaffView)
            }
            Self::Audit => permits(Permission::AuditView),
            Self::Roles | Self::Organization | Self::Jobs | Self::ApiTokens | Self::Webhooks => {
                permits(Permission::OrgManage)
            }
        }
    }

    fn is_open(self) -> bool {
        self.is_open_to(may)
    }

    pub(crate) fn name(self, i18n: Language) -> &'static str {
        match self {
            Self::People => tu_string!(i18n, people.area.people),
            Self::Departments => tu_string!(i18n, people.area.departments),
            Self::Probation => tu_string!(i18n, people.area.probation),
            Self::Stuck => tu_string!(i18n, people.area.stuck),
            Self::Analytics => tu_string!(i18n, people.area.analytics),
            Self::Audit => tu_string!(i18n, people.area.audit),
            Self::Roles => tu_string!(i18n, people.area.roles),
            Self::Organization => tu_string!(i18n, people.area.organization),
            Self::Jobs => tu_string!(i18n, people.area.jobs),
            Self::ApiTokens => tu_string!(i18n, people.area.api_tokens),
            Self::Webhooks => tu_string!(i18n, people.area.webhooks),
        }
    }

    /// The first page about employees that the user may open.
    pub(crate) fn entrance() -> Option<&'static str> {
        Self::People.open_pages().next().map(Self::address)
    }

    /// The first page about the organization that the user may open.
    pub(crate) fn administration() -> Option<&'static str> {
        Self::Organization.open_pages().next().map(Self::address)
    }

    fn of(path: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|page| {
            let rest = path.strip_prefix(page.address());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }

    /// True if both paths belong to the same area of pages; none if the first belongs to none.
    pub(crate) fn shares(path: &str, other: &str) -> Option<bool> {
        let page = Self::of(path)?;
        let is_same = |it: Self| it.is_administration() == page.is_administration();
        Some(Self::of(other).is_some_and(is_same))
    }
}

/// Links to the pages of the area.
pub(crate) fn area_tabs(current: Area) -> AnyView {
    let i18n = use_i18n();
    let tabs =
        current.open_pages().map(|page| tab(page.address(), page.name(i18n), page == current));
    let label = if current.is_administration() {
        tu_string!(i18n, people.area.administration)
    } else {
        tu_string!(i18n, people.area.pages)
    };
    links("tabs", label, tabs)
}

#[cfg(test)]
mod tests {
    use super::Area;

    #[test]
    fn a_path_belongs_to_the_area_or_not() {
        for path in ["/people", "/people/1/appraisals", "/appraisals/stuck", "/audit"] {
            assert_eq!(Area::shares(path, "/people"), Some(true), "{path}");
            assert_eq!(Area::shares(path, "/organization"), Some(false), "{path}");
        }
        for path in ["/organization", "/roles", "/jobs"] {
            assert_eq!(Area::shares(path, "/people"), Some(false), "{path}");
            assert_eq!(Area::shares(path, "/organization"), Some(true), "{path}");
        }
        for path in ["/", "/appraisals", "/appraisals/1", "/peoples"] {
            assert_eq!(Area::shares(path, "/people"), None, "{path}");
        }
    }
}
