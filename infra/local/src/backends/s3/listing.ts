import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { FilesystemStore, ObjectList } from 's3rver'
import S3Object from 's3rver/lib/models/object.js'
import type { KeyedMutex } from './keyed-mutex.js'

/** Maximum number of objects that all list calls inspect at once, since each takes an open file. */
const listedAtOnce = 50

/** The end of the name of an object's file. Its companion files have other ends. */
const suffix = '._S3rver_object'

/**
 * Lists the objects below a prefix. s3rver's own listing inspects every folder beside those of the prefix,
 * such as the folders of all projects, and opens the files of a whole list at once.
 */
export function createListing(
  files: FilesystemStore,
  inTurn: KeyedMutex,
): FilesystemStore['listObjects'] {
  const limit = pLimit(listedAtOnce)
  const inspect = (bucket: string, key: string) =>
    limit(() => inTurn(key, () => describe(files, bucket, key)))

  return async (bucket, { prefix = '', startAfter = '', delimiter = '', maxKeys = 1000 }) => {
    const found = await keysBelow(files.getBucketPath(bucket), prefix)
    const commonPrefixes = new Set<string>()
    const keys: string[] = []
    for (const key of found.filter((key) => key > startAfter).sort()) {
      const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
      if (end === -1) keys.push(key)
      else commonPrefixes.add(key.slice(0, end + delimiter.length))
    }
    const objects = await Promise.all(keys.slice(0, maxKeys).map((key) => inspect(bucket, key)))
    return {
      objects: objects.filter((object) => object !== null),
      commonPrefixes: [...commonPrefixes].sort(),
      isTruncated: keys.length > maxKeys,
    }
  }
}

/** Reads only the folder that the prefix names, and the folders in it. */
async function keysBelow(bucketPath: string, prefix: string): Promise<string[]> {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  const names = await readdir(join(bucketPath, folder), { recursive: true }).catch(orNone)
  return names
    .filter((name) => name.endsWith(suffix))
    .map((name) => folder + name.slice(0, -suffix.length))
    .filter((key) => key.startsWith(prefix))
}

/** No object has a key in a folder that does not exist. */
function orNone(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
  throw error
}

/** The entry of an object in a list; null if it was deleted after its name was read. */
async function describe(
  files: FilesystemStore,
  bucket: string,
  key: string,
): Promise<ObjectList['objects'][number] | null> {
  try {
    const path = files.getResourcePath(bucket, key, 'object')
    const [{ mtime, size }, md5] = await Promise.all([stat(path), readFile(`${path}.md5`, 'utf8')])
    return new S3Object(bucket, key, null, {
      etag: JSON.stringify(md5),
      'last-modified': mtime.toUTCString(),
      'content-length': size,
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
