import { CommandError, exitCodes, usageError } from '../failure.js'
import type { Group } from '../group.js'
import { interruptSignal } from '../session/interrupt.js'
import { planOf } from '../upload/plan.js'
import { runUpload } from '../upload/run.js'
import { focalHint, focalPointOf } from './focal-point.js'
import { repeated } from './repeated.js'

export const group: Group = {
  operations: ['createAsset', 'lookupAssets', 'createFolder'],
  attach: (command, context) => {
    command
      .argument('<path...>', 'pictures, or directories with -r')
      .option('-r, --recursive', 'the pictures in directories, each of which becomes a folder')
      .option('--dedupe', 'do not send bytes that the project has')
      .option('--folder <path>', 'such as Summer/Beach; created if it is missing', '')
      .option('--tag <tag>', 'of each picture; repeatable', repeated, [])
      .option('--focal <x,y>', `${focalHint}; of each picture`)
      .option('--dry-run', 'only say what would be sent')
      .action(async (paths, { recursive, dedupe, folder, tag: tags, focal, dryRun }) => {
        const focalPoint = focal === undefined ? undefined : focalPointOf(focal)
        const { files, skipped } = await planOf(paths, { isRecursive: recursive === true, folder })
        if (files.length === 0) throw usageError('There is no picture to upload.')
        if (skipped > 0) context.output.note(`${skipped} files are no pictures and are skipped.`)
        const { sent, known, failed } = await runUpload(context, {
          projectId: await context.projectId(),
          files,
          tags,
          ...(focalPoint && { focalPoint }),
          isDeduped: dedupe === true,
          isDryRun: dryRun === true,
          signal: interruptSignal(),
          onFile: async (file) => {
            // People get the failures and the sums.
            if (context.output.isJson) await context.output.item(file)
          },
        })
        const sums = `${sent} sent, ${known} already there, ${failed} failed`
        if (!dryRun) context.output.note(sums)
        else context.output.note(`${files.length - known} to send, ${known} already there`)
        if (failed > 0) {
          throw new CommandError(`${failed} of ${files.length} failed.`, exitCodes.failed)
        }
      })
  },
}
