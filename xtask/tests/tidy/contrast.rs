//! The contrast of the colours in `style/tokens.css`, light and dark.

#![expect(clippy::float_arithmetic, reason = "a ratio of brightness is no money")]

use std::collections::BTreeMap;
use std::fs;

use crate::{assert_none, root};

const GROUNDS: [&str; 3] = ["paper", "sheet", "sunken"];
const TEXTS: [&str; 7] = ["ink", "ink-soft", "ink-faint", "accent", "success", "warning", "danger"];
/// The borders of fields and buttons, and the outline of the focus.
const BOUNDARIES: [&str; 2] = ["line-strong", "accent"];
const STATES: [&str; 4] = ["accent", "success", "warning", "danger"];
const OF_TEXT: f64 = 4.5;
const OF_BOUNDARY: f64 = 3.0;

/// The light and the dark value of every colour.
fn colours(style: &str) -> BTreeMap<&str, [&str; 2]> {
    let tokens = style.lines().filter_map(|line| {
        let (name, rest) = line.trim().strip_prefix("--")?.split_once(": light-dark(#")?;
        let (light, rest) = rest.split_once(", #")?;
        Some((name, [light, rest.strip_suffix(");")?]))
    });
    tokens.collect()
}

/// The relative luminance that WCAG defines.
fn luminance(colour: &str) -> f64 {
    let channel = |at: usize| {
        let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(0) + 0.7152 * channel(2) + 0.0722 * channel(4)
}

fn ratio(one: &str, other: &str) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn texts_boundaries_and_the_focus_stand_out_from_every_ground() {
    let style = fs::read_to_string(root().join("style").join("tokens.css")).unwrap();
    let colours = colours(&style);
    let grounds = |name: &str| {
        let own = STATES.contains(&name).then(|| format!("{name}-paper"));
        GROUNDS.iter().map(|it| (*it).to_owned()).chain(own).collect::<Vec<_>>()
    };
    let texts = TEXTS.iter().map(|it| (*it, grounds(it), OF_TEXT));
    let filled = [("on-accent", "accent"), ("on-danger", "danger")];
    let filled = filled.map(|(text, ground)| (text, vec![ground.to_owned()], OF_TEXT));
    let boundaries = BOUNDARIES.iter().map(|it| (*it, grounds(it), OF_BOUNDARY));
    let weak = texts.chain(filled).chain(boundaries).flat_map(|(name, grounds, least)| {
        let colours = &colours;
        grounds.into_iter().flat_map(move |ground| {
            let pairs = colours[name].into_iter().zip(colours[ground.as_str()]);
            let weak = pairs.filter(move |(one, other)| ratio(one, other) < least);
            let weak = weak.map(|(one, other)| format!("{name} on {ground}: #{one}, #{other}"));
            weak.collect::<Vec<_>>()
        })
    });
    assert_none(weak, "WCAG 1.4.3 and 1.4.11: these colours are too close");
}

#[test]
fn the_ratio_is_that_of_the_standard() {
    assert!((ratio("000000", "ffffff") - 21.0).abs() < 0.001);
    assert!((ratio("777777", "ffffff") - 4.48).abs() < 0.01);
}
