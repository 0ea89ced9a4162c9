import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { findProgram } from '../../src/debian/index.js'

const tool = { name: 'some-tool-of-this-test', packageName: 'some-tool' }
const path = process.env.PATH

t.afterEach(() => {
  process.env.PATH = path
})

t.test('a program on PATH is taken as it is', async (t) => {
  const folder = t.testdir({ bin: {}, other: {} })
  const program = join(folder, 'bin', tool.name)
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  process.env.PATH = `${join(folder, 'other')}:${join(folder, 'bin')}`
  t.same(await findProgram(tool, t.fail), { program, env: {} })
})

t.test('where there is no apt the program is to be installed by hand', async (t) => {
  process.env.PATH = t.testdir()
  await t.rejects(findProgram(tool, t.fail), {
    message: `PATH has no ${tool.name}; install it and start again`,
  })
})
