import { randomUUID } from 'node:crypto'
import type { Prisma } from '@vitrine/database'
import type { openDatabase } from './dependencies.js'

type Fields = Pick<Prisma.AssetCreateManyInput, 'altText' | 'tags' | 'folderId'>

/** Adds assets without objects, for tests that read no bytes. @returns their ids. */
export async function addAssetRows(
  database: ReturnType<typeof openDatabase>,
  projectId: string,
  count: number,
  fields: Fields = {},
): Promise<string[]> {
  const file = { contentType: 'image/jpeg', sizeBytes: 1, width: 1, height: 1 }
  const data = Array.from({ length: count }, () => ({
    ...{ id: randomUUID(), projectId, filename: 'a.jpg', sha256: new Uint8Array(32) },
    ...{ ...file, ...fields },
  }))
  await database.asset.createMany({ data })
  return data.map(({ id }) => id)
}
