import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from '@vitrine/testing/t'
import { readBuild } from '../../src/resources/embed/scripts/build.js'
import { scriptBuild, writeBuild } from '../script-build.js'

const build = scriptBuild('entry', { 'grid.js': 'grid', 'labels-de.js': 'labels' })

t.test('a build is read according to its manifest', async (t) => {
  const folder = t.testdir({ 'stray.js': 'not in the manifest' })
  const read = readBuild(writeBuild(folder, build.files))
  t.same(
    read.map(({ path, bytes, file, object }) => [path, `${bytes}`, file, object]),
    Object.entries(build.files).map(([path, text]) => [
      path,
      text,
      join(folder, path),
      path === 'v1.js' ? null : `embed/${path}`,
    ]),
  )
})

t.test(
  'missing files of a build, and files whose content does not match their name, are named',
  async (t) => {
    const folder = t.testdir({ none: {}, other: { 'manifest.json': '{}' } })
    const at = (name: string) => join(folder, name)
    const cases: [name: string, message: string][] = [
      ['none', `${at('none/manifest.json')} is missing: build @vitrine/embed first`],
      ['other', `${at('other/manifest.json')} names no v1.js: build @vitrine/embed again`],
    ]
    const [grid = ''] = build.parts
    writeBuild(at('part'), build.files)
    rmSync(at(`part/${grid}`))
    cases.push(['part', `${at(`part/${grid}`)} is missing: build @vitrine/embed first`])
    for (const path of [build.pinned, grid, build.list]) {
      const name = `changed-${cases.length}`
      writeBuild(at(name), build.files)
      writeFileSync(at(`${name}/${path}`), path === build.list ? '{}' : 'another')
      cases.push([name, `the name of ${path === build.list ? '' : at(`${name}/${path}`)}`])
    }
    writeBuild(at('short'), { 'v1.js': 'entry', 'v1/grid-D3QYXYVP.js': 'grid' })
    cases.push([
      'short',
      `the name of ${at('short/v1/grid-D3QYXYVP.js')} does not have the SHA-256`,
    ])
    for (const [name, message] of cases) {
      t.throws(() => readBuild(join(at(name), 'manifest.json')), {
        message: new RegExp(message.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')),
      })
    }
  },
)
