//! The network addresses to which requests may be sent.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Returns true for an address on the public internet: not this machine, not a private, shared or
/// link-local network, not a multicast group, and not in a reserved range. An IPv6 address that
/// contains an IPv4 address counts as the latter.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => match embedded_v4(address) {
            Some(address) => is_public_v4(address),
            None => is_public_v6(address),
        },
    }
}

/// The ranges of the registry of special-purpose addresses, the 6to4 relays, multicast, and the
/// address under which machines on Azure reach their host.
const RESERVED_V4: [(Ipv4Addr, u32); 17] = [
    (Ipv4Addr::UNSPECIFIED, 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    (Ipv4Addr::new(168, 63, 129, 16), 32),
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    (Ipv4Addr::new(192, 31, 196, 0), 24),
    (Ipv4Addr::new(192, 52, 193, 0), 24),
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    (Ipv4Addr::new(224, 0, 0, 0), 3),
];

fn is_public_v4(address: Ipv4Addr) -> bool {
    !RESERVED_V4.iter().any(|(network, length)| {
        let shift = 32 - length;
        address.to_bits() >> shift == network.to_bits() >> shift
    })
}

/// The reserved ranges within the global unicast addresses, `2000::/3`.
const RESERVED_V6: [(Ipv6Addr, u32); 4] = [
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    (Ipv6Addr::new(0x2620, 0x4f, 0x8000, 0, 0, 0, 0, 0), 48),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
];

fn is_public_v6(address: Ipv6Addr) -> bool {
    let is_global = address.to_bits() >> 125 == 1;
    let is_reserved = RESERVED_V6.iter().any(|(network, length)| {
        let shift = 128 - length;
        address.to_bits() >> shift == network.to_bits() >> shift
    });
    is_global && !is_reserved
}

/// The IPv4 address in a mapped address, or in one of NAT64 or 6to4.
fn embedded_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let [a, b, c, ..] = address.segments();
    let is_nat64 = address.segments()[..6] == [0x64, 0xff9b, 0, 0, 0, 0];
    let six_to_four = u32::from(b) << 16 | u32::from(c);
    let last = u32::try_from(address.to_bits() & 0xffff_ffff).unwrap_or_default();
    match address.to_ipv4_mapped() {
        Some(mapped) => Some(mapped),
        None if is_nat64 => Some(Ipv4Addr::from_bits(last)),
        None if a == 0x2002 => Some(Ipv4Addr::from_bits(six_to_four)),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_the_internet_are_public() {
        for text in [
            "1.1.1.1",
            "8.8.8.8",
            "100.63.255.255",
            "100.128.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.167.255.255",
            "223.255.255.255",
            "2606:4700::1111",
            "2a00:1450:4001::1",
            "::ffff:8.8.8.8",
            "64:ff9b::808:808",
            "2002:808:808::1",
        ] {
            assert!(is_public(text.parse().unwrap()), "{text}");
        }
    }

    #[test]
    fn addresses_of_this_machine_of_private_networks_and_of_groups_are_not() {
        for text in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "100.100.100.200",
            "127.0.0.1",
            "127.255.255.254",
            "168.63.129.16",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.168.0.1",
            "198.19.0.1",
            "203.0.113.9",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "2002:a00:1::1",
            "3fff::1",
            "5f00::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(text.parse().unwrap()), "{text}");
        }
    }
}
