//! The template of drivers and administrative support.

use super::CORE_KPIS;
use crate::seed::content::{TemplateContent, TemplateItemContent};

pub(super) const TEMPLATE: TemplateContent = TemplateContent {
    name: "Driver / Admin Support",
    description: "For drivers, messengers, receptionists, office assistants and other staff who \
         support the daily running of the offices.",
    items: &ITEMS,
};

const ITEMS: [TemplateItemContent; 6] = [
    CORE_KPIS.row(
        "Complete trips, deliveries and tasks on time",
        "Share of assigned trips, deliveries and errands completed by the agreed time, taken from \
         the job sheet.",
        "At least 97 percent on time; a delay of more than 15 minutes is reported to the requester \
         before it happens.",
        2_500,
    ),
    CORE_KPIS.row(
        "Work and drive safely",
        "Accidents for which the member of staff is at fault, traffic fines, and unsafe acts noted \
         in inspections.",
        "No accident at fault; no fine for speeding or use of a telephone; seat belts and safe \
         lifting observed at every inspection.",
        2_000,
    ),
    CORE_KPIS.row(
        "Look after vehicles, equipment and premises",
        "Daily checks recorded, services done by date or distance, and the cleanliness of vehicles \
         and reception and meeting rooms.",
        "Daily check sheet complete on 98 percent of working days; no service more than 500 km \
         overdue; defects reported the same day.",
        1_500,
    ),
    CORE_KPIS.row(
        "Handle cash, mail and documents with care",
        "Completeness of the register for mail, cheques, title deeds and other documents, and \
         items lost or delivered to the wrong person.",
        "Every item signed for on the day; nothing lost, opened or delivered to the wrong person.",
        1_500,
    ),
    CORE_KPIS.row(
        "Receive visitors and help colleagues courteously",
        "Complaints and compliments recorded, and the time visitors wait before they are attended \
         to.",
        "Visitors greeted within 2 minutes; not more than one justified complaint in the period.",
        1_500,
    ),
    CORE_KPIS.row(
        "Keep fuel, supplies and petty cash within limits",
        "Fuel used for the distance driven, supplies used against the monthly allowance, and \
         receipts handed in for petty cash.",
        "Fuel within 5 percent of the standard for the vehicle; receipts handed in within 2 \
         working days; no unexplained difference.",
        1_000,
    ),
];
