import { once } from 'node:events'
import { Option } from '@commander-js/extra-typings'
import { CommandError, exitCodes, usageError } from '../failure.js'
import type { Group } from '../group.js'
import { choicesOf } from '../operations/table.js'
import { nameOf, slugOf } from '../quickstart/names.js'
import { openInBrowser } from '../quickstart/open.js'
import { type LocalPage, pageOf, serveLocally } from '../quickstart/page.js'
import {
  createKey,
  findOrCreateProject,
  type Layout,
  publish,
  saveWidget,
} from '../quickstart/steps.js'
import type { Context } from '../session/context.js'
import { interruptSignal } from '../session/interrupt.js'
import { isInteractive } from '../terminal.js'
import { type PlannedFile, planOf } from '../upload/plan.js'
import { runUpload } from '../upload/run.js'
import { repeated } from './repeated.js'

const layouts = choicesOf('createWidget', 'layout') as readonly Layout[]
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
      .addOption(new Option('--layout <layout>').choices(layouts).default('GRID' as Layout))
      .option(
        '--origin <origin>',
        'of your site, such as https://example.com; repeatable',
        repeated,
        [],
      )
      .option('--no-open', 'do not open the page in the browser')
      .action(async (directory, { name = nameOf(directory), layout, origin: origins, open }) => {
        const { files } = await planOf([directory], { isRecursive: true, folder: '' })
        if (files.length === 0) throw usageError(`There is no picture in ${directory}.`)
        if (files.length > mostPictures) {
          throw usageError(`A widget shows ${mostPictures} pictures at most, not ${files.length}.`)
        }
        const page = await serveLocally()
        try {
          const request = { name, layout, origins, files, signal: interruptSignal() }
          await quickstart(context, request, page, open)
        } finally {
          page.close()
        }
      })
  },
}

type Request = {
  name: string
  layout: Layout
  origins: readonly string[]
  files: readonly PlannedFile[]
  signal: AbortSignal
}

async function quickstart(
  context: Context,
  { name, layout, origins, files, signal }: Request,
  page: LocalPage,
  opens: boolean,
): Promise<void> {
  const { output } = context
  const vitrine = await context.vitrine()
  const projectId =
    (await context.givenProjectId()) ??
    (await findOrCreateProject(vitrine, await context.organizationId(), name))
  const outcome = await runUpload(context, {
    ...{ projectId, files, signal, fields: {}, isDeduped: false, isDryRun: false },
    onFile: async () => undefined,
  })
  const assetIds = files.flatMap(({ path }) => outcome.assetIds.get(path) ?? [])
  if (assetIds.length === 0) throw new CommandError('No picture was stored.', exitCodes.failed)
  const place = { vitrine, projectId }
  const slug = slugOf(name)
  const widgetId = await saveWidget(place, { name, slug, layout, assetIds })
  const key = await createKey(place, `${name} (quickstart)`, [...origins, page.origin])
  const code = await publish(place, widgetId, key)
  page.show(pageOf(name, code))
  const address = `${page.origin}/`
  if (!output.isJson) await output.write(`${code}\n`)
  else await output.item({ projectId, widgetId, slug, key: key.key, page: address, code })
  output.note(`${assetIds.length} pictures are live at ${address} until Ctrl-C.`)
  if (opens && isInteractive(context.terminal)) openInBrowser(address)
  if (!signal.aborted) await once(signal, 'abort')
  if (outcome.failed === 0) return
  throw new CommandError(`${outcome.failed} of ${files.length} failed.`, exitCodes.failed)
}
