//! The forty members of staff, department by department.

use super::{PersonContent, departments};

/// All members of staff, each line manager before their reports.
pub const PEOPLE: [PersonContent; 40] = [
    PersonContent::new("AIF-001", "Khalid Al-Mansoori", "khalid.al-mansoori@amanah.example")
        .works_as("Managing Director", departments::ADMINISTRATION)
        .confirmed_after(112)
        .with_role("md")
        .at_desk("Managing director"),
    PersonContent::new("AIF-002", "Samira Haddad", "samira.haddad@amanah.example")
        .works_as("Administration Manager", departments::ADMINISTRATION)
        .under("AIF-001")
        .confirmed_after(74),
    PersonContent::new("AIF-003", "Claire Fontaine", "claire.fontaine@amanah.example")
        .works_as("Executive Assistant", departments::ADMINISTRATION)
        .under("AIF-001")
        .confirmed_after(31),
    PersonContent::new("AIF-004", "Rafiq Miah", "rafiq.miah@amanah.example")
        .works_as("Senior Driver", departments::ADMINISTRATION)
        .under("AIF-002")
        .confirmed_after(58),
    PersonContent::new("AIF-005", "Tesfaye Bekele", "tesfaye.bekele@amanah.example")
        .works_as("Driver", departments::ADMINISTRATION)
        .under("AIF-002")
        .unconfirmed_after(7),
    PersonContent::new("AIF-006", "Nimali Perera", "nimali.perera@amanah.example")
        .works_as("Receptionist", departments::ADMINISTRATION)
        .under("AIF-002")
        .unconfirmed_after(3),
    PersonContent::new("AIF-007", "Joseph Mwangi", "joseph.mwangi@amanah.example")
        .works_as("Office Services Assistant", departments::ADMINISTRATION)
        .under("AIF-002")
        .confirmed_after(26),
    PersonContent::new("AIF-008", "Fatima Al-Zaabi", "fatima.al-zaabi@amanah.example")
        .works_as("Head of Finance", departments::FINANCE)
        .under("AIF-001")
        .confirmed_after(66)
        .with_role("finance")
        .at_desk("Department head"),
    PersonContent::new("AIF-009", "Imran Qureshi", "imran.qureshi@amanah.example")
        .works_as("Financial Controller", departments::FINANCE)
        .under("AIF-008")
        .confirmed_after(45)
        .at_desk("Line manager"),
    PersonContent::new("AIF-010", "Elena Petrova", "elena.petrova@amanah.example")
        .works_as("Financial Reporting Manager", departments::FINANCE)
        .under("AIF-009")
        .unconfirmed_after(5)
        .at_desk("Employee on probation (manager)"),
    PersonContent::new("AIF-011", "Bilal Rahman", "bilal.rahman@amanah.example")
        .works_as("Accountant", departments::FINANCE)
        .under("AIF-009")
        .unconfirmed_after(7)
        .at_desk("Employee on probation"),
    PersonContent::new("AIF-012", "Grace Okafor", "grace.okafor@amanah.example")
        .works_as("Senior Accountant", departments::FINANCE)
        .under("AIF-010")
        .confirmed_after(39),
    PersonContent::new("AIF-013", "Hassan Darwish", "hassan.darwish@amanah.example")
        .works_as("Treasury Analyst", departments::FINANCE)
        .under("AIF-009")
        .confirmed_after(18),
    PersonContent::new("AIF-014", "Shanthi Fernando", "shanthi.fernando@amanah.example")
        .works_as("Accounts Payable Officer", departments::FINANCE)
        .under("AIF-012")
        .confirmed_after(28),
    PersonContent::new("AIF-015", "Margaret Sullivan", "margaret.sullivan@amanah.example")
        .works_as("Head of Compliance", departments::COMPLIANCE)
        .under("AIF-001")
        .confirmed_after(82),
    PersonContent::new("AIF-016", "Yusuf Al-Harthy", "yusuf.al-harthy@amanah.example")
        .works_as("Shariah Compliance Officer", departments::COMPLIANCE)
        .under("AIF-015")
        .confirmed_after(51)
        .with_role("shariah_officer")
        .at_desk("Shariah officer"),
    PersonContent::new("AIF-017", "Musa Abdullahi", "musa.abdullahi@amanah.example")
        .works_as("Compliance Monitoring Manager", departments::COMPLIANCE)
        .under("AIF-015")
        .confirmed_after(22),
    PersonContent::new("AIF-018", "Priya Nair", "priya.nair@amanah.example")
        .works_as("Financial Crime Analyst", departments::COMPLIANCE)
        .under("AIF-017")
        .unconfirmed_after(4),
    PersonContent::new("AIF-019", "Nurul Hidayah", "nurul.hidayah@amanah.example")
        .works_as("Shariah Review Officer", departments::COMPLIANCE)
        .under("AIF-016")
        .confirmed_after(34),
    PersonContent::new("AIF-020", "Aisha Rahimi", "aisha.rahimi@amanah.example")
        .works_as("HR Manager", departments::HUMAN_RESOURCES)
        .under("AIF-001")
        .confirmed_after(60)
        .with_role("hr")
        .at_desk("HR"),
    PersonContent::new("AIF-021", "Daniel Mensah", "daniel.mensah@amanah.example")
        .works_as("HR Officer", departments::HUMAN_RESOURCES)
        .under("AIF-020")
        .confirmed_after(29)
        .with_role("hr"),
    PersonContent::new("AIF-022", "Mariam Siddiqui", "mariam.siddiqui@amanah.example")
        .works_as("Training and Payroll Coordinator", departments::HUMAN_RESOURCES)
        .under("AIF-020")
        .unconfirmed_after(8),
    PersonContent::new("AIF-023", "Arjun Menon", "arjun.menon@amanah.example")
        .works_as("Head of Information Technology", departments::INFORMATION_TECHNOLOGY)
        .under("AIF-001")
        .confirmed_after(70),
    PersonContent::new("AIF-024", "Omar Farouk", "omar.farouk@amanah.example")
        .works_as("System Administrator", departments::INFORMATION_TECHNOLOGY)
        .under("AIF-023")
        .confirmed_after(42)
        .with_role("admin")
        .at_desk("Administrator"),
    PersonContent::new("AIF-025", "Lukas Schneider", "lukas.schneider@amanah.example")
        .works_as("Core Banking Analyst", departments::INFORMATION_TECHNOLOGY)
        .under("AIF-023")
        .confirmed_after(36),
    PersonContent::new("AIF-026", "Kofi Boateng", "kofi.boateng@amanah.example")
        .works_as("Service Desk Technician", departments::INFORMATION_TECHNOLOGY)
        .under("AIF-024")
        .unconfirmed_after(2),
    PersonContent::new("AIF-027", "Noura Al-Kuwari", "noura.al-kuwari@amanah.example")
        .works_as("Information Security Engineer", departments::INFORMATION_TECHNOLOGY)
        .under("AIF-023")
        .unconfirmed_after(6),
    PersonContent::new("AIF-028", "Tariq Mahmood", "tariq.mahmood@amanah.example")
        .works_as("Head of Credit Operations", departments::CREDIT_OPERATIONS)
        .under("AIF-001")
        .confirmed_after(88),
    PersonContent::new("AIF-029", "Amina Diallo", "amina.diallo@amanah.example")
        .works_as("Credit Review Manager", departments::CREDIT_OPERATIONS)
        .under("AIF-028")
        .confirmed_after(48)
        .with_role("credit_reviewer")
        .at_desk("Credit reviewer"),
    PersonContent::new("AIF-030", "Salman Baig", "salman.baig@amanah.example")
        .works_as("Credit Officer", departments::CREDIT_OPERATIONS)
        .under("AIF-028")
        .confirmed_after(33)
        .with_role("credit_officer")
        .at_desk("Credit officer"),
    PersonContent::new("AIF-031", "Chinedu Eze", "chinedu.eze@amanah.example")
        .works_as("Collections Officer", departments::CREDIT_OPERATIONS)
        .under("AIF-028")
        .confirmed_after(15),
    PersonContent::new("AIF-032", "Hana Novak", "hana.novak@amanah.example")
        .works_as("Credit Documentation Officer", departments::CREDIT_OPERATIONS)
        .under("AIF-029")
        .unconfirmed_after(1),
    PersonContent::new("AIF-033", "Anil Gurung", "anil.gurung@amanah.example")
        .works_as("Facility Administration Officer", departments::CREDIT_OPERATIONS)
        .under("AIF-029")
        .confirmed_after(20)
        .blocked(),
    PersonContent::new("AIF-034", "Layla Nasser", "layla.nasser@amanah.example")
        .works_as("Head of Retail Branches", departments::RETAIL_BRANCHES)
        .under("AIF-001")
        .confirmed_after(63),
    PersonContent::new("AIF-035", "Marco Bianchi", "marco.bianchi@amanah.example")
        .works_as("Branch Manager, City Centre", departments::RETAIL_BRANCHES)
        .under("AIF-034")
        .unconfirmed_after(9),
    PersonContent::new("AIF-036", "Sadia Chowdhury", "sadia.chowdhury@amanah.example")
        .works_as("Branch Manager, Harbour", departments::RETAIL_BRANCHES)
        .under("AIF-034")
        .confirmed_after(40),
    PersonContent::new("AIF-037", "Peter Kamau", "peter.kamau@amanah.example")
        .works_as("Cashier", departments::RETAIL_BRANCHES)
        .under("AIF-036")
        .confirmed_after(24)
        .with_role("cashier")
        .at_desk("Cashier"),
    PersonContent::new("AIF-038", "Zainab Yusuf", "zainab.yusuf@amanah.example")
        .works_as("Customer Relationship Officer", departments::RETAIL_BRANCHES)
        .under("AIF-035")
        .unconfirmed_after(5),
    PersonContent::new("AIF-039", "Rohan Deshmukh", "rohan.deshmukh@amanah.example")
        .works_as("Customer Relationship Officer", departments::RETAIL_BRANCHES)
        .under("AIF-036")
        .confirmed_after(12),
    PersonContent::new("AIF-040", "Zoë Lindqvist", "zoe.lindqvist@amanah.example")
        .works_as("Customer Service Officer", departments::RETAIL_BRANCHES)
        .under("AIF-035")
        .unconfirmed_after(7)
        .blocked(),
];
