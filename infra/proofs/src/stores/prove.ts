import { installWithGo } from '../go.js'
import { chosenOf, type Options, oneOf } from '../options.js'
import { type Context, type Result, resultOf, sumOf } from '../proof.js'
import { withBackends } from '../stack/backends.js'
import { catalogue } from './catalogue.js'
import { requireGo, type StoreSettings, withStore } from './store.js'
import { compileSuite, suiteFiles } from './suite-files.js'

/**
 * Runs the suites that use the object store on versitygw and MinIO, or on the store that S3_* name. Each file
 * is one test.
 */
export async function proveStores(options: Options, context: Context): Promise<Result> {
  const { S3_ENDPOINT } = process.env
  if (S3_ENDPOINT) return runOn(new URL(S3_ENDPOINT).host, givenSettings(process.env), context)
  const names = catalogue.map(({ name }) => name)
  const chosen = options.stores.map((name) => oneOf('--store', name, names))
  await requireGo()
  const results: Result[] = []
  for (const program of chosenOf(catalogue, chosen)) {
    const command = await installWithGo(program, 'stores', context.log)
    results.push(
      await withStore(program, command, (settings) => runOn(program.name, settings, context)),
    )
  }
  return sumOf(results)
}

/** @throws a sentence that names the missing settings. */
function givenSettings(env: Readonly<NodeJS.ProcessEnv>): StoreSettings {
  const needed = ['S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY', 'S3_BUCKET']
  const missing = needed.filter((name) => !env[name])
  if (missing.length > 0) {
    throw new Error(`S3_ENDPOINT is set in the environment; set ${missing.join(', ')} too`)
  }
  const given = needed.map((name) => [name, env[name] ?? ''])
  return { S3_REGION: env.S3_REGION || 'us-east-1', ...Object.fromEntries(given) }
}

async function runOn(
  store: string,
  settings: StoreSettings,
  { log, signal }: Context,
): Promise<Result> {
  log(`  ${store}`)
  return withBackends(async ({ env }) => {
    const problems: Record<string, string[]> = {}
    for (const [folder, files] of Object.entries(suiteFiles)) {
      const runFile = await compileSuite(folder, env, signal)
      for (const file of files) {
        signal.throwIfAborted()
        const problem = await runFile(file)
        log(`    ${problem === null ? 'ok' : 'not ok'} ${folder}/test/${file}`)
        problems[`${store}: ${folder}/test/${file}`] = problem === null ? [] : [problem]
      }
    }
    return resultOf(problems)
  }, settings)
}
