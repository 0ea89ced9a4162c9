import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { StackOptions } from '../preflight/command-line.mjs'
import { createProgress } from '../preflight/progress.mjs'
import { deleteData } from '../src/backends/start.js'
import { startStack } from '../src/stack.js'
import type { StackFile } from '../src/stack-file.js'
import type { Entries } from '../src/stack-programs.js'

export const fixture = (name: string) => join(import.meta.dirname, `../test/fixtures/${name}.mjs`)
export const standIns: Entries = {
  'management-api': fixture('service'),
  delivery: fixture('service'),
  migrate: fixture('migrate'),
  seed: fixture('seed'),
  'login-code': fixture('login-code'),
}

export function makeFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  t.teardown(async () => {
    await deleteData(join(folder, 'backends'), () => undefined)
    rmSync(folder, { recursive: true })
  })
  return folder
}

export async function start(
  t: Test,
  folder: string,
  changes: {
    options?: Partial<StackOptions>
    entries?: Partial<Entries>
    signal?: AbortSignal
  } = {},
) {
  let output = ''
  const stack = await startStack({
    folder,
    options: {
      host: 'localhost',
      port: 0,
      replicas: 1,
      reset: false,
      restartDelayMs: 0,
      ...changes.options,
    },
    entries: { ...standIns, ...changes.entries },
    progress: createProgress((text) => {
      output += text
    }),
    signal: changes.signal ?? new AbortController().signal,
  })
  t.teardown(() => stack.stop())
  return { ...stack, output: () => output }
}

export function pidsOf({ management, delivery, postgres, redis, s3 }: StackFile): number[] {
  return [management, ...delivery, postgres, redis, s3].map(({ pid }) => pid as number)
}

export function pidFilesIn(folder: string): string[] {
  return ['pids', 'backends/pids'].flatMap((name) => {
    const pids = join(folder, name)
    return existsSync(pids) ? readdirSync(pids) : []
  })
}
