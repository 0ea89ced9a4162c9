import { Uuid } from '@vitrine/http'
import Type from 'typebox'

export const AssetParams = Type.Object({ projectId: Uuid, assetId: Uuid })
