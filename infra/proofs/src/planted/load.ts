import * as coherence from '@vitrine/coherence'
import type { Rule } from './bugs.js'
import { bundleWithout } from './bundle.js'

export type Coherence = typeof coherence

const loaded = new Map<string, Promise<Coherence>>()

/**
 * packages/coherence without these rules; with none, the package itself.
 *
 * @throws when a planted bug does not apply to the code as it is now.
 */
export function coherenceWithout(rules: readonly Rule[]): Promise<Coherence> {
  if (rules.length === 0) return Promise.resolve(coherence)
  const key = rules.join()
  const known = loaded.get(key) ?? load(rules)
  loaded.set(key, known)
  return known
}

async function load(rules: readonly Rule[]): Promise<Coherence> {
  const code = await bundleWithout(rules)
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)
}
