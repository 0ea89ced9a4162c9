import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteData } from '@vitrine/local/backends'
import type { Check, Context } from './checks/check.js'
import type { StoreCheckOptions } from './options.js'
import type { Report } from './report/report.js'
import { startStack } from './stack/stack.js'
import { createTenant } from './stack/tenant.js'
import type { OpenStore } from './stores/store.js'
import { sweep } from './sweep.js'
import { createWitness } from './witness.js'

/** Runs the checks against one store, with its own services and backends. */
export async function runChecks(
  open: OpenStore,
  checks: readonly Check[],
  options: StoreCheckOptions,
  report: Report,
  log: (line: string) => void,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-stores-'))
  try {
    await using store = await open(folder)
    log(`\n${store.name}`)
    await using stack = await startStack(store, folder)
    const tenant = await createTenant(stack.management.url())
    const witness = createWitness(store.settings)
    const context = { options, store, stack, witness, tenant } satisfies Context
    for (const check of checks) await runCheck(check, context, report)
    await tenant.deleteAll(stack.management.url())
    await sweep(stack.database)
  } finally {
    await deleteData(folder, () => undefined)
  }
}

async function runCheck({ name, run, needs }: Check, context: Context, report: Report) {
  const { store, stack } = context
  const isMissing = {
    nothing: false,
    'a proxy': stack.link === null,
    'a store of its own': store.control === null,
  }[needs]
  const column = report.column(store.name)
  if (isMissing) {
    return column.notRun(name, `needs ${needs}`)
  }
  try {
    await run(context, column)
  } catch (error) {
    column.expect(`${name}: runs to its end`, false, String(error).slice(0, 200))
  }
}
