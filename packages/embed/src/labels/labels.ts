/** What the controls are called. `{n}` and `{count}` are filled in. */
export type Labels = Readonly<Record<LabelName, string>>

type LabelName =
  /** The widget's name where its `ariaLabel` says none. */
  | 'gallery'
  | 'prev'
  | 'next'
  | 'play'
  | 'pause'
  /** The name of the row of dots. */
  | 'pick'
  /** A slide's name: "3 of 10". */
  | 'slideOf'
  /** The name of what can be scrolled. */
  | 'slides'
  | 'open'
  | 'close'
  | 'zoomIn'
  | 'zoomOut'

/** The labels, an owner's own wording in place of ours. */
export const reword = (labels: Labels, own: Readonly<Record<string, unknown>>): Labels => ({
  ...labels,
  ...Object.fromEntries(Object.entries(own).filter(([, value]) => typeof value === 'string')),
})

export const fill = (pattern: string, n: number, count: number): string =>
  pattern.replace('{n}', `${n}`).replace('{count}', `${count}`)
