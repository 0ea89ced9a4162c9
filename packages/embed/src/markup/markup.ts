/** `false` and `undefined` omit the attribute. */
export type Attributes = Readonly<Record<string, string | number | false | undefined>>

/**
 * An element tree as data: a text, or `[tag, attributes, ...children]`. The server serializes it as
 * HTML, the browser builds nodes from it. Neither accepts raw HTML, so no tenant's text can become
 * markup, and it works on pages that forbid `innerHTML` with Trusted Types.
 */
export type Markup = string | Element

/** The names by which a page styles parts of a widget (`::part()`) are those of the classes that are documented. */
export const partsOf = (classes: unknown): string | undefined =>
  `${classes}`
    .match(
      /(?<![\w-])(frame|picture|caption|arrow|prev|next|dots?|counter|toggle|more|lightbox)(?![\w-])/g,
    )
    ?.join(' ')
export type Element = readonly [tag: string, attributes: Attributes, ...children: Markup[]]
