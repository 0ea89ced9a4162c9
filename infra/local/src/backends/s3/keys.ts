import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A key names folders and a file. Their ends differ, so that `a` and `a/b` can both exist, and so that no name
 * is empty, `.` or `..`.
 */
const ends = { folder: '.d', object: '.object' }

/** Capital letters are escaped, too: not every file system tells them from small ones. */
const fileName = (segment: string, end: string): string =>
  Buffer.from(segment)
    .toString('latin1')
    .replace(/[^a-z0-9._-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`) +
  end

const folderOf = (segments: readonly string[]): string =>
  join(...segments.map((segment) => fileName(segment, ends.folder)))

/** The path of an object's file below the folder of all objects. */
export function pathOf(key: string): string {
  const segments = key.split('/')
  const last = segments.pop() ?? ''
  return join(folderOf(segments), fileName(last, ends.object))
}

/** Keys that begin with the prefix and come after another, in the order of their bytes. */
export function keysBelow(root: string, prefix: string, after: string): AsyncGenerator<string> {
  const path = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  return walk(join(root, folderOf(path.split('/').slice(0, -1))), path, prefix, Buffer.from(after))
}

/** @param path what all keys in the folder begin with. */
async function* walk(
  folder: string,
  path: string,
  prefix: string,
  after: Buffer,
): AsyncGenerator<string> {
  const names = await readdir(folder).catch(noneIfMissing)
  const entries = names.map((name) => ({ name, bytes: Buffer.from(path + entryOf(name)) }))
  for (const { name, bytes } of entries.sort((a, b) => Buffer.compare(a.bytes, b.bytes))) {
    const start = `${bytes}`
    if (!start.startsWith(prefix)) continue
    if (name.endsWith(ends.object)) {
      if (Buffer.compare(bytes, after) > 0) yield start
    } else if (Buffer.compare(bytes, after.subarray(0, bytes.length)) >= 0) {
      yield* walk(join(folder, name), start, prefix, after)
    }
  }
}

/** A part of a key. That of a folder ends with a slash, so `a-b` comes before `a/b`. */
const entryOf = (name: string): string =>
  name.endsWith(ends.object)
    ? decodeURIComponent(name.slice(0, -ends.object.length))
    : `${decodeURIComponent(name.slice(0, -ends.folder.length))}/`

/** A folder is removed with its last object. */
function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}
