import { originalObject, parseAssetObject } from '@vitrine/contracts'
import type { Database, Scope } from './rows.js'

/** The files of assets: what the store has to have. */
export type Files = {
  projectIds: string[]
  /** The originals. */
  originals: { key: string; sha256: string }[]
  /** Whether the file of an object is the one that its asset has. */
  isCurrent: (key: string) => boolean
}

type Row = { id: string; projectId: string; fileKey: string | null; sha256: string }

const nameOf = (projectId: string, assetId: string, fileKey: string | null) =>
  `${projectId}/${assetId}/${fileKey ?? ''}`

/** Reads the rows as the transaction sees them. */
export async function readFiles(database: Database, scope: Scope): Promise<Files> {
  const inScope = `($1::uuid IS NULL OR organization_id = $1)`
  const projects = await database.query<{ id: string }>(
    `SELECT id FROM projects WHERE ${inScope} ORDER BY id`,
    [scope?.id],
  )
  const rows = await database.query<Row>(
    `SELECT a.id, a.project_id AS "projectId", a.file_key AS "fileKey", encode(a.sha256, 'hex') AS sha256
      FROM assets AS a JOIN projects AS p ON p.id = a.project_id WHERE ${inScope}`,
    [scope?.id],
  )
  const current = new Set(rows.map((row) => nameOf(row.projectId, row.id, row.fileKey)))
  return {
    projectIds: projects.map(({ id }) => id),
    originals: rows.map(({ id, projectId, fileKey, sha256 }) => ({
      key: originalObject(projectId, id, fileKey),
      sha256,
    })),
    isCurrent: (key) => {
      const object = parseAssetObject(key)
      return (
        object !== null && current.has(nameOf(object.projectId, object.assetId, object.fileKey))
      )
    },
  }
}
