import { backendNemeses } from './backends.js'
import { linkNemeses } from './links.js'
import type { Nemesis } from './nemesis.js'
import { seconds } from './nemesis.js'
import { processNemeses } from './processes.js'
import { storm } from './storm.js'

export type { Nemesis } from './nemesis.js'

/** No fault: the baseline for all others. */
const calm: Nemesis = { name: 'calm', strike: (_stack, lasting) => seconds(lasting) }

export const nemeses: readonly Nemesis[] = [
  calm,
  ...processNemeses,
  ...backendNemeses,
  ...linkNemeses,
  storm,
]
