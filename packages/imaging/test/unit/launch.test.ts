// Needs a process of its own: it changes the PATH, and the commands that were found are kept.
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import t from '@vitrine/testing/t'
import { launch, yieldAll } from '../../src/processes/launch.js'

const plain = { execPath: process.execPath, execArgv: ['--flag'] }

t.test('an image process without a niceness is started directly', async (t) => {
  t.strictSame(await launch(['--flag'], { niceness: 0, yieldsAll: false }), plain)
})

t.test('if a scheduling class is refused, the next one is used', async (t) => {
  const refuses = '#!/bin/sh\nexit 1\n'
  const folder = t.testdir({ chrt: refuses, nice: '#!/bin/sh\n' })
  for (const command of ['chrt', 'nice']) await chmod(join(folder, command), 0o755)
  process.env.PATH = folder
  const nicer = { execPath: 'nice', execArgv: ['-n', '3', process.execPath, '--flag'] }
  t.strictSame(await launch(['--flag'], { niceness: 3, yieldsAll: true }), nicer)
  t.strictSame(await launch(['--flag'], { niceness: 0, yieldsAll: true }), plain)
  t.notOk(await yieldAll(process.pid))
})

t.test('if niceness is refused, an image process is started directly', async (t) => {
  // A separate module instance, which has not tried the commands yet.
  const { launch } = await import(
    `${new URL('../../dist/processes/launch.js', import.meta.url)}?again`
  )
  const folder = t.testdir({ nice: '#!/bin/sh\nexit 1\n' })
  await chmod(join(folder, 'nice'), 0o755)
  process.env.PATH = folder
  t.strictSame(await launch(['--flag'], { niceness: 3, yieldsAll: false }), plain)
})
