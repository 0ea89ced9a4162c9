import { type FileHandle, mkdir, open, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

const mode = 0o600

/** Entries in a file, one line of JSON each, that are added one by one and survive a kill of the process. */
export class AppendLog<Entry> {
  private constructor(private readonly file: FileHandle) {}

  /**
   * Opens a log and writes it again with the last entry of each identity alone.
   *
   * @param identityOf entries with the same identity replace each other.
   */
  static async open<Entry>(
    path: string,
    identityOf: (entry: Entry) => string,
  ): Promise<{ log: AppendLog<Entry>; entries: Map<string, Entry> }> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const entries = new Map((await linesOf<Entry>(path)).map((entry) => [identityOf(entry), entry]))
    const next = `${path}.${process.pid}`
    await writeFile(next, [...entries.values()].map(lineOf).join(''), { mode })
    await rename(next, path)
    return { log: new AppendLog<Entry>(await open(path, 'a', mode)), entries }
  }

  /** Resolves when the operating system has the entry. */
  async append(entry: Entry): Promise<void> {
    await this.file.appendFile(lineOf(entry))
  }

  async close(): Promise<void> {
    await this.file.close()
  }
}

const lineOf = (entry: unknown): string => `${JSON.stringify(entry)}\n`

async function linesOf<Entry>(path: string): Promise<Entry[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  // The text behind the last line break is empty, or an entry whose writing was interrupted.
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Entry)
}
