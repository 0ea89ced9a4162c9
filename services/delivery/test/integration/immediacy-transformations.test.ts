import { imageSignature, imageSigningText } from '@vitrine/contracts'
import type { App } from '@vitrine/http'
import { png } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { everyChangeCountsAtOnce } from '../every-change-counts.js'
import type { Project } from '../project.js'
import { deliver, fetchWidget } from '../requests.js'

const picture = await png({ width: 32, height: 24 })

type Asset = Parameters<typeof deliver>[1]

const addAsset = (project: Project): Promise<Asset> => project.addPicture(picture)

const statusOf = (asset: Asset, query: string) => async (app: App) =>
  (await deliver(app, asset, query)).statusCode

/** The pixels of the answer, as the name of its plan in the ETag says them. */
const sizeOf = (asset: Asset, query: string) => async (app: App) =>
  /-(\d+x\d+)\./.exec(String((await deliver(app, asset, query)).headers.etag))?.[1]

const signedBy = (secret: string, asset: Asset) =>
  `w=16&s=k1.${imageSignature(secret, imageSigningText(asset, { w: '16' }))}`

everyChangeCountsAtOnce(t, {
  'a project demands presets': async (project) => {
    const asset = await addAsset(project)
    const change = () => project.setTransformations('listed')
    return { see: statusOf(asset, 'w=16'), before: 200, change, after: 403 }
  },
  'a project allows everything again': async (project) => {
    await project.setTransformations('signed')
    const asset = await addAsset(project)
    const change = () => project.setTransformations('any')
    return { see: statusOf(asset, 'w=16'), before: 403, change, after: 200 }
  },
  'originals become private': async (project) => {
    const asset = await addAsset(project)
    const change = () => project.setExposure({ originals: 'signed' })
    return { see: statusOf(asset, ''), before: 200, change, after: 403 }
  },
  'the bound of public pictures is lowered': async (project) => {
    await project.setExposure({ originals: 'signed' })
    const wide = await png({ width: 400, height: 24 })
    const asset = await project.addPicture(wide)
    const change = () => project.setExposure({ maxPublicWidth: 320 })
    return { see: statusOf(asset, 'w=400'), before: 200, change, after: 403 }
  },
  'the pictures of a widget become smaller': async (project) => {
    const wide = await png({ width: 400, height: 24 })
    const { slug } = await project.addWidget({ assetIds: [await project.addAsset(wide)] })
    const { key } = await project.addKey()
    const see = async (app: App) => (await fetchWidget(app, slug, key)).json().assets[0].width
    const change = () => project.setExposure({ originals: 'signed', maxPublicWidth: 320 })
    return { see, before: 400, change, after: 320 }
  },
  'a preset is created that was asked for before': async (project) => {
    const asset = await addAsset(project)
    const change = () => project.addPreset('card', { w: 16 })
    return { see: statusOf(asset, 'preset=card'), before: 404, change, after: 200 }
  },
  'a preset is changed': async (project) => {
    await project.addPreset('card', { w: 16, format: 'webp' })
    const asset = await addAsset(project)
    const change = () => project.addPreset('card', { w: 8 })
    return { see: sizeOf(asset, 'preset=card'), before: '16x12', change, after: '8x6' }
  },
  'a preset is deleted': async (project) => {
    await project.addPreset('card', { w: 16 })
    const asset = await addAsset(project)
    const change = () => project.deletePreset('card')
    return { see: statusOf(asset, 'preset=card'), before: 200, change, after: 404 }
  },
  'a signing key is created': async (project) => {
    await project.setTransformations('signed')
    const asset = await addAsset(project)
    const { secret, change } = project.newSigningKey(1)
    return { see: statusOf(asset, signedBy(secret, asset)), before: 403, change, after: 200 }
  },
  'a signing key is revoked': async (project) => {
    await project.setTransformations('signed')
    const secret = await project.addSigningKey(1)
    const asset = await addAsset(project)
    const change = () => project.revokeSigningKey(1)
    return { see: statusOf(asset, signedBy(secret, asset)), before: 200, change, after: 403 }
  },
})
