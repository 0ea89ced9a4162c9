import { CommandError, exitCodes, usageError } from '../failure.js'
import { focalHint, focalPointOf } from '../focal-point.js'
import type { Group } from '../group.js'
import { jsonOf } from '../operations/options.js'
import type { Output } from '../output/output.js'
import { cellOf } from '../output/people.js'
import type { Context } from '../session/context.js'
import { interruptSignal } from '../session/interrupt.js'
import type { Fields } from '../upload/fields.js'
import { type Plan, planOf } from '../upload/plan.js'
import { runUpload } from '../upload/run.js'

type FieldOptions = {
  tag: string[]
  alt?: string
  decorative?: true
  metadata?: unknown
  focal?: { x: number; y: number }
}
type Options = FieldOptions & { recursive?: true; folder: string; dedupe?: true; dryRun?: true }

export const group: Group = {
  operations: ['createAsset', 'lookupAssets', 'createFolder'],
  attach: (command, context) => {
    command
      .argument('<path...>', 'pictures, or directories with -r')
      .option('-r, --recursive', 'the pictures in directories, each of which becomes a folder')
      .option('--dedupe', 'do not send bytes that the project has')
      .option('--folder <path>', 'such as Summer/Beach; created if it is missing', '')
      .option('--tag <tag>', 'of each picture; repeatable', repeated, [])
      .option('--alt <text>', 'alternative text of a picture')
      .option('--decorative', 'the pictures need no alternative text')
      .option('--metadata <json>', 'an object; of each picture', metadataOf)
      .option('--focal <x,y>', `${focalHint}; of each picture`, (text) => focalPointOf(text))
      .option('--dry-run', 'only say what would be sent, and what would be refused')
      .action((paths, options) => upload(context, paths, options))
  },
}

async function upload(context: Context, paths: string[], options: Options): Promise<void> {
  const { output } = context
  const isDryRun = options.dryRun === true
  const isRecursive = options.recursive === true
  const { files, skipped } = await planOf(paths, { isRecursive, folder: options.folder })
  if (files.length === 0) throw usageError('There is no picture to upload.')
  if (options.alt !== undefined && files.length > 1) {
    throw usageError(`--alt is for one picture, not ${files.length}.`)
  }
  noteSkipped(output, skipped)
  const { sent, known, failed } = await runUpload(context, {
    projectId: await context.projectId(),
    files,
    fields: fieldsOf(options),
    isDeduped: options.dedupe === true,
    isDryRun,
    signal: interruptSignal(),
    onFile: async (file) => {
      // People get the failures and the sums.
      if (!output.isPeople) await output.item(file)
    },
  })
  if (isDryRun) {
    const waiting = files.length - known - failed
    output.note(`${waiting} to send, ${known} already there, ${failed} to be refused`)
  } else output.note(`${sent} sent, ${known} already there, ${failed} failed`)
  if (failed === 0) return
  const outcome = isDryRun ? 'would be refused' : 'failed'
  throw new CommandError(`${failed} of ${files.length} ${outcome}.`, exitCodes.failed)
}

/** Most skipped entries that are named. */
const mostNamed = 20

function noteSkipped(output: Output, skipped: Plan['skipped']): void {
  for (const { shown, reason } of skipped.slice(0, mostNamed)) {
    output.note(`skipped ${cellOf(shown)}: ${reason}`)
  }
  const others = skipped.length - mostNamed
  if (others > 0) output.note(`skipped ${others} others`)
}

/** The fields that have a value. */
const fieldsOf = ({ tag, alt, decorative, metadata, focal }: FieldOptions): Fields => ({
  ...(tag.length > 0 && { tags: tag }),
  ...(alt !== undefined && { altText: alt }),
  ...(decorative && { decorative }),
  ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
  ...(focal && { focalPoint: focal }),
})

function metadataOf(text: string): unknown {
  const metadata = jsonOf('--metadata', text)
  if (typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata)) return metadata
  throw usageError('--metadata must be a JSON object.')
}

/** For an option that may be given several times. */
const repeated = (value: string, before: readonly string[] = []): string[] => [...before, value]
