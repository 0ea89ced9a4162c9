import { createHash, randomUUID } from 'node:crypto'
import type { App } from '@vitrine/http'
import { png } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { everyChangeCountsAtOnce } from '../every-change-counts.js'
import { deliver } from '../requests.js'

const picture = await png({ width: 32, height: 24 })
const other = await png({ width: 40, height: 40 })

type Asset = Parameters<typeof deliver>[1]

const statusOf =
  (asset: Asset, query = '', headers = {}) =>
  async (app: App) =>
    (await deliver(app, asset, query, headers)).statusCode

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const bytesOf = (asset: Asset) => async (app: App) => digest((await deliver(app, asset)).rawPayload)
/** Reads a rendition as PNG, whose header has it at a fixed place. */
const sizeOf = (asset: Asset, query: string) => async (app: App) => {
  const { rawPayload } = await deliver(app, asset, `${query}&format=png`)
  return `${rawPayload.readUInt32BE(16)} x ${rawPayload.readUInt32BE(20)}`
}
/** For a client that has the first answer, and only its date. */
function sinceFirst(asset: Asset) {
  let date: string | undefined
  return async (app: App) => {
    date ??= String((await deliver(app, asset)).headers['last-modified'])
    return (await deliver(app, asset, '', { 'if-modified-since': date })).statusCode
  }
}

const inCapitals = ({ projectId, assetId }: Asset): Asset => ({
  projectId: projectId.toUpperCase(),
  assetId: assetId.toUpperCase(),
})

everyChangeCountsAtOnce(t, {
  'an asset is deleted': async (project) => {
    const asset = await project.addPicture(picture)
    const change = () => project.deleteAsset(asset.assetId)
    return { see: statusOf(asset), before: 200, change, after: 404 }
  },
  'an asset is deleted, asked for by an address in capitals': async (project) => {
    const asset = await project.addPicture(picture)
    const change = () => project.deleteAsset(asset.assetId)
    return { see: statusOf(inCapitals(asset)), before: 200, change, after: 404 }
  },
  'an asset is deleted, seen at a rendition': async (project) => {
    const asset = await project.addPicture(picture)
    const change = () => project.deleteAsset(asset.assetId)
    return { see: statusOf(asset, 'w=16&format=webp'), before: 200, change, after: 404 }
  },
  'an asset is deleted, asked for by someone who has it': async (project) => {
    const asset = await project.addPicture(picture)
    const change = () => project.deleteAsset(asset.assetId)
    return {
      see: statusOf(asset, '', { 'if-none-match': '*' }),
      before: 304,
      change,
      after: 404,
    }
  },
  'an asset is made that was asked for before': async (project) => {
    const assetId = randomUUID()
    const asset = { projectId: project.id, assetId }
    const change = () => project.addAsset(picture, { id: assetId })
    return { see: statusOf(asset), before: 404, change, after: 200 }
  },
  'the file of an asset is replaced': async (project) => {
    const asset = await project.addPicture(picture)
    const change = () => project.replaceFile(asset.assetId, other)
    return { see: bytesOf(asset), before: digest(picture), change, after: digest(other) }
  },
  'the file of an asset is replaced, seen at a rendition': async (project) => {
    const asset = await project.addPicture(picture)
    const change = () => project.replaceFile(asset.assetId, other)
    return { see: sizeOf(asset, 'w=16'), before: '16 x 12', change, after: '16 x 16' }
  },
  'the file of an asset is replaced, asked for by someone who has it': async (project) => {
    const asset = await project.addPicture(picture)
    const change = () => project.replaceFile(asset.assetId, other)
    return { see: sinceFirst(asset), before: 304, change, after: 200 }
  },
  'an asset gets a version that was asked for before': async (project) => {
    const asset = await project.addPicture(picture)
    const change = () => project.replaceFile(asset.assetId, other)
    return { see: statusOf(asset, 'v=2'), before: 404, change, after: 200 }
  },
  'the focal point is set': async (project) => {
    const asset = await project.addPicture(picture)
    const change = () => project.editAsset(asset.assetId, { focalX: 0, focalY: 0 })
    const see = async (app: App) =>
      String((await deliver(app, asset, 'w=12&h=12')).headers.etag).split('.')[1]
    return { see, before: 'cover', change, after: 'cover-0-0' }
  },
  'the project is deleted': async (project) => {
    const asset = await project.addPicture(picture)
    return { see: statusOf(asset), before: 200, change: project.delete, after: 404 }
  },
})
