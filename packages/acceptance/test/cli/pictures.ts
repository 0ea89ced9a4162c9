import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import sharp from 'sharp'
import type { Test } from 'tap'
import type { CommandLine } from './command.js'

/** Pictures of noise in two folders, each of about so many bytes. */
export async function newPictures(t: Test, count: number, bytes = 1200): Promise<string> {
  const own = await mkdtemp(join(tmpdir(), 'vitrine-pictures-'))
  t.teardown(() => rm(own, { recursive: true }))
  const folder = join(own, 'photos')
  await mkdir(join(folder, 'beach'), { recursive: true })
  const side = Math.ceil(Math.sqrt(bytes / 3))
  for (let n = 0; n < count; n += 1) {
    const raw = { width: side, height: side, channels: 3 } as const
    const picture = sharp(randomBytes(side * side * 3), { raw }).png({ compressionLevel: 0 })
    await writeFile(join(folder, n % 2 ? `${n}.png` : `beach/${n}.png`), await picture.toBuffer())
  }
  return folder
}

/** Runs an upload until it has reported files; then `then` is called, and the exit code awaited. */
export async function duringUpload(
  cli: CommandLine,
  args: readonly string[],
  files: number,
  then: (child: ChildProcess) => unknown,
): Promise<{ code: number | null; lines: number; stderr: string }> {
  const child = cli.start(['upload', ...args, '--json'])
  child.stdin?.end()
  const exit = once(child, 'exit')
  let lines = 0
  let stderr = ''
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  if (child.stdout === null) throw new Error('No stdout.')
  for await (const _ of createInterface(child.stdout)) {
    lines += 1
    if (lines === files) await then(child)
  }
  const [code] = await exit
  return { code: code as number | null, lines, stderr }
}
