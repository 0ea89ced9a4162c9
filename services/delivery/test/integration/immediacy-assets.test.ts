import { randomUUID } from 'node:crypto'
import type { App } from '@vitrine/http'
import { png } from '@vitrine/testing'
import t from 'tap'
import { everyChangeCountsAtOnce } from '../every-change-counts.js'
import { deliver } from '../requests.js'

const picture = await png({ width: 32, height: 24 })

type Asset = Parameters<typeof deliver>[1]

const statusOf =
  (asset: Asset, query = '', headers = {}) =>
  async (app: App) =>
    (await deliver(app, asset, query, headers)).statusCode

const inCapitals = ({ projectId, assetId }: Asset): Asset => ({
  projectId: projectId.toUpperCase(),
  assetId: assetId.toUpperCase(),
})

everyChangeCountsAtOnce(t, {
  'an asset is deleted': async (project) => {
    const asset = { projectId: project.id, assetId: await project.addAsset(picture) }
    const change = () => project.deleteAsset(asset.assetId)
    return { see: statusOf(asset), before: 200, change, after: 404 }
  },
  'an asset is deleted, asked for by an address in capitals': async (project) => {
    const asset = { projectId: project.id, assetId: await project.addAsset(picture) }
    const change = () => project.deleteAsset(asset.assetId)
    return { see: statusOf(inCapitals(asset)), before: 200, change, after: 404 }
  },
  'an asset is deleted, seen at a rendition': async (project) => {
    const asset = { projectId: project.id, assetId: await project.addAsset(picture) }
    const change = () => project.deleteAsset(asset.assetId)
    return { see: statusOf(asset, 'w=16&format=webp'), before: 200, change, after: 404 }
  },
  'an asset is deleted, asked for by someone who has it': async (project) => {
    const asset = { projectId: project.id, assetId: await project.addAsset(picture) }
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
  'an asset is made that was asked for in capitals before': async (project) => {
    const assetId = randomUUID()
    const asset = { projectId: project.id, assetId }
    const change = () => project.addAsset(picture, { id: assetId })
    return { see: statusOf(inCapitals(asset)), before: 404, change, after: 200 }
  },
  'the project is deleted': async (project) => {
    const asset = { projectId: project.id, assetId: await project.addAsset(picture) }
    return { see: statusOf(asset), before: 200, change: project.delete, after: 404 }
  },
})
