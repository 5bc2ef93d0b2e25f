//! Cursors of lists.
//!
//! A page number counts rows from the start of a list, so a row that is inserted meanwhile moves
//! every later one by a place. A cursor names the last row of a page by its sort key and its id:
//! the next page begins after that place, whatever was inserted or removed before it.

use std::fmt::Write as _;

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use uuid::Uuid;

use crate::date::parse_date;
use crate::error::{Error, FieldCode, Result};
use crate::money::Money;

/// The years in which a database can store a sort key.
const YEARS: std::ops::RangeInclusive<i32> = 1..=9999;

/// A column by which a list is sorted, in the text form of a cursor.
pub trait SortKey: Sized {
    /// The letter before the text, which distinguishes a cursor from those of other orders.
    const TAG: char;

    /// A key that no row precedes.
    fn least() -> Self;

    /// A key that no row follows.
    fn greatest() -> Self;

    /// The text form, without a full stop.
    fn write(&self) -> String;

    /// The key with this text form.
    fn read(text: &str) -> Option<Self>;
}

/// The position before the first row of a list in ascending order of the key and the id.
pub fn start_ascending<K: SortKey>() -> (K, Uuid) {
    (K::least(), Uuid::nil())
}

/// The position before the first row of a list in descending order of the key and the id.
pub fn start_descending<K: SortKey>() -> (K, Uuid) {
    (K::greatest(), Uuid::max())
}

/// The text of the cursor after a row. Opaque to readers, who send back the text that they got.
pub fn write<K: SortKey>(key: &K, id: Uuid) -> String {
    format!("{}{}.{}", K::TAG, key.write(), id.simple())
}

/// The cursor after a row in the opposite of the usual order by this key.
pub fn write_opposite<K: SortKey>(key: &K, id: Uuid) -> String {
    format!("{}{}.{}", opposite_tag::<K>(), key.write(), id.simple())
}

fn opposite_tag<K: SortKey>() -> char {
    K::TAG.to_ascii_uppercase()
}

/// The sort key and the id of the row before the cursor.
///
/// Errors: 400 for a text that is no cursor of this order.
pub(super) fn read<K: SortKey>(text: &str) -> Result<(K, Uuid)> {
    read_tagged(text, K::TAG)
}

/// The same for a cursor of [`write_opposite`].
pub(super) fn read_opposite<K: SortKey>(text: &str) -> Result<(K, Uuid)> {
    read_tagged(text, opposite_tag::<K>())
}

fn read_tagged<K: SortKey>(text: &str, tag: char) -> Result<(K, Uuid)> {
    let position = text.strip_prefix(tag).and_then(|text| {
        let (key, id) = text.rsplit_once('.')?;
        Some((K::read(key)?, Uuid::try_parse(id).ok()?))
    });
    let message = "The cursor does not belong to this list and order. Read the list from the \
                   start, without cursor.";
    position.ok_or_else(|| Error::field("cursor", FieldCode::Invalid, message))
}

impl SortKey for NaiveDate {
    const TAG: char = 'd';

    fn least() -> Self {
        Self::from_ymd_opt(*YEARS.start(), 1, 1).unwrap_or(Self::MIN)
    }

    fn greatest() -> Self {
        Self::from_ymd_opt(*YEARS.end(), 12, 31).unwrap_or(Self::MAX)
    }

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Option<Self> {
        parse_date(text).filter(|day| YEARS.contains(&day.year()))
    }
}

impl SortKey for DateTime<Utc> {
    const TAG: char = 't';

    fn least() -> Self {
        NaiveDate::least().and_time(chrono::NaiveTime::MIN).and_utc()
    }

    fn greatest() -> Self {
        NaiveDate::greatest().and_time(chrono::NaiveTime::MIN).and_utc()
    }

    fn write(&self) -> String {
        self.timestamp_micros().to_string()
    }

    fn read(text: &str) -> Option<Self> {
        let time = Self::from_timestamp_micros(text.parse().ok()?);
        time.filter(|time| YEARS.contains(&time.year()))
    }
}

impl SortKey for (NaiveDate, DateTime<Utc>) {
    const TAG: char = 'p';

    fn least() -> Self {
        (NaiveDate::least(), DateTime::least())
    }

    fn greatest() -> Self {
        (NaiveDate::greatest(), DateTime::greatest())
    }

    fn write(&self) -> String {
        format!("{}.{}", self.0.write(), self.1.write())
    }

    fn read(text: &str) -> Option<Self> {
        let (day, time) = text.split_once('.')?;
        NaiveDate::read(day).zip(DateTime::read(time))
    }
}

impl SortKey for i64 {
    const TAG: char = 'n';

    fn least() -> Self {
        Self::MIN
    }

    fn greatest() -> Self {
        Self::MAX
    }

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl SortKey for Money {
    const TAG: char = 'a';

    fn least() -> Self {
        Self::from_ten_thousandths(i64::MIN)
    }

    fn greatest() -> Self {
        Self::from_ten_thousandths(i64::MAX)
    }

    fn write(&self) -> String {
        self.ten_thousandths().to_string()
    }

    fn read(text: &str) -> Option<Self> {
        text.parse().ok().map(Self::from_ten_thousandths)
    }
}

/// The stored sort key of a name, compared byte by byte.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "database", derive(sqlx::Type), sqlx(transparent))]
pub struct NameKey(pub Vec<u8>);

impl SortKey for NameKey {
    const TAG: char = 'k';

    fn least() -> Self {
        Self(Vec::new())
    }

    /// Longer than any stored key.
    fn greatest() -> Self {
        Self(vec![u8::MAX; 1_001])
    }

    fn write(&self) -> String {
        self.0.iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }

    fn read(text: &str) -> Option<Self> {
        let pairs = text.as_bytes().chunks(2);
        let byte = |pair: &[u8]| match pair {
            [high, low] => Some(hexadecimal(*high)? << 4 | hexadecimal(*low)?),
            _ => None,
        };
        pairs.map(byte).collect::<Option<_>>().map(Self)
    }
}

/// The value of a hexadecimal digit in lower case.
fn hexadecimal(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => digit.checked_sub(b'0'),
        b'a'..=b'f' => digit.checked_sub(b'a')?.checked_add(10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads_back<K: SortKey + PartialEq + std::fmt::Debug>(key: K) {
        let id = Uuid::from_u128(7);
        assert_eq!(read::<K>(&write(&key, id)), Ok((key, id)));
    }

    #[test]
    fn a_cursor_of_every_order_reads_back_from_its_text() {
        let day = NaiveDate::from_ymd_opt(2026, 3, 1).unwrap();
        let time = day.and_hms_micro_opt(23, 59, 59, 999_999).unwrap().and_utc();
        reads_back(day);
        reads_back(time);
        reads_back((day, time));
        reads_back(-7_i64);
        reads_back(Money::from_ten_thousandths(123_4567));
        reads_back(NameKey(vec![0, 9, 0xa0, 0xff]));
        reads_back(NameKey(Vec::new()));
    }

    #[test]
    fn the_start_of_every_order_reads_back_too() {
        let (day, id) = start_ascending::<NaiveDate>();
        assert_eq!(read(&write(&day, id)), Ok((day, id)));
        let (time, id) = start_descending::<DateTime<Utc>>();
        assert_eq!(read(&write(&time, id)), Ok((time, id)));
        assert!(NameKey::greatest() > NameKey(vec![u8::MAX; 1_000]));
    }

    #[test]
    fn a_cursor_is_refused_by_the_opposite_order() {
        let (usual, opposite) = (write(&7_i64, Uuid::nil()), write_opposite(&7_i64, Uuid::nil()));
        assert_eq!(read_opposite::<i64>(&opposite).unwrap(), (7, Uuid::nil()));
        assert!(read::<i64>(&opposite).is_err());
        assert!(read_opposite::<i64>(&usual).is_err());
    }

    #[test]
    fn a_cursor_is_refused_by_a_list_in_another_order() {
        let cursor = write(&NaiveDate::from_ymd_opt(2026, 3, 1).unwrap(), Uuid::nil());
        assert!(read::<DateTime<Utc>>(&cursor).is_err());
        assert!(read::<i64>(&cursor).is_err());
        assert!(read::<NameKey>(&cursor).is_err());
        let error = read::<Money>(&cursor).unwrap_err();
        assert_eq!(error.problem().errors[0].field, "cursor");
    }

    #[test]
    fn any_other_text_is_refused() {
        let id = "00000000000000000000000000000000";
        for text in ["", "t", "t.", "t1", "x1.0", "t1.0", "t1.é"] {
            assert!(read::<DateTime<Utc>>(text).is_err(), "{text}");
        }
        for key in ["", "9999999999999999999", "-99999999999999999", "1.5", "1.1"] {
            assert!(read::<DateTime<Utc>>(&format!("t{key}.{id}")).is_err(), "{key}");
        }
        for key in ["10000-01-01", "-0001-01-01", "2026-02-30", "2026-2-1"] {
            assert!(read::<NaiveDate>(&format!("d{key}.{id}")).is_err(), "{key}");
        }
        for key in ["0", "0g", "0A", "é", "000"] {
            assert!(read::<NameKey>(&format!("k{key}.{id}")).is_err(), "{key}");
        }
    }
}
