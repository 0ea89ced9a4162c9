const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** A text as content of an element, or of an attribute in double quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? '')

/** JSON as content of a script element, which a `<` could end. */
export const inScript = (json: string): string => json.replaceAll('<', '\\u003c')
