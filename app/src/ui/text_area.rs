//! Escaping of the content of multi-line fields.

/// The content of a `<textarea>`, so that it displays exactly this text.
///
/// Server rendering does not escape the children of a `<textarea>`, so the text is escaped here.
/// HTML parsers ignore a line break right after the start tag; markup that a script sets keeps it.
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
