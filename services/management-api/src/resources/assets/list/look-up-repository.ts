import type { Queryable } from '@vitrine/database'
import { type FoundAssets, maxFoundPerHash } from '../schemas.js'

export const assetLookUpRepository = (db: Queryable) => ({
  /** In the order of the hashes, each once. */
  findByHash: (projectId: string, hashes: readonly string[]): Promise<FoundAssets> =>
    db.$queryRaw<FoundAssets>`
      WITH sought AS MATERIALIZED (
        SELECT text, decode(text, 'hex') AS hash, place
        FROM unnest(${[...new Set(hashes)]}::text[]) WITH ORDINALITY AS given (text, place)
      )
      SELECT text AS sha256, coalesce((
        SELECT json_agg(json_build_object('id', id, 'folderId', folder_id, 'filename', filename))
        FROM (
          SELECT id, folder_id, filename FROM project_assets
          WHERE project_id = ${projectId}::uuid AND sha256 = hash
          ORDER BY created_at, id LIMIT ${maxFoundPerHash}
        ) AS known
      ), '[]') AS assets
      FROM sought ORDER BY place`,
})
