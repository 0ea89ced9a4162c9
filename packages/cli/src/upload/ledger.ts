import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Lock } from '@vitrine/sdk/node'
import type { Fields } from './fields.js'
import { Journal } from './journal.js'
import { acquire } from './lock.js'
import type { PlannedFile } from './plan.js'

/** The state of sending a file. */
export type Sent = {
  identity: string
  /** The Idempotency-Key. */
  key: string
  /** When it was made, ms since 1970. */
  at: number
  /** Of the answer; missing if none arrived. */
  assetId?: string
}

/** The service repeats an answer for 24 hours; an upload may take some of the last one. */
const keyAgeMs = 23 * 3_600_000

/** The files that were sent into a project from here. An interrupted upload continues with it. */
export class Ledger {
  private constructor(
    private readonly journal: Journal<Sent>,
    private readonly entries: Map<string, Sent>,
    private readonly lock: Lock,
  ) {}

  /** @throws CommandError while another process uploads into the project. */
  static async open(folder: string, url: string, projectId: string): Promise<Ledger> {
    const name = createHash('sha256').update(`${url} ${projectId}`).digest('hex').slice(0, 32)
    const path = join(folder, 'uploads', `${name}.jsonl`)
    const lock = await acquire(`${path}.lock`)
    const { journal, entries } = await Journal.open<Sent>(path, ({ identity }) => identity)
    return new Ledger(journal, entries, lock)
  }

  static identityOf(file: PlannedFile, { tags = [], focalPoint, ...others }: Fields): string {
    const { path, folder, size, mtimeMs } = file
    const texts = [focalPoint, others].flatMap((one) =>
      one && Object.keys(one).length > 0 ? [JSON.stringify(one)] : [],
    )
    return JSON.stringify([path, folder, size, mtimeMs, ...tags, ...texts])
  }

  find(identity: string): Sent | undefined {
    return this.entries.get(identity)
  }

  /** Whether a repeated call with the key of an unanswered upload gets the answer of the first. */
  static isResumable({ at, assetId }: Sent): boolean {
    return assetId === undefined && Date.now() - at < keyAgeMs
  }

  /** The key to send a file with. It is in the journal first: a process that is killed then uses it again. */
  async begin(identity: string): Promise<string> {
    const known = this.find(identity)
    if (known && Ledger.isResumable(known)) return known.key
    const sent: Sent = { identity, key: randomUUID(), at: Date.now() }
    await this.add(sent)
    return sent.key
  }

  async complete(identity: string, assetId: string): Promise<void> {
    const known = this.find(identity)
    if (known?.assetId === assetId) return
    await this.add({ identity, key: known?.key ?? '', at: known?.at ?? Date.now(), assetId })
  }

  private async add(sent: Sent): Promise<void> {
    this.entries.set(sent.identity, sent)
    await this.journal.append(sent)
  }

  async close(): Promise<void> {
    await this.journal.close()
    await this.lock.release()
  }
}
