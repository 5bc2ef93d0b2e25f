//! The SVG content of each icon.

pub(super) const ALERT_TRIANGLE: &str = concat!(
    r#"<path d="m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0"#,
    r#" 1.73-3"/><path d="M12 9v4"/><path d="M12 17h.01"/>"#,
);

pub(super) const ARROW_DOWN: &str = r#"<path d="M12 5v14"/><path d="m19 12-7 7-7-7"/>"#;

pub(super) const ARROW_RIGHT: &str = r#"<path d="M5 12h14"/><path d="m12 5 7 7-7 7"/>"#;

pub(super) const ARROW_UP: &str = r#"<path d="m5 12 7-7 7 7"/><path d="M12 19V5"/>"#;

pub(super) const BELL: &str = concat!(
    r#"<path d="M10.268 21a2 2 0 0 0 3.464 0"/><path d="M3.262 15.326A1 1 0 0 0 4"#,
    r#" 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 18 12.499 18 8A6 6 0 0 0 6 8c0"#,
    r#" 4.499-1.411 5.956-2.738 7.326"/>"#,
);

pub(super) const BUILDING: &str = concat!(
    r#"<path d="M10 12h4"/><path d="M10 8h4"/><path d="M14 21v-3a2 2 0 0 0-4 0v3"/>"#,
    r#"<path d="M6 10H4a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2V9a2 2 0 0"#,
    r#" 0-2-2h-2"/><path d="M6 21V5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v16"/>"#,
);

pub(super) const CALENDAR: &str = concat!(
    r#"<path d="M8 2v3"/><path d="M16 2v3"/><rect x="3" y="3" width="18" height="18""#,
    r#" rx="2"/><path d="M3 9h18"/>"#,
);

pub(super) const CHECK: &str = r#"<path d="M20 6 9 17l-5-5"/>"#;

pub(super) const CHECK_CIRCLE: &str =
    r#"<circle cx="12" cy="12" r="10"/><path d="m16 9-5.5 5.5L8 12"/>"#;

pub(super) const CHEVRON_DOWN: &str = r#"<path d="m6 9 6 6 6-6"/>"#;

pub(super) const CHEVRON_LEFT: &str = r#"<path d="m15 18-6-6 6-6"/>"#;

pub(super) const CHEVRON_RIGHT: &str = r#"<path d="m9 18 6-6-6-6"/>"#;

pub(super) const CHEVRON_UP: &str = r#"<path d="m18 15-6-6-6 6"/>"#;

pub(super) const CLOCK: &str = r#"<circle cx="12" cy="12" r="10"/><path d="M12 6v6l4 2"/>"#;

pub(super) const CLOUD_CHECK: &str = concat!(
    r#"<path d="m17 15-5.5 5.5L9 18"/><path d="M5.516 16.07A7 7 0 1 1 15.71"#,
    r#" 8h1.79a4.5 4.5 0 0 1 3.501 7.327"/>"#,
);

pub(super) const CLOUD_OFF: &str = concat!(
    r#"<path d="M10.94 5.274A7 7 0 0 1 15.71 10h1.79a4.5 4.5 0 0 1 4.222 6.057"/>"#,
    r#"<path d="M18.796 18.81A4.5 4.5 0 0 1 17.5 19H9A7 7 0 0 1 5.79 5.78"/><path"#,
    r#" d="m2 2 20 20"/>"#,
);

pub(super) const COPY: &str = concat!(
    r#"<rect width="14" height="14" x="8" y="8" rx="2" ry="2"/><path d="M4 16c-1.1"#,
    r#" 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2"/>"#,
);

pub(super) const DOWNLOAD: &str = concat!(
    r#"<path d="M12 15V3"/><path d="M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4"/><path"#,
    r#" d="m7 10 5 5 5-5"/>"#,
);

pub(super) const EYE: &str = concat!(
    r#"<path d="M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0"#,
    r#" .696 10.75 10.75 0 0 1-19.876 0"/><circle cx="12" cy="12" r="3"/>"#,
);

pub(super) const EYE_OFF: &str = concat!(
    r#"<path d="M10.733 5.076a10.744 10.744 0 0 1 11.205 6.575 1 1 0 0 1 0 .696 10.747 10.747"#,
    r#" 0 0 1-1.444 2.49"/><path d="M14.084 14.158a3 3 0 0 1-4.242-4.242"/><path d="M17.479"#,
    r#" 17.499a10.75 10.75 0 0 1-15.417-5.151 1 1 0 0 1 0-.696 10.75 10.75 0 0 1"#,
    r#" 4.446-5.143"/><path d="m2 2 20 20"/>"#,
);

pub(super) const FILE_TEXT: &str = concat!(
    r#"<path d="M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588"#,
    r#" 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2z"/><path d="M14 2v5a1 1 0 0 0 1"#,
    r#" 1h5"/><path d="M10 9H8"/><path d="M16 13H8"/><path d="M16 17H8"/>"#,
);

pub(super) const FILTER: &str = concat!(
    r#"<path d="M10 20a1 1 0 0 0 .553.895l2 1A1 1 0 0 0 14 21v-7a2 2 0 0 1"#,
    r#" .517-1.341L21.74 4.67A1 1 0 0 0 21 3H3a1 1 0 0 0-.742 1.67l7.225 7.989A2 2 0"#,
    r#" 0 1 10 14z"/>"#,
);

pub(super) const HISTORY: &str = concat!(
    r#"<path d="M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8"/><path d="M3"#,
    r#" 3v5h5"/><path d="M12 7v5l4 2"/>"#,
);

pub(super) const HOME: &str = concat!(
    r#"<path d="M15 21v-8a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v8"/><path d="M3 10a2 2 0 0 1"#,
    r#" .709-1.528l7-6a2 2 0 0 1 2.582 0l7 6A2 2 0 0 1 21 10v9a2 2 0 0 1-2 2H5a2 2 0"#,
    r#" 0 1-2-2z"/>"#,
);

pub(super) const INBOX: &str = concat!(
    r#"<polyline points="22 12 16 12 14 15 10 15 8 12 2 12"/><path d="M5.45 5.11 2"#,
    r#" 12v6a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-6l-3.45-6.89A2 2 0 0 0 16.76 4H7.24a2 2"#,
    r#" 0 0 0-1.79 1.11z"/>"#,
);

pub(super) const INFO: &str =
    r#"<circle cx="12" cy="12" r="10"/><path d="M12 16v-4"/><path d="M12 8h.01"/>"#;

pub(super) const KEY: &str = concat!(
    r#"<path d="M2.586 17.414A2 2 0 0 0 2 18.828V21a1 1 0 0 0 1 1h3a1 1 0 0 0"#,
    r#" 1-1v-1a1 1 0 0 1 1-1h1a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h.172a2 2 0 0 0"#,
    r#" 1.414-.586l.814-.814a6.5 6.5 0 1 0-4-4z"/><circle cx="16.5" cy="7.5" r=".5""#,
    r#" fill="currentColor"/>"#,
);

pub(super) const LANGUAGES: &str = concat!(
    r#"<path d="m5 8 6 6"/><path d="m4 14 6-6 2-3"/><path d="M2 5h12"/><path d="M7"#,
    r#" 2h1"/><path d="m22 22-5-10-5 10"/><path d="M14 18h6"/>"#,
);

pub(super) const LOCK: &str = concat!(
    r#"<rect width="18" height="11" x="3" y="11" rx="2" ry="2"/><path d="M7 11V7a5 5"#,
    r#" 0 0 1 10 0v4"/>"#,
);

pub(super) const LOG_OUT: &str = concat!(
    r#"<path d="m16 17 5-5-5-5"/><path d="M21 12H9"/><path d="M9 21H5a2 2 0 0"#,
    r#" 1-2-2V5a2 2 0 0 1 2-2h4"/>"#,
);

pub(super) const MENU: &str = r#"<path d="M4 5h16"/><path d="M4 12h16"/><path d="M4 19h16"/>"#;

pub(super) const MONITOR: &str = concat!(
    r#"<rect width="20" height="14" x="2" y="3" rx="2"/><line x1="8" x2="16" y1="21""#,
    r#" y2="21"/><line x1="12" x2="12" y1="17" y2="21"/>"#,
);

pub(super) const MOON: &str = concat!(
    r#"<path d="M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0"#,
    r#" 0 8.268 8.268c.344-.215.825-.004.803.401"/>"#,
);

pub(super) const MORE: &str = concat!(
    r#"<circle cx="12" cy="12" r="1"/><circle cx="19" cy="12" r="1"/><circle cx="5""#,
    r#" cy="12" r="1"/>"#,
);

pub(super) const PLUS: &str = r#"<path d="M5 12h14"/><path d="M12 5v14"/>"#;

pub(super) const PRINTER: &str = concat!(
    r#"<path d="M6 18H4a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v5a2 2 0 0 1-2"#,
    r#" 2h-2"/><path d="M6 9V3a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v6"/><rect x="6" y="14""#,
    r#" width="12" height="8" rx="1"/>"#,
);

pub(super) const SAVE: &str = concat!(
    r#"<path d="M15.2 3a2 2 0 0 1 1.4.6l3.8 3.8a2 2 0 0 1 .6 1.4V19a2 2 0 0 1-2 2H5a2"#,
    r#" 2 0 0 1-2-2V5a2 2 0 0 1 2-2z"/><path d="M17 21v-7a1 1 0 0 0-1-1H8a1 1 0 0 0-1"#,
    r#" 1v7"/><path d="M7 3v4a1 1 0 0 0 1 1h7"/>"#,
);

pub(super) const SCALE: &str = concat!(
    r#"<path d="M12 3v18"/><path d="m19 8 3 8a5 5 0 0 1-6 0zV7"/><path d="M3 7h1a17"#,
    r#" 17 0 0 0 8-2 17 17 0 0 0 8 2h1"/><path d="m5 8 3 8a5 5 0 0 1-6 0zV7"/><path"#,
    r#" d="M7 21h10"/>"#,
);

pub(super) const SEARCH: &str = r#"<path d="m21 21-4.34-4.34"/><circle cx="11" cy="11" r="8"/>"#;

pub(super) const SEND: &str = concat!(
    r#"<path d="M14.536 21.686a.5.5 0 0 0 .937-.024l6.5-19a.496.496 0 0"#,
    r#" 0-.635-.635l-19 6.5a.5.5 0 0 0-.024.937l7.93 3.18a2 2 0 0 1 1.112 1.11z"/>"#,
    r#"<path d="m21.854 2.147-10.94 10.939"/>"#,
);

pub(super) const SETTINGS: &str = concat!(
    r#"<path d="M9.671 4.136a2.34 2.34 0 0 1 4.659 0 2.34 2.34 0 0 0 3.319 1.915 2.34"#,
    r#" 2.34 0 0 1 2.33 4.033 2.34 2.34 0 0 0 0 3.831 2.34 2.34 0 0 1-2.33 4.033 2.34"#,
    r#" 2.34 0 0 0-3.319 1.915 2.34 2.34 0 0 1-4.659 0 2.34 2.34 0 0 0-3.32-1.915"#,
    r#" 2.34 2.34 0 0 1-2.33-4.033 2.34 2.34 0 0 0 0-3.831A2.34 2.34 0 0 1 6.35"#,
    r#" 6.051a2.34 2.34 0 0 0 3.319-1.915"/><circle cx="12" cy="12" r="3"/>"#,
);

pub(super) const SHIELD: &str = concat!(
    r#"<path d="M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1"#,
    r#" 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19"#,
    r#" 5a1 1 0 0 1 1 1z"/>"#,
);

pub(super) const STAR: &str = concat!(
    r#"<path d="M11.525 2.295a.53.53 0 0 1 .95 0l2.31 4.679a2.123 2.123 0 0 0 1.595"#,
    r#" 1.16l5.166.756a.53.53 0 0 1 .294.904l-3.736 3.638a2.123 2.123 0 0 0-.611"#,
    r#" 1.878l.882 5.14a.53.53 0 0 1-.771.56l-4.618-2.428a2.122 2.122 0 0 0-1.973"#,
    r#" 0L6.396 21.01a.53.53 0 0 1-.77-.56l.881-5.139a2.122 2.122 0 0"#,
    r#" 0-.611-1.879L2.16 9.795a.53.53 0 0 1 .294-.906l5.165-.755a2.122 2.122 0 0 0"#,
    r#" 1.597-1.16z"/>"#,
);

pub(super) const SUN: &str = concat!(
    r#"<circle cx="12" cy="12" r="4"/><path d="M12 2v2"/><path d="M12 20v2"/><path"#,
    r#" d="m4.93 4.93 1.41 1.41"/><path d="m17.66 17.66 1.41 1.41"/><path d="M2"#,
    r#" 12h2"/><path d="M20 12h2"/><path d="m6.34 17.66-1.41 1.41"/><path d="m19.07"#,
    r#" 4.93-1.41 1.41"/>"#,
);

pub(super) const TRASH: &str = concat!(
    r#"<path d="M10 11v6"/><path d="M14 11v6"/><path d="M19 6v14a2 2 0 0 1-2 2H7a2 2"#,
    r#" 0 0 1-2-2V6"/><path d="M3 6h18"/><path d="M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2"#,
    r#" 2v2"/>"#,
);

pub(super) const USER: &str = concat!(
    r#"<path d="M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2"/><circle cx="12" cy="7""#,
    r#" r="4"/>"#,
);

pub(super) const USERS: &str = concat!(
    r#"<path d="M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2"/><path d="M16 3.128a4 4 0"#,
    r#" 0 1 0 7.744"/><path d="M22 21v-2a4 4 0 0 0-3-3.87"/><circle cx="9" cy="7""#,
    r#" r="4"/>"#,
);

pub(super) const X: &str = r#"<path d="M18 6 6 18"/><path d="m6 6 12 12"/>"#;
