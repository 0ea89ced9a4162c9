import { join } from 'node:path'
import { catalogue } from './catalogue.js'
import { givenStore } from './given.js'
import { hasGo, installWithGo } from './go.js'
import { ownStore } from './own-store.js'
import type { OpenStore } from './store.js'

/** In the clone, beside the data of `npm start`. */
const cacheFolder = join(import.meta.dirname, '../../../../.vitrine/stores')

/**
 * The store of the environment, or else those with these names, which are built if necessary.
 *
 * @throws a sentence that says what to do if there is neither an address nor Go.
 */
export async function chooseStores(
  env: NodeJS.ProcessEnv,
  names: readonly string[],
  log: (line: string) => void,
): Promise<readonly OpenStore[]> {
  const given = givenStore(env)
  if (given !== null) return [async () => given]
  if (!(await hasGo(env))) {
    throw new Error(
      'there is no store to check: name one by S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY and S3_BUCKET in the environment, or install Go (https://go.dev/dl), with which versitygw and MinIO are built',
    )
  }
  const stores: OpenStore[] = []
  for (const program of catalogue.filter(({ name }) => names.includes(name))) {
    stores.push(ownStore(program, await installWithGo(program, cacheFolder, env, log)))
  }
  return stores
}
