//! Shares of ownership in the asset.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::ratio::Ratio;
use crate::credit::vocabulary::{AssetStatus, ProductType};
use crate::money::Money;

/// Hundredths of a percent in 100 percent.
const HUNDREDTHS: u64 = 10_000;

/// A share in hundredths of a percent: 7 933 is 79.33 %.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "database", derive(sqlx::Type), sqlx(transparent))]
pub struct Percent(i64);

impl Percent {
    /// Zero.
    pub const ZERO: Self = Self(0);
    /// 100 percent.
    pub const WHOLE: Self = Self(10_000);

    /// Creates a share from hundredths of a percent; none below zero or above 100 percent.
    pub const fn from_hundredths(value: i64) -> Option<Self> {
        if value < 0 || value > Self::WHOLE.0 { None } else { Some(Self(value)) }
    }

    /// The share in hundredths of a percent.
    pub const fn hundredths(self) -> i64 {
        self.0
    }

    /// The complement to 100 percent.
    pub const fn rest(self) -> Self {
        Self(Self::WHOLE.0 - self.0)
    }
}

impl std::fmt::Display for Percent {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

impl Serialize for Percent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Percent {
    /// Deserializes the format of `Display`: two fractional digits, from 0.00 to 100.00.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let hundredths = text.split_once('.').filter(|(_, fraction)| fraction.len() == 2);
        let plain = |part: &str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
        hundredths
            .filter(|(whole, fraction)| plain(whole) && plain(fraction))
            .and_then(|(whole, fraction)| format!("{whole}{fraction}").parse().ok())
            .and_then(Self::from_hundredths)
            .ok_or_else(|| serde::de::Error::custom("Enter a percentage, such as \"79.33\"."))
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Percent {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        String::schema()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Percent {}

/// The provider's share of the asset at a given outstanding principal.
///
/// The asset of a murabaha is sold, and an ijarah keeps the title with the provider. The share of a
/// diminishing musharakah is the outstanding principal divided by the cost of the asset, rounded
/// half up to two digits.
pub fn provider_ownership(
    product_type: ProductType,
    asset_cost: Money,
    outstanding: Money,
) -> Percent {
    match product_type {
        ProductType::Murabaha => Percent::ZERO,
        ProductType::Ijarah => Percent::WHOLE,
        ProductType::DiminishingMusharakah => {
            share(outstanding.ten_thousandths(), asset_cost.ten_thousandths())
        }
    }
}

impl AssetStatus {
    /// The current owner of the asset, from the evidence given before activation and the events
    /// since: a murabaha sells it at activation, the last unit of a diminishing musharakah
    /// transfers it to the customer, and a settled lease transfers the title by an explicit action.
    pub const fn after_activation(
        self,
        product_type: ProductType,
        outstanding: Money,
        is_title_transferred: bool,
    ) -> Self {
        match product_type {
            ProductType::Murabaha => Self::Sold,
            ProductType::Ijarah if is_title_transferred => Self::Transferred,
            ProductType::DiminishingMusharakah if outstanding.is_zero() => Self::Transferred,
            ProductType::Ijarah | ProductType::DiminishingMusharakah => self,
        }
    }

    /// The provider's share of the asset at a given outstanding principal; none while neither
    /// provider nor customer owns it.
    pub fn provider_share(self, asset_cost: Money, outstanding: Money) -> Option<Percent> {
        match self {
            Self::None => None,
            Self::OwnedByProvider => Some(Percent::WHOLE),
            Self::CoOwned => {
                let product_type = ProductType::DiminishingMusharakah;
                Some(provider_ownership(product_type, asset_cost, outstanding))
            }
            Self::Sold | Self::Transferred => Some(Percent::ZERO),
        }
    }
}

fn share(part: i64, whole: i64) -> Percent {
    let whole = u64::try_from(whole).unwrap_or(1);
    let hundredths = Ratio::new(HUNDREDTHS, whole).of(part);
    Percent(hundredths.min(Percent::WHOLE.0))
}
