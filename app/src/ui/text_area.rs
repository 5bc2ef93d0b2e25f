//! The content of fields of several lines.

/// The content of a `<textarea>` that holds a text and nothing else, whatever the text is.
///
/// Server rendering does not escape the children of a `<textarea>`, so texts go in here, escaped.
/// In a document the first line break after the tag is not part of the text; in markup that a
/// script sets it is.
pub fn textarea_content(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    if cfg!(feature = "ssr") { format!("\n{escaped}") } else { escaped }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_can_leave_a_textarea() {
        let content = textarea_content("</textarea><script>alert(1)</script>&lt;");
        let expected = "&lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;lt;";
        assert_eq!(content.trim_start(), expected);
    }

    #[cfg(feature = "ssr")]
    #[test]
    fn the_first_line_break_of_a_text_stays() {
        assert_eq!(textarea_content("\nA"), "\n\nA");
    }
}
