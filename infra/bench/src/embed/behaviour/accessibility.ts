import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** A rule that is violated, and by how many elements. */
export type Finding = { rule: string; impact: string; elements: number }

/** Of WCAG 2.2, levels A and AA, and what axe holds to be good practice. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export async function findingsOf(page: Page): Promise<Finding[]> {
  // It asks itself in each frame, and judges the page as a whole.
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
