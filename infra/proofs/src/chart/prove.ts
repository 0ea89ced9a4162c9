import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isGoThere } from '../go.js'
import type { Options } from '../options.js'
import type { Context, NotRun, Result } from '../proof.js'
import { manifestProblems } from './manifests.js'
import { kubernetesVersions, writeSchemas } from './schemas.js'
import { chart, installTools, readManifests, type Tools } from './tools.js'

/** Values that the chart refuses, and what its error must name. */
const refused: readonly (readonly [setting: string, sentence: RegExp])[] = [
  ['delivery.replicaCount=3', /'replicaCount' not allowed/],
  ['settings.PUBLIC_URI=https://x', /'PUBLIC_URI' not allowed/],
  ['management.settings.RENDER_QUEUE=3', /'RENDER_QUEUE' not allowed/],
  ['delivery.image.digest=latest', /\/delivery\/image\/digest/],
  ['image.registry=', /image\.registry is empty: name where the images are/],
  ['settings.PUBLIC_URL=', /settings\.PUBLIC_URL is empty: name the public address/],
  ['settings.S3_ENDPOINT=', /settings\.S3_ENDPOINT is empty: name the S3 store/],
  ['backups.enabled=true', /backups\.vault is empty: name where they are kept/],
  ['backups.vault=/backups', /\/backups\/vault/],
  ['httpRoute.enabled=true', /httpRoute\.parentRefs is empty: name the Gateway/],
]

/**
 * Renders the Helm chart with the values of each installation below its `ci/`, and checks what comes out for the oldest and
 * the newest Kubernetes. Also checks the workflows that publish images and chart.
 */
export async function proveChart(
  _options: Options,
  { log, signal }: Context,
): Promise<Result | NotRun> {
  if (!(await isGoThere())) {
    return {
      notRun: 'Go is not installed (https://go.dev/dl); helm and kubeconform are built with it',
    }
  }
  const tools = await installTools(log, signal)
  let passed = 0
  const failures: string[] = []
  const check = async (name: string, work: () => Promise<unknown>) => {
    signal.throwIfAborted()
    try {
      await work()
      log(`  ok ${name}`)
      passed += 1
    } catch (error) {
      failures.push(`${name}\n${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const schemas = new Map<string, string>()
  for (const version of kubernetesVersions) schemas.set(version, await writeSchemas(version))
  const folder = join(chart, 'ci')
  const variants = await readdir(folder)
  for (const variant of variants) {
    const values = join(folder, variant)
    await check(`helm lint accepts ${variant}`, () => tools.lint(values))
    for (const [version, location] of schemas) {
      await check(`the manifests of ${variant} are right for Kubernetes ${version}`, async () => {
        const text = await tools.render(values, version)
        await tools.conform(text, location)
        const problems = manifestProblems(readManifests(text))
        if (problems.length > 0) throw new Error(problems.join('\n'))
      })
    }
  }
  const values = join(folder, 'external-values.yaml')
  for (const [setting, sentence] of refused) {
    await check(`${setting} is refused with a sentence`, () =>
      expectRefusal(tools, values, setting, sentence),
    )
  }
  await check('actionlint accepts the workflows', tools.lintWorkflows)
  return { passed, failures }
}

async function expectRefusal(tools: Tools, values: string, setting: string, sentence: RegExp) {
  const outcome = await tools.render(values, kubernetesVersions[1], setting).then(
    () => 'it was accepted',
    (error: Error) => error.message,
  )
  if (!sentence.test(outcome)) throw new Error(outcome)
}
