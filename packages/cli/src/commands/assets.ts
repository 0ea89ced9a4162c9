import { readFile } from 'node:fs/promises'
import type { Command } from '@commander-js/extra-typings'
import { replaceFile } from '@vitrine/sdk'
import { usageError } from '../failure.js'
import { focalHint, focalPointOf } from '../focal-point.js'
import type { Group } from '../group.js'
import { addHeaders, type HeaderOptions, headersOf } from '../operations/headers.js'
import { operationOf } from '../operations/table.js'
import { interruptSignal } from '../session/interrupt.js'
import { tableGroup } from './table-group.js'

const calls = tableGroup('assets')

export const group: Group = {
  operations: [...calls.operations, 'replaceAssetFile'],
  attach: (command, context) => {
    calls.attach(command, context)
    const replace = command
      .command('replace')
      .description('Replace the file of an asset; its texts and its places in widgets stay')
      .argument('<assetId>')
      .argument('<file>', 'a picture')
      .option('--focal <x,y>', focalHint, (text) => focalPointOf(text))
      .option('--no-focal', 'removes the focal point; that of the former file stays by default')
    addHeaders(replace as unknown as Command, operationOf('replaceAssetFile'))
    replace.action(async (assetId, path, options) => {
      const { focal } = options
      const headers = headersOf(operationOf('replaceAssetFile'), options as HeaderOptions)
      const bytes = await readFile(path).catch((cause: Error) => {
        throw usageError(`${path} cannot be read: ${cause.message}.`)
      })
      const { 'If-Match': revision, 'Idempotency-Key': key } = headers
      const vitrine = await context.vitrine()
      const asset = await replaceFile(vitrine, {
        projectId: await context.projectId(),
        assetId,
        file: new Blob([bytes]),
        signal: interruptSignal(),
        ...(focal !== undefined && { focalPoint: focal || null }),
        ...(key !== undefined && { key }),
        ...(revision !== undefined && { revision: Number(revision.replaceAll('"', '')) }),
      })
      await context.output.item(asset)
    })
  },
}
