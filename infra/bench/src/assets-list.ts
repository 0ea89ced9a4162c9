import { type Admin, createAdmin } from './admin.js'
import { assetPages } from './assets-list/assets.js'
import type { Case } from './assets-list/case.js'
import { fillProject } from './assets-list/fill.js'
import { filterCases } from './assets-list/filters.js'
import { fillProjects, projectCases } from './assets-list/projects.js'
import { fillWidgets, widgetCases } from './assets-list/widgets.js'
import { formatAnswers } from './report/answers.js'
import { timesOf } from './statistics.js'
import { type Stack, withStack } from './with-stack.js'

const runs = 30
const smallLibrary = 1_000
const library = 1_000_000
const widgets = 100_000
/** The user sees all of them, also when another list is measured. */
const projects = 10_000

type Log = (line: string) => void

/** The lists that can be measured alone. */
export const listRows = ['assets', 'widgets', 'projects'] as const
export type ListRow = (typeof listRows)[number]

/**
 * First pages, pages far behind, filters and orders of lists that are as long as they may become.
 *
 * @throws if a list is wrong, so that a fast wrong answer is never measured.
 */
export const benchAssetsList = (log: Log, rows: readonly ListRow[]): Promise<void> =>
  withStack(log, (stack) => measure(stack, log, rows.length === 0 ? listRows : rows))

async function measure(stack: Stack, log: Log, rows: readonly ListRow[]): Promise<void> {
  const admin = await createAdmin(stack.management.url)
  log(`filling ${projects} projects with widgets …`)
  await fillProjects(stack.database, admin.organizationId, projects)
  let created = 0
  const createProject = async (name: string) => {
    created += 1
    return (await admin.createProject(name)).id
  }
  const prepare = {
    assets: () => prepareAssets(stack, admin, createProject, log),
    widgets: async () => {
      const id = await createProject(`${widgets} widgets`)
      log(`filling a project with ${widgets} widgets …`)
      const assetId = await fillWidgets(stack.database, id, widgets)
      return widgetCases(admin, { id, assetId, widgets })
    },
    projects: async () => projectCases(admin, projects, () => projects + created),
  } satisfies Record<ListRow, () => Promise<Case[]>>
  const cases: Case[] = []
  for (const row of rows) cases.push(...(await prepare[row]()))
  const calls = cases.map(({ call }) => call)
  const times = await timesOf(runs, calls)
  const answers = cases.map(({ call, ...shown }, i) => ({ ...shown, times: times[i] ?? [] }))
  log('')
  for (const text of formatAnswers(answers)) log(text)
}

async function prepareAssets(
  { database }: Stack,
  admin: Admin,
  createProject: (name: string) => Promise<string>,
  log: Log,
): Promise<Case[]> {
  const cases: Case[] = []
  for (const assets of [smallLibrary, library]) {
    const id = await createProject(`${assets} assets`)
    log(`filling a project with ${assets} assets …`)
    const folderId = await fillProject(database, id, assets)
    const pages = assets === library ? [0, 1_000, 10_000] : [0]
    cases.push(...assetPages(admin, id, assets, pages))
    if (assets === library) cases.push(...filterCases(admin, { id, folderId, assets }))
  }
  return cases
}
