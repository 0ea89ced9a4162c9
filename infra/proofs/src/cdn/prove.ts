import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findVarnish } from '@vitrine/local/varnish'
import { check } from '../chaos/check.js'
import { member } from '../chaos/nemesis.js'
import type { Options } from '../options.js'
import { type Context, type Result, resultOf } from '../proof.js'
import { createAdminClient } from '../stack/admin-client.js'
import { withStack } from '../stack/stack.js'
import { findForgotten } from './audit.js'
import { type Changes, createChanges } from './changes.js'
import { faults } from './faults.js'
import { createFront, type Front } from './front.js'
import { runReaders, type Tally } from './readers.js'
import { changingPicture, guardedProject } from './subjects.js'

const stackSize = { replicas: 2, managers: 2 }
/** Few enough that each subject is read several times a second. */
const lanesOfEach = 20
/** For the last changes to be acknowledged, and their purges to be confirmed. Long, as on a busy machine. */
const endingMs = 180_000

type Parts = { options: Options; context: Context; front: Front }

/**
 * Changes pictures at random while readers fetch them through Varnish, which keeps them for a year, and faults do harm. Nothing
 * that was acknowledged may be missing in a later answer, and no purge may be forgotten, also of a change that nobody waits for.
 */
export async function proveCdn(options: Options, context: Context): Promise<Result> {
  const program = await findVarnish(context.log)
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-cdn-'))
  const front = await createFront({ program, folder })
  try {
    return await prove({ options, context, front })
  } finally {
    await front.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const prove = ({ options, context, front }: Parts): Promise<Result> =>
  withStack({ ...stackSize, settings: front.settings }, async (stack) => {
    const cache = await front.open(stack.replicas)
    const ending = new AbortController()
    const managers = () => stack.managers.map(({ url }) => url())
    const admin = createAdminClient(managers, ending.signal)
    const changes = createChanges({ admin, managers, signal: ending.signal })
    try {
      const kinds = [guardedProject, changingPicture]
      const lanes = kinds.flatMap((kind) => Array.from({ length: lanesOfEach }, () => kind))
      const change = await changes.prepare(lanes)
      let isReading = true
      const reading = runReaders({ url: front.url, changes, isOn: () => isReading })
      const changing = change()
      try {
        do {
          for (const { name, strike } of faults) {
            context.signal.throwIfAborted()
            await strike({ stack, front, cache })
            context.log(`  ${name}: ${changes.made()} changes`)
          }
        } while (changes.made() < options.changes)
      } finally {
        changes.end()
        const timer = setTimeout(() => ending.abort(new Error('never acknowledged')), endingMs)
        await changing
        clearTimeout(timer)
        isReading = false
      }
      const tally = await reading
      const urls = { cacheUrl: front.url, replicaUrl: member(stack.replicas, 0).url() }
      const forgotten = await findForgotten(changes.subjects, { ...urls, limitMs: endingMs })
      return judge({ changes, tally, forgotten, log: context.log })
    } finally {
      admin.close()
      await cache.close()
    }
  })

type Judged = {
  changes: Changes
  tally: Tally
  forgotten: readonly string[]
  log: Context['log']
}

function judge({ changes, tally, forgotten, log }: Judged): Result {
  const { subjects, failures } = changes
  const reads = subjects.flatMap((subject) => subject.reads)
  const broken = reads.filter(({ outcome }) => outcome.kind !== 'seen').length
  const counts = `${reads.length} reads, ${tally.hits} of them from the cache, ${broken} without an answer`
  log(`  ${changes.made()} changes, ${counts}`)
  return resultOf({
    'every change is acknowledged in the end': failures,
    'no answer is older than an acknowledged change': subjects
      .flatMap((subject) => check({ ...subject, subject: subject.name }))
      .map(({ kind, what }) => `${kind}: ${what}`),
    'no purge is forgotten': forgotten,
    'the cache answers': tally.hits > reads.length / 4 ? [] : [counts],
  })
}
