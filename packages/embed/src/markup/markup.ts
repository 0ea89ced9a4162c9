/** `false` and `undefined` leave the attribute out. */
export type Attributes = Readonly<Record<string, string | number | false | undefined>>

/**
 * A tree of elements as data: a text, or `[tag, attributes, ...children]`. The server writes it as
 * HTML, the browser builds nodes from it. Neither takes raw HTML in, so no text of a tenant's can
 * become markup, and a page may forbid `innerHTML` by Trusted Types.
 */
export type Markup = string | Element
export type Element = readonly [tag: string, attributes: Attributes, ...children: Markup[]]
