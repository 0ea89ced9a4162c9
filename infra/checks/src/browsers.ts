import { findHeadlessChromium } from '@vitrine/local/chromium'
import { findEngines } from '@vitrine/local/engines'
import type { Kind } from './groups.js'

/** Paths of the browsers that the suites use, as their environment has them. Only proofs run in others than Chromium. */
export async function findBrowsers(
  kind: Kind,
  log: (line: string) => void,
): Promise<Record<string, string>> {
  return {
    CHROMIUM_PATH: await findHeadlessChromium(log),
    ...(kind === 'proofs' && (await findEngines(log))),
  }
}
