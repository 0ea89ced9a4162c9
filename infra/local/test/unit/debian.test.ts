import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from '@vitrine/testing/t'
import { overlayScript } from '../../src/debian/below-usr.js'
import { findProgram, libraryScript, writeWrapper } from '../../src/debian/packages.js'

const tool = { name: 'some-tool-of-this-test', packageName: 'some-tool' }
const path = process.env.PATH

t.afterEach(() => {
  process.env.PATH = path
})

t.test('a program on PATH is used directly', async (t) => {
  const folder = t.testdir({ bin: {}, other: {} })
  const program = join(folder, 'bin', tool.name)
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  process.env.PATH = `${join(folder, 'other')}:${join(folder, 'bin')}`
  t.same(await findProgram(tool, t.fail), { program, env: {} })
})

t.test('without apt the error says to install the program', async (t) => {
  process.env.PATH = t.testdir()
  await t.rejects(findProgram(tool, t.fail), {
    message: `PATH has no ${tool.name}; install it and start again`,
  })
})

t.test('an unpacked program finds libraries in private folders', async (t) => {
  const root = t.testdir()
  const libraries = join(root, 'usr/lib/x86_64-linux-gnu')
  mkdirSync(libraries, { recursive: true })
  const program = join(root, 'usr/lib/browser')
  writeFileSync(program, '#!/bin/sh\necho "$LD_LIBRARY_PATH" "$1"\n', { mode: 0o755 })
  const wrapper = writeWrapper(root, 'browser', libraryScript(root, 'usr/lib/browser'))
  const printed = execFileSync(wrapper, ['--an-argument'], { encoding: 'utf8' })
  t.equal(printed, `${libraries}:${libraries}/pulseaudio --an-argument\n`)
  t.throws(() => libraryScript(root, 'usr/bin/none'), {
    message: `the packages in ${root} have no usr/bin/none`,
  })
})

t.test('a program with files below /usr runs with its package overlaid on /usr', async (t) => {
  const script = overlayScript('/unpacked', 'Xvfb')
  t.match(script, /^#!\/bin\/sh\nexec 'unshare' .*lowerdir=\/unpacked\/usr:\/usr.* 'Xvfb' "\$@"\n$/)
})
