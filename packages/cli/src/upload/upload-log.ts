import { createHash, randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Lock, tryLock } from '@vitrine/sdk/node'
import { CommandError, exitCodes } from '../failure.js'
import { AppendLog } from './append-log.js'
import type { Fields } from './fields.js'
import type { PlannedFile } from './plan.js'

/** The state of sending a file. */
type SentFile = {
  identity: string
  /** The Idempotency-Key. */
  key: string
  /** When it was made, ms since 1970. */
  at: number
  /** The asset that the answer named; missing if none arrived. */
  assetId?: string
}

/** The service repeats an answer for 24 hours; an upload may take some of the last one. */
const keyAgeMs = 23 * 3_600_000

/** The files that were sent into a project from here. An interrupted upload continues with it. */
export class UploadLog {
  private constructor(
    private readonly log: AppendLog<SentFile>,
    private readonly entries: Map<string, SentFile>,
    private readonly lock: Lock,
  ) {}

  /** @throws CommandError while another process uploads into the project. */
  static async open(folder: string, url: string, projectId: string): Promise<UploadLog> {
    const name = createHash('sha256').update(`${url} ${projectId}`).digest('hex').slice(0, 32)
    const path = join(folder, 'uploads', `${name}.jsonl`)
    const lock = await acquire(`${path}.lock`)
    const { log, entries } = await AppendLog.open<SentFile>(path, ({ identity }) => identity)
    return new UploadLog(log, entries, lock)
  }

  static identityOf(file: PlannedFile, { tags = [], focalPoint, ...others }: Fields): string {
    const { path, folder, size, mtimeMs } = file
    const texts = [focalPoint, others].flatMap((one) =>
      one && Object.keys(one).length > 0 ? [JSON.stringify(one)] : [],
    )
    return JSON.stringify([path, folder, size, mtimeMs, ...tags, ...texts])
  }

  find(identity: string): SentFile | undefined {
    return this.entries.get(identity)
  }

  /** Whether a repeated call with the key of an unanswered upload gets the answer of the first. */
  static isResumable({ at, assetId }: SentFile): boolean {
    return assetId === undefined && Date.now() - at < keyAgeMs
  }

  /** The key to send a file with. It is in the log first: a process that is killed then uses it again. */
  async begin(identity: string): Promise<string> {
    const known = this.find(identity)
    if (known && UploadLog.isResumable(known)) return known.key
    const sent: SentFile = { identity, key: randomUUID(), at: Date.now() }
    await this.add(sent)
    return sent.key
  }

  async complete(identity: string, assetId: string): Promise<void> {
    const known = this.find(identity)
    if (known?.assetId === assetId) return
    await this.add({ identity, key: known?.key ?? '', at: known?.at ?? Date.now(), assetId })
  }

  private async add(sent: SentFile): Promise<void> {
    this.entries.set(sent.identity, sent)
    await this.log.append(sent)
  }

  async close(): Promise<void> {
    await this.log.close()
    await this.lock.release()
  }
}

/**
 * A lock that lasts as long as the process: one of a killed process is taken over.
 *
 * @throws CommandError if a running process has it.
 */
async function acquire(path: string): Promise<Lock> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const lock = await tryLock(path)
  if ('release' in lock) return lock
  const message = `Process ${lock.pid} uploads into this project. Wait until it ends.`
  throw new CommandError(message, exitCodes.refused)
}
