import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename, resolve } from 'node:path'
import { Option } from '@commander-js/extra-typings'
import { CommandError, exitCodes, usageError } from '../failure.js'
import type { Group } from '../group.js'
import { choicesOf } from '../operations/table.js'
import { propertiesOf, type Row } from '../output/people.js'
import { keyFile, keyFor, type Permissions, portOf, savePort } from '../quickstart/key.js'
import { type LocalPage, pageOf, serveLocally } from '../quickstart/page.js'
import { findOrCreateProject, type Layout, publish, saveWidget } from '../quickstart/steps.js'
import type { TargetProject } from '../quickstart/target-project.js'
import type { Context } from '../session/context.js'
import { interruptSignal } from '../session/interrupt.js'
import { isInteractive } from '../terminal.js'
import { type PlannedFile, planOf } from '../upload/plan.js'
import { runUpload } from '../upload/run.js'

const layouts = choicesOf('createWidget', 'layout') as readonly Layout[]
const permissions = choicesOf('createApiKey', 'permissions') as readonly Permissions[]
/** In one widget. */
const mostPictures = 500

export const group: Group = {
  operations: ['createProject', 'createWidget', 'updateWidget', 'createApiKey', 'publishWidget'],
  attach: (command, context) => {
    command
      .argument('<directory>', 'of pictures')
      .option(
        '--name <text>',
        'of the project and the widget; the name of the directory by default',
      )
      .addOption(new Option('--layout <layout>', 'GRID for a new widget').choices(layouts))
      .option('--origin <origin>', 'of your site, such as https://example.com; repeatable', addTo)
      .addOption(
        new Option('--permissions <permissions>', 'of the key; READ_WRITE counts views, too')
          .choices(permissions)
          .default('READ' as Permissions),
      )
      .option('--no-open', 'do not open the page in the browser')
      .action(async (directory, options) => {
        const { name = nameOf(directory), origin: origins = [], open: opens, ...others } = options
        const { files } = await planOf([directory], { isRecursive: true, folder: '' })
        if (files.length === 0) throw usageError(`There is no picture in ${directory}.`)
        if (files.length > mostPictures) {
          throw usageError(`A widget shows ${mostPictures} pictures at most, not ${files.length}.`)
        }
        const signal = interruptSignal()
        await quickstart(context, { name, origins, files, signal, opens, ...others })
      })
  },
}

function addTo(origin: string, before: string[] = []): string[] {
  if (/^https?:\/\/[^/\s]+$/i.test(origin)) return [...before, origin]
  throw usageError(`--origin must be an origin such as https://example.com, not "${origin}".`)
}

type Request = {
  name: string
  layout?: Layout | undefined
  permissions: Permissions
  origins: readonly string[]
  files: readonly PlannedFile[]
  signal: AbortSignal
  opens: boolean
}

async function quickstart(context: Context, request: Request): Promise<void> {
  const { name, files, signal, opens } = request
  const vitrine = await context.vitrine()
  const projectId =
    (await context.givenProjectId()) ??
    (await findOrCreateProject(vitrine, await context.organizationId(), name))
  const project = { vitrine, projectId }
  const outcome = await runUpload(context, {
    projectId,
    files,
    signal,
    fields: {},
    isDeduped: false,
    isDryRun: false,
    onFile: async () => undefined,
  })
  const assetIds = files.flatMap(({ path }) => outcome.assetIds.get(path) ?? [])
  if (assetIds.length === 0) throw new CommandError('No picture was stored.', exitCodes.failed)
  const page = await serveLocally(await portOf(keyFile(context.terminal.env, project)))
  try {
    await show(context, await setUp(context, project, request, assetIds, page), request)
    if (opens && isInteractive(context.terminal)) openInBrowser(`${page.origin}/`)
    if (!signal.aborted) await once(signal, 'abort')
  } finally {
    page.close()
  }
  if (outcome.failed === 0) return
  throw new CommandError(`${outcome.failed} of ${files.length} failed.`, exitCodes.failed)
}

/** The result, with the code to paste. */
type Result = Row & { page: string; code: string; allowedOrigins: string[] }

async function setUp(
  { terminal }: Context,
  project: TargetProject,
  { name, layout, permissions, origins }: Request,
  assetIds: string[],
  page: LocalPage,
): Promise<Result> {
  const slug = slugOf(name)
  const widgetId = await saveWidget(project, { name, slug, layout, assetIds })
  const file = keyFile(terminal.env, project)
  const allowedOrigins = [...origins, page.origin]
  const key = await keyFor(project, file, {
    name: `${name} (quickstart)`,
    permissions,
    allowedOrigins,
  })
  await savePort(file, page.port)
  const code = await publish(project, widgetId, key)
  page.show(pageOf(name, code))
  return {
    projectId: project.projectId,
    widgetId,
    slug,
    pictures: assetIds.length,
    keyId: key.id,
    key: key.key,
    permissions,
    allowedOrigins: key.allowedOrigins,
    page: `${page.origin}/`,
    code,
  }
}

/** For people, the code is on stdout alone and the rest on stderr. */
async function show({ output }: Context, result: Result, { origins }: Request): Promise<void> {
  const { code, ...others } = result
  if (!output.isPeople) await output.item(result)
  else {
    output.note(propertiesOf(others).trimEnd())
    await output.write(`${code}\n`)
  }
  if (origins.length === 0 && result.allowedOrigins.length === 1) {
    output.note('The key is for the local page alone. For your site, add --origin https://…')
  }
  output.note(`The pictures are live at ${result.page} until Ctrl-C.`)
}

const longestSlug = 100

/** The name of a directory. */
const nameOf = (directory: string): string => basename(resolve(directory)) || 'Photos'

/** Lower-case letters and digits in words with hyphens between them. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  const slug = words?.join('-').slice(0, longestSlug).replace(/-$/, '')
  return slug || 'photos'
}

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['explorer'],
}

function openInBrowser(url: string): void {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open']
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
  // Without a browser, the printed address is enough.
  child.on('error', () => undefined)
  child.unref()
}
