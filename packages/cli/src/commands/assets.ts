import { readFile } from 'node:fs/promises'
import { replaceFile } from '@vitrine/sdk'
import { usageError } from '../failure.js'
import type { Group } from '../group.js'
import { interruptSignal } from '../session/interrupt.js'
import { focalHint, focalPointOf } from './focal-point.js'
import { tableGroup } from './table-group.js'

const calls = tableGroup('assets')

export const group: Group = {
  operations: [...calls.operations, 'replaceAssetFile'],
  attach: (command, context) => {
    calls.attach(command, context)
    command
      .command('replace')
      .description('Replace the file of an asset; its texts and its places in widgets stay')
      .argument('<assetId>')
      .argument('<file>', 'a picture')
      .option('--focal <x,y>', focalHint)
      .action(async (assetId, path, { focal }) => {
        const focalPoint = focal === undefined ? undefined : focalPointOf(focal)
        const bytes = await readFile(path).catch((cause: Error) => {
          throw usageError(`${path} cannot be read: ${cause.message}.`)
        })
        const vitrine = await context.vitrine()
        const asset = await replaceFile(vitrine, {
          projectId: await context.projectId(),
          assetId,
          file: new Blob([bytes]),
          signal: interruptSignal(),
          ...(focalPoint && { focalPoint }),
        })
        await context.output.item(asset)
      })
  },
}
