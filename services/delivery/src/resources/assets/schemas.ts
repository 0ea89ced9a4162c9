import { Uuid } from '@vitrine/http'
import Type from '@vitrine/typebox'

export const AssetParams = Type.Object({ projectId: Uuid, assetId: Uuid })
