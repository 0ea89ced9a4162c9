import type { Send, Vitrine } from '@vitrine/sdk'
import { bad, type Finding } from './finding.js'
import { createPublicReads, NoAnswer, type PublicReads } from './public-reads.js'
import { clockFinding, readinessOf, unreachable } from './readiness.js'
import { createTrial, type Trial } from './trial.js'
import {
  errorsFinding,
  keptIn,
  pictureFindings,
  refusalFinding,
  replicasFindings,
  widgetFinding,
} from './verdicts.js'

type Patient = {
  vitrine: Vitrine
  projectId: string
  /** Sends requests without credentials. */
  send: Send
  /** Aborts when the person has interrupted the command. */
  signal: AbortSignal
}

/**
 * Publishes a widget with a picture, reads both as visitors do, takes them back, and reads again: one finding after another. What was
 * made is removed at the end, also after an interruption.
 *
 * @throws VitrineError if the service refuses a call; the reason of the signal.
 */
export async function* diagnose({ vitrine, projectId, send, signal }: Patient) {
  const reads = createPublicReads(send)
  const management = { name: 'management-api', address: `${vitrine.baseUrl}/api/readyz` }
  const own = await readinessOf(reads, management)
  yield* own.findings
  const trial = createTrial(vitrine, projectId, () => Date.now() + (own.aheadMs ?? 0))
  try {
    signal.throwIfAborted()
    const { address, key } = await trial.create()
    const { origin } = new URL(address)
    const delivery = { name: 'delivery', address: `${origin}/api/v1/readyz` }
    const { findings, aheadMs } = await readinessOf(reads, delivery)
    yield* findings
    yield clockFinding(
      new Map([
        ['management-api', own.aheadMs],
        ['delivery', aheadMs],
      ]),
    )
    signal.throwIfAborted()
    if (findings.some(({ check, isOk }) => check === 'delivery' && !isOk)) return
    const visit = { reads, trial, address, widget: `${origin}/api/v1/widgets/${trial.name}`, key }
    yield* tryOut(visit, signal)
  } catch (error) {
    const finding = findingOf(error)
    if (finding === null) throw error
    yield finding
  } finally {
    const left = await removeAll(trial)
    yield* left
  }
}

type Visit = {
  reads: PublicReads
  trial: Trial
  /** Of the picture and of the widget. */
  address: string
  widget: string
  key: string
}

async function* tryOut(visit: Visit, signal: AbortSignal): AsyncGenerator<Finding> {
  const { trial, reads, address } = visit
  const readWidget = () => reads.readOften(visit.widget, { 'X-API-Key': visit.key })
  const drafts = await readWidget()
  signal.throwIfAborted()
  const published = await trial.setPublished('publish')
  yield* replicasFindings(published, 'live')
  const shown = await readWidget()
  yield widgetFinding(shown)
  const pictures = await reads.readOften(address)
  yield* pictureFindings(pictures)
  signal.throwIfAborted()

  const unpublished = await trial.setPublished('unpublish')
  const hidden = await readWidget()
  await trial.removeWidget()
  const removed = await trial.removePicture()
  const gone = await reads.readOften(address)
  yield errorsFinding([...drafts, ...shown, ...hidden, ...gone])
  yield refusalFinding({
    acknowledgement: removed ?? unpublished,
    cachedBy: keptIn(pictures),
    hidden,
    gone,
  })
}

/** What an error says about the installation; null if it is one of the command itself. */
function findingOf(error: unknown): Finding | null {
  if (error instanceof NoAnswer) return unreachable('delivery', error)
  // Of `AbortSignal.timeout`.
  return error instanceof Error && error.name === 'TimeoutError' ? unacknowledged : null
}

const unacknowledged = bad(
  'replicas',
  'A change was not confirmed within 30 s, by a replica of delivery or by the purge of the CDN.',
  'Look at the log of management-api. infra/PRODUCTION.md says what to do about PROPAGATION_PENDING.',
)

/** Removes what the trial has made and what is left of it, each part also if another one fails. */
async function removeAll(trial: Trial): Promise<Finding[]> {
  const parts = [
    ['widget', trial.removeWidget],
    ['picture', trial.removePicture],
    ['key', trial.removeKey],
  ] as const
  const left: Finding[] = []
  for (const [part, remove] of parts) {
    try {
      await remove()
    } catch (error) {
      const message = `The ${part} ${trial.name} could not be removed: ${(error as Error).message}`
      left.push(bad('removal', message, 'Delete it yourself.'))
    }
  }
  return left
}
