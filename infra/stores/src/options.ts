import { parseArgs } from 'node:util'
import { catalogue } from './stores/catalogue.js'

export type Options = {
  /** Names of the checks to run. */
  checks: readonly string[]
  /** Names of the stores that are built and started when the environment names none. */
  stores: readonly string[]
  /** Of the first check, all of which are read back. */
  uploads: number
}

const storeNames = catalogue.map(({ name }) => name)

export const help = `npm run stores                          every check against versitygw and MinIO, which Go builds
npm run stores -- --store minio         against one of them
npm run stores -- --check deletes       one check; may be repeated
npm run stores -- --uploads 40          fewer uploads than 200

S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET and S3_REGION in the environment name a store to
check instead. Its bucket must exist. Nothing is done to it but to store, read and remove objects
below projects/ and embed/.`

/**
 * @returns null when help was asked for.
 * @throws one sentence about an unknown option or a bad value.
 */
export function parseOptions(
  args: readonly string[],
  checkNames: readonly string[],
): Options | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      check: { type: 'string', multiple: true },
      store: { type: 'string', multiple: true },
      uploads: { type: 'string', default: '200' },
      // Read by the bootstrap, which passes all arguments on.
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  const uploads = Number(values.uploads)
  if (!(Number.isInteger(uploads) && uploads >= 20 && uploads <= 10_000)) {
    throw new Error(`--uploads is "${values.uploads}"; it may be a whole number from 20 to 10000`)
  }
  return {
    checks: chosen('--check', values.check, checkNames),
    stores: chosen('--store', values.store, storeNames),
    uploads,
  }
}

/** All when none is named. */
function chosen(
  option: string,
  names: readonly string[] | undefined,
  known: readonly string[],
): readonly string[] {
  for (const name of names ?? []) {
    if (!known.includes(name)) {
      throw new Error(`${option} is "${name}"; it may be one of: ${known.join(', ')}`)
    }
  }
  return names ?? known
}
