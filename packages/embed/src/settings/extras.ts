import { camelCaseKeys } from './parse.js'

/** Keys of `config` that few widgets have. What reads them is not part of the entry script. */
export type ExtraConfig = ReturnType<typeof readExtras>

const defaults = {
  captionOn: 'always',
  deepLink: false,
  order: 'given',
  /** Empty for the place that suits the pictures. */
  arrowPlacement: '',
  lightboxTools: ['zoom'] as readonly unknown[],
  columnsAt: {} as Readonly<Record<string, unknown>>,
  header: {} as Readonly<Record<string, unknown>>,
  /** A list of tags, or whether all tags of the pictures have buttons. */
  filterByTags: false as boolean | readonly unknown[],
}

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value

/** @param json the `config` of the delivery API, parsed. Values of the wrong kind count as left out. */
export function readExtras(json: Readonly<Record<string, unknown>>): typeof defaults {
  const values = camelCaseKeys(json)
  const read = { ...defaults }
  for (const key in defaults) {
    const value = values[key]
    const isRight =
      kindOf(value) === kindOf(defaults[key as keyof typeof defaults]) ||
      (key === 'filterByTags' && Array.isArray(value))
    // @ts-expect-error the value is of the kind of its key
    if (isRight) read[key] = value
  }
  return read
}
