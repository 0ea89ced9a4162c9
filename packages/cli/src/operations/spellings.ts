import { focalHint, focalPointOf } from '../focal-point.js'

type Spelling = {
  /** Beside the name that the API has. */
  short: string
  value?: string
  summary?: string
  parse?: (text: string) => unknown
}

/** Properties that have a shorter option, and those that are easier to write than JSON. */
export const spellings: ReadonlyMap<string, Spelling> = new Map<string, Spelling>([
  ['q', { short: '-q' }],
  ['altText', { short: '--alt' }],
  ['tags', { short: '--tag' }],
  [
    'focalPoint',
    { short: '--focal', value: 'x,y', summary: focalHint, parse: (text) => focalPointOf(text) },
  ],
])
