import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Rule } from './bugs.js'
import { bundleWithout } from './bundle.js'

/**
 * Settings with which a built service runs without these rules of packages/coherence.
 *
 * @param folder must exist for as long as the service runs.
 * @throws when a planted bug does not apply to the code as it is now.
 */
export async function settingsWithout(
  rules: readonly Rule[],
  folder: string,
): Promise<Record<string, string>> {
  if (rules.length === 0) return {}
  const file = join(folder, 'coherence.mjs')
  await writeFile(file, await bundleWithout(rules))
  return {
    NODE_OPTIONS: `--import=${import.meta.resolve('@vitrine/proofs/planted-loader')}`,
    VITRINE_PLANTED_COHERENCE: pathToFileURL(file).href,
  }
}
