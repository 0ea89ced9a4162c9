import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { currentTestSource, groupSource } from '../src/test-groups.js'
import type { Limits } from '../src/watch-process.js'

/** Runs test files as a group in a process; their texts by name. */
export function runGroup(t: Test, texts: Readonly<Record<string, string>>, limits?: Limits) {
  const names = Object.keys(texts)
  const members = names.map((name) => `unit/${name}.test.ts`)
  const folder = t.testdir({
    'package.json': '{"type":"module"}',
    'current-test.js': currentTestSource,
    groups: { 'group-1.test.js': groupSource(members, limits) },
    unit: Object.fromEntries(names.map((name) => [`${name}.test.js`, texts[name] ?? ''])),
  })
  mkdirSync(join(folder, 'node_modules'))
  const tap = fileURLToPath(new URL('../node_modules/tap', import.meta.url))
  symlinkSync(tap, join(folder, 'node_modules/tap'))
  const { TAP: _, ...env } = process.env
  return spawnSync(process.execPath, [join(folder, 'groups/group-1.test.js')], {
    ...{ cwd: folder, env, encoding: 'utf8', timeout: 300_000 },
  })
}
