import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { launch } from '../../src/processes/launch.js'

t.test('where no policy can be chosen, Node is started as it is', async (t) => {
  const folder = t.testdir({ chrt: '#!/bin/sh\nexit 1\n' })
  await chmod(join(folder, 'chrt'), 0o755)
  process.env.PATH = folder
  t.strictSame(await launch(['--flag']), { execPath: process.execPath, execArgv: ['--flag'] })
})
