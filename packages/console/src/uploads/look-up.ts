import { orThrow } from '@vitrine/sdk'
import { vitrine } from '../server/client.ts'

/** The pictures of the project with these bytes, by hash. Throws a VitrineError without an answer. */
export async function lookUp(
  projectId: string,
  sha256: string[],
): Promise<ReadonlyMap<string, string>> {
  if (sha256.length === 0) return new Map()
  const found = await orThrow(
    vitrine.POST('/api/projects/{projectId}/assets/lookup', {
      params: { path: { projectId } },
      body: { sha256 },
    }),
  )
  return new Map(
    found.flatMap(({ sha256: hash, assets: [first] }): [string, string][] =>
      first === undefined ? [] : [[hash, first.id]],
    ),
  )
}
