/** Accessible names of the controls. `{n}` and `{count}` are placeholders. */
export type Labels = Readonly<Record<LabelName, string>> & Partial<RareLabels>

/** Labels of few widgets, or of what opens on demand. The English ones are in the parts that use them. */
export type RareLabels = Readonly<Record<RareLabelName, string>>

type RareLabelName =
  | 'pause'
  /** Labels of the lightbox. */
  | 'close'
  | 'zoomIn'
  | 'zoomOut'
  | 'share'
  | 'download'
  | 'copied'
  /** Label of the button that takes a filter back. */
  | 'all'
  /** The name of the row of buttons for tags. */
  | 'filter'
  /** The name of the play sign on the poster of a video. */
  | 'video'
  /** Label of the button that shows all of a caption. */
  | 'readMore'

type LabelName =
  /** The widget's name if its config has no `ariaLabel`. */
  | 'gallery'
  | 'prev'
  | 'next'
  | 'play'
  /** The name of the row of dots. */
  | 'pick'
  /** A slide's name: "3 of 10". */
  | 'slideOf'
  /** The name of a scrollable region. */
  | 'slides'
  | 'open'
  /** Label of the button that shows more pictures. */
  | 'more'

/** Overrides the built-in labels with the owner's wording. */
export const reword = (labels: Labels, own: Readonly<Record<string, unknown>>): Labels => ({
  ...labels,
  ...Object.fromEntries(Object.entries(own).filter(([, value]) => typeof value === 'string')),
})

export const fill = (pattern: string, n: number, count: number): string =>
  pattern.replace('{n}', `${n}`).replace('{count}', `${count}`)
