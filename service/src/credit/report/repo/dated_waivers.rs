//! SQL of waivers with their product and the day of their reversal.

/// The waivers of suspended profit. A reversal has the day of the first payment that was reversed
/// after the waiver. A waiver that is not earlier than this day was in effect on none.
macro_rules! dated_waivers {
    () => {
        "SELECT w.id, w.facility_id, f.product_type, w.amount, w.waived_on, w.reversed_at,
            (SELECT p.reversed_on FROM payments p
                WHERE p.organization_id = w.organization_id AND p.facility_id = w.facility_id
                    AND p.reversed_at >= w.waived_at
                ORDER BY p.reversed_at LIMIT 1) AS reversed_on
        FROM profit_waivers w
        JOIN facilities f ON f.organization_id = w.organization_id AND f.id = w.facility_id"
    };
}

pub(super) use dated_waivers;
