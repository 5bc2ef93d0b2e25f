//! Shares: limits on the use of a scarce resource per network address, so that one client cannot
//! exhaust it.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The network of one IPv6 subscriber, who controls the rest of the address.
const SUBSCRIBER_MASK: u128 = u128::MAX << 64;

/// The current use by address.
#[derive(Clone, Debug)]
pub struct Shares(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    each: usize,
    taken: Mutex<HashMap<IpAddr, usize>>,
}

/// One permit of a share, released when it is dropped.
#[derive(Debug)]
pub struct Permit {
    shares: Shares,
    address: IpAddr,
}

impl Shares {
    /// Shares of this size for each address.
    pub fn new(each: usize) -> Self {
        Self(Arc::new(Inner { each, taken: Mutex::default() }))
    }

    /// Takes a permit in the share of that address; none while all of them are taken.
    pub fn take(&self, address: IpAddr) -> Option<Permit> {
        let address = holder(address);
        let mut taken = self.taken();
        let count = taken.entry(address).or_default();
        if *count >= self.0.each {
            return None;
        }
        *count += 1;
        drop(taken);
        Some(Permit { shares: self.clone(), address })
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut taken = self.shares.taken();
        match taken.get_mut(&self.address) {
            Some(count) if *count > 1 => *count -= 1,
            Some(_) | None => {
                taken.remove(&self.address);
            }
        }
    }
}

/// Addresses of one IPv6 /64 have a common share, since one subscriber controls all of them.
fn holder(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & SUBSCRIBER_MASK)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn an_address_holds_its_share_and_leaves_those_of_others_alone() {
        let shares = Shares::new(2);
        let first = shares.take(address("203.0.113.9"));
        let second = shares.take(address("::ffff:203.0.113.9"));
        assert!(first.is_some() && second.is_some());
        assert!(shares.take(address("203.0.113.9")).is_none());
        assert!(shares.take(address("203.0.113.10")).is_some());
        drop(first);
        assert!(shares.take(address("203.0.113.9")).is_some());
        drop(second);
        assert!(shares.taken().is_empty());
    }

    #[test]
    fn the_addresses_of_one_ipv6_subscriber_are_one() {
        let shares = Shares::new(1);
        let _held = shares.take(address("2001:db8:0:1::1"));
        assert!(shares.take(address("2001:db8:0:1:ffff::2")).is_none());
        assert!(shares.take(address("2001:db8:0:2::1")).is_some());
    }
}
