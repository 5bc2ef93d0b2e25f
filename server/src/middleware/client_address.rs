//! The client address: the peer of the connection, unless that is a trusted proxy.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use axum::extract::Request;
use http::HeaderMap;

/// The peer of the connection; added to every request by the accept loop.
#[derive(Clone, Copy, Debug)]
pub struct PeerAddress(pub SocketAddr);

/// A network of trusted proxies: `10.0.0.0/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    prefix: u32,
}

impl Network {
    fn contains(self, address: IpAddr) -> bool {
        match (self.address, address) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                let rest = 32_u32.saturating_sub(self.prefix);
                own.to_bits().checked_shr(rest) == other.to_bits().checked_shr(rest)
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                let rest = 128_u32.saturating_sub(self.prefix);
                own.to_bits().checked_shr(rest) == other.to_bits().checked_shr(rest)
            }
            (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => false,
        }
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let refused = || format!("`{text}` is not an address or a network such as 10.0.0.0/8");
        let (address, prefix) = match text.split_once('/') {
            Some((address, prefix)) => (address, Some(prefix)),
            None => (text, None),
        };
        let address = IpAddr::from_str(address).map_err(|_| refused())?;
        let longest = if address.is_ipv4() { 32 } else { 128 };
        let prefix = match prefix {
            Some(prefix) => prefix.parse().map_err(|_| refused())?,
            None => longest,
        };
        if prefix > longest {
            return Err(refused());
        }
        Ok(Self { address, prefix })
    }
}

/// Returns true for the address of a trusted proxy.
pub fn is_trusted(address: IpAddr, trusted: &[Network]) -> bool {
    trusted.iter().any(|network| network.contains(address))
}

/// The rightmost address in `X-Forwarded-For` that is not a trusted proxy; the peer when it is not
/// a trusted proxy, or when the header is malformed.
pub fn client_address(request: &Request, trusted: &[Network]) -> Option<IpAddr> {
    let PeerAddress(peer) = request.extensions().get::<PeerAddress>()?;
    Some(forwarded_for(request.headers(), peer.ip().to_canonical(), trusted))
}

fn forwarded_for(headers: &HeaderMap, peer: IpAddr, trusted: &[Network]) -> IpAddr {
    if !is_trusted(peer, trusted) {
        return peer;
    }
    let mut client = peer;
    let values = headers.get_all("x-forwarded-for").into_iter().collect::<Vec<_>>();
    for value in values.into_iter().rev() {
        let Ok(text) = value.to_str() else { return peer };
        for hop in text.rsplit(',') {
            let Some(address) = parse_hop(hop.trim()) else { return peer };
            client = address;
            if !is_trusted(address, trusted) {
                return client;
            }
        }
    }
    client
}

/// Parses an address, which some proxies write with a port or in brackets.
fn parse_hop(text: &str) -> Option<IpAddr> {
    let plain = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let address = plain.parse::<IpAddr>().ok();
    let address = address.or_else(|| text.parse::<SocketAddr>().ok().map(|it| it.ip()));
    address.map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    fn client(peer: &str, headers: &[&'static str]) -> String {
        let trusted = ["10.0.0.0/8".parse().unwrap(), "fd00::1".parse().unwrap()];
        let mut map = HeaderMap::new();
        for value in headers {
            map.append("x-forwarded-for", HeaderValue::from_static(value));
        }
        forwarded_for(&map, peer.parse().unwrap(), &trusted).to_string()
    }

    #[test]
    fn a_stranger_cannot_say_where_it_comes_from() {
        assert_eq!(client("203.0.113.9", &["198.51.100.1"]), "203.0.113.9");
    }

    #[test]
    fn the_rightmost_hop_that_is_not_ours_counts() {
        assert_eq!(client("10.0.0.1", &["6.6.6.6, 198.51.100.1, 10.2.3.4"]), "198.51.100.1");
        assert_eq!(client("10.0.0.1", &["6.6.6.6", "198.51.100.1"]), "198.51.100.1");
        assert_eq!(client("fd00::1", &["2001:db8::7"]), "2001:db8::7");
        assert_eq!(client("10.0.0.1", &["[2001:db8::7]:443"]), "2001:db8::7");
        assert_eq!(client("10.0.0.1", &["198.51.100.1:5000"]), "198.51.100.1");
    }

    #[test]
    fn an_unreadable_header_leaves_the_address_of_the_peer() {
        assert_eq!(client("10.0.0.1", &["198.51.100.1, unknown"]), "10.0.0.1");
        assert_eq!(client("10.0.0.1", &[]), "10.0.0.1");
        assert_eq!(client("10.0.0.1", &[""]), "10.0.0.1");
    }

    #[test]
    fn networks_are_read_strictly() {
        for text in ["10.0.0.0/33", "10.0.0.0/-1", "10.0.0/8", "proxy", "", "::/129"] {
            assert!(text.parse::<Network>().is_err(), "{text}");
        }
        let everything: Network = "0.0.0.0/0".parse().unwrap();
        assert!(everything.contains("203.0.113.9".parse().unwrap()));
    }
}
