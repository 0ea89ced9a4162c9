import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '@vitrine/testing/random'
import type { Options } from '../options.js'
import type { Context, Result } from '../proof.js'
import { type PrivateBackends, withBackends } from '../stack/backends.js'
import { createFixture } from './fixture.js'
import { vitrine } from './program.js'

/** Of the backup, and as many of the restore. */
const interruptions = 10
/** A killed run copies as many objects again: see `journalEvery` of the backup. */
const copiedAgain = 100
/** At first. Longer after each killed run, so that some are killed early and some late. */
const longestMs = 1500

type Manifest = {
  createdAt: string
  tables: { name: string; rows: number; sha256: string }[]
  objects: { count: number; sizeBytes: number }
  lost: string[]
}

/**
 * An installation is backed up while it changes, and restored into another one. Both are killed ten times at random
 * moments and go on, without a double and without a loss. Its lines are the figures of infra/PRODUCTION.md.
 */
export async function proveBackup(options: Options, context: Context): Promise<Result> {
  const vault = await mkdtemp(join(tmpdir(), 'vitrine-vault-'))
  const failures: string[] = []
  let passed = 0
  const check = (sentence: string, problem: string | false) => {
    if (problem === false) passed += 1
    else failures.push(`${sentence}\n${problem}`)
  }
  try {
    await withBackends((source) =>
      withBackends((target) => prove({ source, target, vault, options, context, check })),
    )
  } finally {
    await rm(vault, { recursive: true, force: true })
  }
  return { passed, failures }
}

type Parts = {
  source: PrivateBackends
  target: PrivateBackends
  vault: string
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
    const backup = ['backup', '--to', vault]
    const kills = await interrupt(source, backup, random, signal)
    const before = await countBlobs(vault)
    const made = await vitrine(source, backup)
    const after = await countBlobs(vault)
    const during = await vitrine(source, backup)
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
    const final = await vitrine(source, backup)
    check('a backup under changes is complete', during.code !== 0 && during.stderr)
    const verified = await vitrine(source, ['verify', '--from', vault])
    log(`  ${verified.stdout.trim()} in ${verified.seconds.toFixed(1)} s`)
    check('every byte is verified by SHA-256', verified.code !== 0 && verified.stderr)
    const saved = await newest(vault)
    const assets = await fixture.count()
    check('no asset is lost', saved.lost.length > 0 && saved.lost.join('\n'))
    check(
      'every asset is in the backup once',
      saved.objects.count !== assets * 2 && `${saved.objects.count} objects of ${assets} assets`,
    )
    check('the last backup is complete', final.code !== 0 && final.stderr)

    const drill = await vitrine(target, ['drill', '--from', vault])
    log(`  drill: ${drill.stdout.trim()} in ${drill.seconds.toFixed(1)} s`)
    check('the drill succeeds', drill.code !== 0 && drill.stderr)

    const restore = ['restore', '--from', vault]
    const stops = await interrupt(target, restore, random, signal)
    const restored = await vitrine(target, restore)
    const isDone = restored.code === 0 || /the database is not empty/.test(restored.stderr)
    log(`  restore: ${stops} interruptions, then ${restored.seconds.toFixed(1)} s`)
    check('an interrupted restore goes on', !isDone && restored.stderr)
    check(
      'there were twenty interruptions',
      kills + stops < 2 * interruptions &&
        `${kills + stops}; with more --assets there is more time`,
    )
    const other = await mkdtemp(join(tmpdir(), 'vitrine-vault-'))
    try {
      const made = await vitrine(target, ['backup', '--to', other])
      check('the restored installation can be backed up', made.code !== 0 && made.stderr)
      const { tables, objects } = await newest(other)
      const [own, theirs] = [
        JSON.stringify(tables.map(contentOf)),
        JSON.stringify(saved.tables.map(contentOf)),
      ]
      check('all rows are restored', own !== theirs && `${own}\n${theirs}`)
      check(
        'all objects are restored',
        objects.count !== saved.objects.count && `${objects.count} of ${saved.objects.count}`,
      )
    } finally {
      await rm(other, { recursive: true, force: true })
    }
    const reconciled = await vitrine(target, ['reconcile', '--bytes'])
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

/**
 * Kills runs of a command at random moments. A run that succeeds before its moment shortens the next ones.
 *
 * @returns the number of killed runs: less than wanted if a run fails because nothing is left to do.
 */
async function interrupt(
  backends: PrivateBackends,
  args: readonly string[],
  random: () => number,
  signal: AbortSignal,
): Promise<number> {
  let mostMs = longestMs
  for (let killed = 0; killed < interruptions; ) {
    signal.throwIfAborted()
    const { code } = await vitrine(backends, args, mostMs * (0.2 + 0.8 * random()))
    if (code === null) {
      killed += 1
      mostMs *= 1.5
    } else if (code === 0) mostMs *= 0.7
    else return killed
  }
  return interruptions
}

async function countBlobs(vault: string): Promise<number> {
  const entries = await readdir(join(vault, 'blobs'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

async function newest(vault: string): Promise<Manifest> {
  const names = (await readdir(join(vault, 'backups'))).toSorted()
  return JSON.parse(await readFile(join(vault, 'backups', names.at(-1) ?? ''), 'utf8')) as Manifest
}
