import { createRandom } from '@vitrine/testing/random'
import type { Options } from '../options.js'
import { type Context, type Result, resultOf } from '../proof.js'
import { type PrivateBackends, withBackends } from '../stack/backends.js'
import { createFixture } from './fixture.js'
import { type Env, vitrine } from './program.js'
import { createTripwire, storeRequest, type Tripwire, tableCopy } from './tripwire.js'
import { createVault, type Manifest, type Vault } from './vaults.js'

/** Of the backup, and as many of the restore: by the store first, then by the database. */
const interruptions = { store: 8, database: 2 }
/** A killed run copies as many objects again: see `journalEvery` of the backup. */
const copiedAgain = 100
/** Requests of a killed run: with more assets, it would only take longer. */
const furthest = 500
const furthestTable = 10

/**
 * An installation is backed up while it changes, and restored into another one. Both are killed ten times, at random ones of
 * their requests, and go on, without a double and without a loss. Its lines are the figures of infra/PRODUCTION.md.
 */
export async function proveBackup(options: Options, context: Context): Promise<Result> {
  const problems: Record<string, string[]> = {}
  const check = (sentence: string, problem: string | false) => {
    problems[sentence] = problem === false ? [] : [problem]
  }
  const vault = await createVault()
  try {
    await withBackends((source) =>
      withBackends((target) => prove({ source, target, vault, options, context, check })),
    )
  } finally {
    await vault.remove()
  }
  return resultOf(problems)
}

type Parts = {
  source: PrivateBackends
  target: PrivateBackends
  vault: Vault
  options: Options
  context: Context
  check: (sentence: string, problem: string | false) => void
}

async function prove({ source, target, vault, options, context, check }: Parts): Promise<void> {
  const { log, signal } = context
  const fixture = await createFixture(source)
  const random = createRandom(options.seed).next
  try {
    await fixture.fill(options.assets)
    log(`  ${options.assets} assets, seed ${options.seed}`)

    let isOn = true
    const changing = fixture.change(() => isOn && !signal.aborted)
    const backup = ['backup', '--to', vault.place]
    const own = { ...source.env, ...vault.env }
    const most = Math.min(furthest, options.assets)
    const kills = await interrupt({ env: own, args: backup, most, random, signal })
    const before = await vault.countBlobs()
    const made = await vitrine(own, backup)
    const after = await vault.countBlobs()
    const during = await vitrine(own, backup)
    isOn = false
    const changes = await changing
    log(`  ${kills} interruptions, then ${made.stdout.trim()} in ${made.seconds.toFixed(1)} s`)
    log(`  the next one, with ${changes} changes since the start: ${during.seconds.toFixed(1)} s`)
    check('an interrupted backup goes on', made.code !== 0 && made.stderr)
    const copied = Number(/(\d+) of them copied now/.exec(made.stdout)?.[1])
    const again = copied - (after - before)
    check(
      'what was copied before an interruption is not copied again',
      !(again <= copiedAgain) && `${again} of ${copied} were copied again`,
    )
    const final = await vitrine(own, backup)
    check('a backup under changes is complete', during.code !== 0 && during.stderr)
    const verified = await vitrine(own, ['verify', '--from', vault.place])
    log(`  ${verified.stdout.trim()} in ${verified.seconds.toFixed(1)} s`)
    check('every byte is verified by SHA-256', verified.code !== 0 && verified.stderr)
    const saved = await vault.newest()
    const assets = await fixture.count()
    check('no asset is lost', saved.lost.length > 0 && saved.lost.join('\n'))
    check(
      'every asset is in the backup once',
      saved.objects.count !== assets * 2 && `${saved.objects.count} objects of ${assets} assets`,
    )
    check('the last backup is complete', final.code !== 0 && final.stderr)

    const others = { ...target.env, ...vault.env }
    const drill = await vitrine(others, ['drill', '--from', vault.place])
    log(`  drill: ${drill.stdout.trim()} in ${drill.seconds.toFixed(1)} s`)
    check('the drill succeeds', drill.code !== 0 && drill.stderr)

    const restore = ['restore', '--from', vault.place]
    const stops = await interrupt({ env: others, args: restore, most, random, signal })
    const restored = await vitrine(others, restore)
    log(`  restore: ${stops} interruptions, then ${restored.seconds.toFixed(1)} s`)
    check('an interrupted restore goes on', restored.code !== 0 && restored.stderr)
    const second = await createVault()
    try {
      const made = await vitrine({ ...target.env, ...second.env }, ['backup', '--to', second.place])
      check('the restored installation can be backed up', made.code !== 0 && made.stderr)
      const { tables, objects } = await second.newest()
      const [theirs, before] = [
        JSON.stringify(tables.map(contentOf)),
        JSON.stringify(saved.tables.map(contentOf)),
      ]
      check('all rows are restored', theirs !== before && `${theirs}\n${before}`)
      check(
        'all objects are restored',
        objects.count !== saved.objects.count && `${objects.count} of ${saved.objects.count}`,
      )
    } finally {
      await second.remove()
    }
    const reconciled = await vitrine(target.env, ['reconcile', '--bytes'])
    log(`  ${reconciled.stdout.trim()}`)
    check(
      'every restored original has its bytes, and no object is left over',
      !/ 0 originals are lost, 0 objects are orphaned/.test(reconciled.stdout) &&
        `${reconciled.stdout}${reconciled.stderr}`,
    )
  } finally {
    await fixture.close()
  }
}

const contentOf = ({ name, rows, sha256 }: Manifest['tables'][number]) => ({ name, rows, sha256 })

type Interruption = {
  env: Env
  args: readonly string[]
  /** The last request at which a run is killed. A restore that came to its end could not be repeated. */
  most: number
  random: () => number
  signal: AbortSignal
}

/**
 * Kills runs of a command, each at a random one of its requests to the stores or of its tables. A position and no moment,
 * so that a fast machine and a slow one have the same number of interruptions.
 *
 * @returns their number.
 */
async function interrupt({ env, args, most, random, signal }: Interruption): Promise<number> {
  const names = ['S3_ENDPOINT', 'BACKUP_S3_ENDPOINT'].filter((name) => env[name] !== undefined)
  const stores = await Promise.all(
    names.map((name) => createTripwire(env[name] ?? '', storeRequest)),
  )
  const database = await createTripwire(env.DATABASE_URL ?? '', tableCopy)
  const wired = {
    ...env,
    ...Object.fromEntries(names.map((name, index) => [name, stores[index]?.address ?? ''])),
    DATABASE_URL: database.address,
  }
  /** A run that comes to its end has made fewer requests, and then so do the next ones. */
  const killOnce = async (wire: Tripwire, most: number): Promise<number> => {
    signal.throwIfAborted()
    const at = 1 + Math.floor(random() * most)
    const { code, stderr } = await vitrine(wired, args, { wire, at })
    if (code === null) return most
    if (code !== 0 || at === 1) throw new Error(`a run was not interrupted at ${at}: ${stderr}`)
    return killOnce(wire, Math.floor(at / 2))
  }
  try {
    let left = most
    for (let n = 0; n < interruptions.store; n += 1) {
      const wire = stores[n % stores.length]
      if (wire) left = await killOnce(wire, left)
    }
    for (let n = 0; n < interruptions.database; n += 1) await killOnce(database, furthestTable)
    return interruptions.store + interruptions.database
  } finally {
    for (const wire of [...stores, database]) wire.close()
  }
}
