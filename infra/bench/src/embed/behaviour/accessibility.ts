import axe from 'axe-core'
import type { Page } from 'playwright-core'

export type Finding = { rule: string; impact: string; elements: number }

/** WCAG 2.2, levels A and AA, and axe's best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export async function findingsOf(page: Page): Promise<Finding[]> {
  // axe runs in each frame by itself and reports on the page as a whole.
  for (const frame of page.frames()) await frame.evaluate(axe.source)
  return page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] })
    return violations.map(({ id, impact, nodes }) => ({
      rule: id,
      impact: `${impact}`,
      elements: nodes.length,
    }))
  }, tags)
}
