//! Return addresses, restricted to paths of this site.

/// The return path if it is safe to redirect to, else the home page.
pub fn return_path(text: Option<&str>) -> String {
    text.filter(|path| is_local(path)).unwrap_or("/").to_owned()
}

/// The path of a page to return to if it is safe to redirect to, else the home page. Unlike
/// [`return_path`], accepts the sign-in pages.
#[cfg(feature = "ssr")]
pub fn page_path(text: Option<&str>) -> String {
    text.filter(|path| is_page(path)).unwrap_or("/").to_owned()
}

/// True for pages of this site such as `/appraisals?scope=all`, except the sign-in pages.
fn is_local(path: &str) -> bool {
    is_page(path) && !is_below(path, "/login")
}

/// False for anything that a browser could interpret as another site, for control characters, and
/// for paths that are not pages.
fn is_page(path: &str) -> bool {
    let mut bytes = path.bytes();
    let starts_here = bytes.next() == Some(b'/') && !matches!(bytes.next(), Some(b'/' | b'\\'));
    let plain = path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    let is_foreign = ["/api", "/pkg"].iter().any(|area| is_below(path, area));
    starts_here && plain && !is_foreign && path.len() <= 500
}

fn is_below(path: &str, area: &str) -> bool {
    let page = path.split(['?', '#']).next().unwrap_or_default();
    page == area || page.strip_prefix(area).is_some_and(|rest| rest.starts_with('/'))
}

/// The address of the sign-in page that returns to the path.
pub fn login_path(path: &str) -> String {
    if path == "/" || !is_local(path) {
        return "/login".to_owned();
    }
    format!("/login?next={}", encode(path))
}

/// The address of the page that asks for the second factor and returns to the path.
#[cfg(feature = "ssr")]
pub fn code_path(next: Option<&str>) -> String {
    match return_path(next).as_str() {
        "/" => "/login/code".to_owned(),
        path => format!("/login/code?next={}", encode(path)),
    }
}

/// Percent-encodes a text as the value of a query parameter.
pub fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                encoded.push(char::from(byte));
            }
            _ => {
                encoded.push('%');
                for digit in [byte >> 4, byte & 15] {
                    encoded.push(char::from(b"0123456789ABCDEF"[usize::from(digit)]));
                }
            }
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_of_this_site_is_accepted() {
        for path in ["/", "/appraisals?scope=all&page=2", "/people/1/appraisals#curve", "/loginx"] {
            assert_eq!(return_path(Some(path)), path);
        }
    }

    #[test]
    fn anything_else_leads_home() {
        for path in [
            "",
            "home",
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "/a\r\nb",
            "/a b",
            "/a\\b",
            "javascript:alert(1)",
            "/login",
            "/login?next=/login",
            "/api/ui/x",
            "/\u{2028}",
            "\t//evil.example",
        ] {
            assert_eq!(return_path(Some(path)), "/", "{path:?}");
        }
        assert_eq!(return_path(None), "/");
        assert_eq!(return_path(Some(&format!("/{}", "a".repeat(500)))), "/");
    }

    #[cfg(feature = "ssr")]
    #[test]
    fn a_page_before_the_sign_in_can_be_come_back_to_and_no_other_site() {
        for path in ["/login", "/login?next=%2Fleave", "/portal/login", "/appraisals?scope=all"] {
            assert_eq!(page_path(Some(path)), path);
        }
        for path in ["//evil.example", "/\\evil.example", "https://evil.example", "/api/ui/x", ""] {
            assert_eq!(page_path(Some(path)), "/", "{path:?}");
        }
    }

    #[test]
    fn the_sign_in_page_comes_back() {
        assert_eq!(login_path("/appraisals?scope=all"), "/login?next=%2Fappraisals%3Fscope%3Dall");
        assert_eq!(login_path("//evil.example"), "/login");
        assert_eq!(login_path("/"), "/login");
    }

    #[test]
    fn text_of_any_script_is_encoded() {
        assert_eq!(encode("a b&c=é"), "a%20b%26c%3D%C3%A9");
    }
}
