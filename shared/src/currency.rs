//! Currencies and their minor units (ISO 4217).

/// Currencies without a minor unit of their own: the unit is the smallest amount.
const WITHOUT_DIGITS: &str = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF";

const TWO_DIGITS: &str = "\
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD \
    CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL \
    GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR \
    LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD \
    PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC \
    SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR \
    ZMW ZWG";

const THREE_DIGITS: &str = "BHD IQD JOD KWD LYD OMR TND";

const FOUR_DIGITS: &str = "CLF UYW";

/// The fractional digits of the minor unit of a currency: 2 for AED, 3 for KWD, 0 for JPY. None for
/// a code that is not in ISO 4217, and for gold, drawing rights and the other codes to which the
/// standard gives no minor unit.
pub fn minor_unit_digits(currency: &str) -> Option<u32> {
    let lists = [(2, TWO_DIGITS), (3, THREE_DIGITS), (0, WITHOUT_DIGITS), (4, FOUR_DIGITS)];
    let names = |codes: &str| codes.split_ascii_whitespace().any(|code| code == currency);
    lists.into_iter().find(|(_, codes)| names(codes)).map(|(digits, _)| digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn currencies_have_the_minor_units_of_the_standard() {
        for (code, digits) in [
            ("AED", Some(2)),
            ("USD", Some(2)),
            ("SAR", Some(2)),
            ("EUR", Some(2)),
            ("PKR", Some(2)),
            ("IDR", Some(2)),
            ("BHD", Some(3)),
            ("KWD", Some(3)),
            ("OMR", Some(3)),
            ("JOD", Some(3)),
            ("TND", Some(3)),
            ("IQD", Some(3)),
            ("LYD", Some(3)),
            ("JPY", Some(0)),
            ("KRW", Some(0)),
            ("VND", Some(0)),
            ("XOF", Some(0)),
            ("CLF", Some(4)),
            ("XAU", None),
            ("XDR", None),
            ("XTS", None),
            ("ABC", None),
            ("aed", None),
            ("", None),
        ] {
            assert_eq!(minor_unit_digits(code), digits, "{code}");
        }
    }

    #[test]
    fn every_code_is_listed_once_in_three_capitals() {
        let lists = [WITHOUT_DIGITS, TWO_DIGITS, THREE_DIGITS, FOUR_DIGITS];
        let mut codes: Vec<_> = lists.iter().flat_map(|it| it.split_ascii_whitespace()).collect();
        let is_code = |code: &&str| code.len() == 3 && code.bytes().all(|b| b.is_ascii_uppercase());
        assert!(codes.iter().all(is_code));
        let count = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), count);
    }
}
