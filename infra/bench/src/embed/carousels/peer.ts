/** A picture shown by all carousels. */
export type Picture = { url: string; altText: string; width: number; height: number }

/** Rotation interval, ms. */
export const paces = { quick: 500, still: 60_000 } as const

export type Setting = {
  pace: keyof typeof paces
  /** Whether to set the options that stop the rotation, if there are any. */
  setsStopOptions: boolean
}

export type Peer = {
  name: string
  /** Name of its program in `pages` and of the generated files. */
  file: string
  /** Imports of the library that a page needs; this is the code whose size is measured. */
  library: readonly string[]
  styles: readonly string[]
  /** Code that its documentation requires in the page. */
  css?: string
  /** Whether `setsStopOptions` makes a difference. */
  hasOptions?: boolean
  markup: (pictures: readonly Picture[], setting: Setting) => string
}

/** Lazy-loaded, with reserved space: as much as a page can do without a library. */
export const image = ({ url, altText, width, height }: Picture): string =>
  `<img src="${url}" alt="${altText}" width="${width}" height="${height}" loading="lazy">`

export const each = (
  pictures: readonly Picture[],
  wrap: (content: string, picture: Picture) => string,
): string => pictures.map((picture) => wrap(image(picture), picture)).join('\n')
