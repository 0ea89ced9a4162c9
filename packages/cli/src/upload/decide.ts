import { orThrow, type Schemas, type Vitrine } from '@vitrine/sdk'
import type { PlannedFile } from './plan.js'
import { UploadLog } from './upload-log.js'

export type HashedFile = PlannedFile & { sha256: string; identity: string }
export type Decision = { file: HashedFile } & (
  | { state: 'new' }
  | { state: 'known'; assetId: string }
  /** Another file of the plan has the same bytes. */
  | { state: 'double'; of: string }
)

type Found = Schemas['FoundAsset']

const hashesPerCall = 500
/** Most assets that the service names for one hash. */
const mostFound = 100

/** The assets of the project by the SHA-256 of their files. */
export async function lookUp(
  vitrine: Vitrine,
  projectId: string,
  hashes: readonly string[],
): Promise<Map<string, Found[]>> {
  const found = new Map<string, Found[]>()
  const distinct = [...new Set(hashes)]
  for (let at = 0; at < distinct.length; at += hashesPerCall) {
    const results = await orThrow(
      vitrine.POST('/api/projects/{projectId}/assets/lookup', {
        params: { path: { projectId } },
        body: { sha256: distinct.slice(at, at + hashesPerCall) },
      }),
    )
    for (const { sha256, assets } of results) found.set(sha256, assets)
  }
  return found
}

/** Whether to send each file. With `isDeduped`, bytes that the project has are not sent again. */
export function decide(
  files: readonly HashedFile[],
  found: ReadonlyMap<string, readonly Found[]>,
  uploadLog: UploadLog,
  isDeduped: boolean,
): Decision[] {
  const planned = new Map<string, string>()
  return files.map((file): Decision => {
    const assets = found.get(file.sha256) ?? []
    const assetId = sentAs(file, assets, uploadLog) ?? (isDeduped ? assets[0]?.id : undefined)
    if (assetId !== undefined) return { file, state: 'known', assetId }
    const of = planned.get(file.sha256)
    if (isDeduped && of !== undefined) return { file, state: 'double', of }
    planned.set(file.sha256, file.path)
    return { file, state: 'new' }
  })
}

/** The asset that an earlier run made of the file, unless it was deleted since. */
function sentAs(
  { filename, identity }: HashedFile,
  assets: readonly Found[],
  uploadLog: UploadLog,
): string | undefined {
  const sent = uploadLog.find(identity)
  if (sent === undefined || UploadLog.isResumable(sent)) return undefined
  // The service has forgotten the key of an old upload without an answer, but not what the upload made.
  if (sent.assetId === undefined) return assets.find((asset) => asset.filename === filename)?.id
  const exists = assets.length === mostFound || assets.some(({ id }) => id === sent.assetId)
  return exists ? sent.assetId : undefined
}
