import { createAdmin } from './admin.js'
import { fillNeighbours, fillProject } from './assets-list/fill.js'
import { filterCases } from './assets-list/filters.js'
import { median, timesOf } from './statistics.js'
import { type Stack, withStack } from './with-stack.js'

const runs = 50
const small = 1_000
const large = 1_000_000
const size = 20
/** Each with ten widgets, beside the projects that are measured. */
const projects = 10_000

type Log = (line: string) => void
type Page = { content: { filename: string }[]; totalElements: number; totalPages: number }

/**
 * Compares listing a million assets with listing a thousand. Page 0 and page 10,000 must take about
 * as long as page 0 of the small list, and the totals must be correct. Then the filters of the large list: a
 * counted one may take 50 ms, any other 300 ms.
 *
 * @throws if a list is wrong, so that a fast wrong answer is never measured.
 */
export const benchAssetsList = (log: Log): Promise<void> =>
  withStack(log, (stack) => compare(stack, log))

async function compare(stack: Stack, log: Log): Promise<void> {
  const admin = await createAdmin(stack.management.url)
  const prepare = async (assets: number, numbers: readonly number[]) => {
    const { id } = await admin.createProject(`${assets} assets`)
    log(`filling a project with ${assets} assets …`)
    const folderId = await fillProject(stack.database, id, assets)
    const pages = numbers.map((number) => ({
      name: `${assets} assets, page ${number}`,
      call: async () => {
        const path = `/api/projects/${id}/assets?page=${number}&size=${size}`
        check(await admin.get<Page>(path), assets, number)
      },
    }))
    return assets === small ? pages : [...pages, ...filterCases(admin, { id, folderId, assets })]
  }
  log(`filling ${projects} projects with widgets …`)
  await fillNeighbours(stack.database, admin.organizationId, projects)
  const cases = [...(await prepare(small, [0])), ...(await prepare(large, [0, 10_000]))]
  const medians = (
    await timesOf(
      runs,
      cases.map(({ call }) => call),
    )
  ).map(median)
  const [base = Number.NaN] = medians
  for (const [i, { name }] of cases.entries()) {
    const milliseconds = medians[i] ?? Number.NaN
    const ratio = (milliseconds / base).toFixed(1)
    log(`${name}: ${milliseconds.toFixed(1)} ms, ratio ${ratio} (median of ${runs})`)
  }
}

function check({ content, totalElements, totalPages }: Page, assets: number, page: number): void {
  const names = content.map(({ filename }) => filename)
  const expected = Array.from({ length: size }, (_, i) => `${page * size + i}.jpg`)
  const isRight =
    totalElements === assets &&
    totalPages === assets / size &&
    JSON.stringify(names) === JSON.stringify(expected)
  if (!isRight) throw new Error(`page ${page} of ${assets} assets is wrong: ${names.join(', ')}`)
}
