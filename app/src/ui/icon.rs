//! Icons from Lucide 1.62, a set of 24 px stroke icons (ISC licence, see
//! `style/assets/icons-LICENSE.txt`).

use leptos::prelude::*;

mod markup;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IconName {
    AlertTriangle,
    ArrowDown,
    ArrowRight,
    ArrowUp,
    Bell,
    Building,
    Calendar,
    Check,
    CheckCircle,
    ChevronDown,
    ChevronLeft,
    ChevronRight,
    ChevronUp,
    Clock,
    CloudCheck,
    CloudOff,
    Copy,
    Download,
    Eye,
    EyeOff,
    FileText,
    Filter,
    History,
    Home,
    Inbox,
    Info,
    Key,
    Languages,
    Lock,
    LogOut,
    Menu,
    Monitor,
    Moon,
    More,
    Plus,
    Printer,
    Save,
    Scale,
    Search,
    Send,
    Settings,
    Shield,
    Star,
    Sun,
    Trash,
    User,
    Users,
    X,
}

/// A decorative icon in the colour of the surrounding text, which states the same, or an
/// `aria-label` does.
///
/// * `name`: the icon.
/// * `class`: additional classes: `icon-large` (20 px), `icon-hero` (32 px), `icon-mirror`
///   (mirrored in right-to-left text).
#[component]
pub fn Icon(name: IconName, #[prop(optional, into)] class: String) -> impl IntoView {
    let mut classes = class;
    classes.insert_str(0, if classes.is_empty() { "icon" } else { "icon " });

    view! {
        <svg
            class=classes
            viewBox="0 0 24 24"
            aria-hidden="true"
            focusable="false"
            inner_html=markup_of(name)
        ></svg>
    }
}

/// The static markup inside the `<svg>` of an icon.
const fn markup_of(name: IconName) -> &'static str {
    match name {
        IconName::AlertTriangle => markup::ALERT_TRIANGLE,
        IconName::ArrowDown => markup::ARROW_DOWN,
        IconName::ArrowRight => markup::ARROW_RIGHT,
        IconName::ArrowUp => markup::ARROW_UP,
        IconName::Bell => markup::BELL,
        IconName::Building => markup::BUILDING,
        IconName::Calendar => markup::CALENDAR,
        IconName::Check => markup::CHECK,
        IconName::CheckCircle => markup::CHECK_CIRCLE,
        IconName::ChevronDown => markup::CHEVRON_DOWN,
        IconName::ChevronLeft => markup::CHEVRON_LEFT,
        IconName::ChevronRight => markup::CHEVRON_RIGHT,
        IconName::ChevronUp => markup::CHEVRON_UP,
        IconName::Clock => markup::CLOCK,
        IconName::CloudCheck => markup::CLOUD_CHECK,
        IconName::CloudOff => markup::CLOUD_OFF,
        IconName::Copy => markup::COPY,
        IconName::Download => markup::DOWNLOAD,
        IconName::Eye => markup::EYE,
        IconName::EyeOff => markup::EYE_OFF,
        IconName::FileText => markup::FILE_TEXT,
        IconName::Filter => markup::FILTER,
        IconName::History => markup::HISTORY,
        IconName::Home => markup::HOME,
        IconName::Inbox => markup::INBOX,
        IconName::Info => markup::INFO,
        IconName::Key => markup::KEY,
        IconName::Languages => markup::LANGUAGES,
        IconName::Lock => markup::LOCK,
        IconName::LogOut => markup::LOG_OUT,
        IconName::Menu => markup::MENU,
        IconName::Monitor => markup::MONITOR,
        IconName::Moon => markup::MOON,
        IconName::More => markup::MORE,
        IconName::Plus => markup::PLUS,
        IconName::Printer => markup::PRINTER,
        IconName::Save => markup::SAVE,
        IconName::Scale => markup::SCALE,
        IconName::Search => markup::SEARCH,
        IconName::Send => markup::SEND,
        IconName::Settings => markup::SETTINGS,
        IconName::Shield => markup::SHIELD,
        IconName::Star => markup::STAR,
        IconName::Sun => markup::SUN,
        IconName::Trash => markup::TRASH,
        IconName::User => markup::USER,
        IconName::Users => markup::USERS,
        IconName::X => markup::X,
    }
}
