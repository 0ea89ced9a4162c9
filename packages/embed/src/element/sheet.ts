/** A constructed stylesheet: it is allowed even if a page's policy forbids inline styles. */
export function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
