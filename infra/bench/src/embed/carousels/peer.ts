/** A picture that every carousel shows alike. */
export type Picture = { url: string; altText: string; width: number; height: number }

/** How long a picture is shown before the next one comes by itself, ms. */
export const paces = { quick: 500, still: 60_000 } as const

export type Setting = {
  pace: keyof typeof paces
  /** Whether the options that stop the rotation, as far as there are any, are to be set. */
  isTold: boolean
}

/** Another carousel or lightbox, used as its documentation tells. */
export type Peer = {
  name: string
  /** Of its program in `pages`, and of the files made of it. */
  file: string
  /** What a page needs of its library, as statements: this is what is weighed. */
  library: readonly string[]
  /** Stylesheets of the library. */
  styles: readonly string[]
  /** What its documentation has the page itself say. */
  css?: string
  /** Whether `isTold` makes any difference. */
  hasOptions?: boolean
  markup: (pictures: readonly Picture[], setting: Setting) => string
}

/** Fetched when it is near the screen, its place kept: all that a page can do by itself. */
export const image = ({ url, altText, width, height }: Picture): string =>
  `<img src="${url}" alt="${altText}" width="${width}" height="${height}" loading="lazy">`

/** One element per picture. */
export const each = (
  pictures: readonly Picture[],
  wrap: (content: string, picture: Picture) => string,
): string => pictures.map((picture) => wrap(image(picture), picture)).join('\n')
