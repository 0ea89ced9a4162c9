import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pLimit from 'p-limit'
import { AppendLog } from './append-log.js'
import type { PlannedFile } from './plan.js'

type Entry = { path: string; size: number; mtimeMs: number; sha256: string }

const parallel = 2

/** The SHA-256 of each file in order. A file whose size and time are as before is not read again. */
export async function hashesOf(
  folder: string,
  files: readonly PlannedFile[],
  onHash: () => void,
  signal: AbortSignal,
): Promise<string[]> {
  const path = join(folder, 'hashes.jsonl')
  const { log, entries } = await AppendLog.open<Entry>(path, (entry) => entry.path)
  try {
    return await pLimit(parallel).map(files, async ({ path, size, mtimeMs }) => {
      signal.throwIfAborted()
      const known = entries.get(path)
      const isSame = known?.size === size && known.mtimeMs === mtimeMs
      const sha256 = isSame ? known.sha256 : await hashOf(path)
      if (!isSame) await log.append({ path, size, mtimeMs, sha256 })
      onHash()
      return sha256
    })
  } finally {
    await log.close()
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
