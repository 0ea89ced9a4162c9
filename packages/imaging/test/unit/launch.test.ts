import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { launch } from '../../src/processes/launch.js'

const plain = { execPath: process.execPath, execArgv: ['--flag'] }

t.test('an image process that need not yield is started as it is', async (t) => {
  t.strictSame(await launch(['--flag'], 0), plain)
})

t.test('where niceness is refused, an image process is started as it is', async (t) => {
  const folder = t.testdir({ nice: '#!/bin/sh\nexit 1\n' })
  await chmod(join(folder, 'nice'), 0o755)
  process.env.PATH = folder
  t.strictSame(await launch(['--flag'], 3), plain)
})
