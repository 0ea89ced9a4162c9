import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import t, { type Test } from '@vitrine/testing/t'
import { readCompose } from '../../src/compose.js'
import { scanForAdvisories } from '../../src/supply-chain/advisories.js'
import { billOfMaterials } from '../../src/supply-chain/bom.js'
import { digestOf, foreignImages, releaseProblems } from '../../src/supply-chain/images.js'
import { type InstalledPackage, installedPackages } from '../../src/supply-chain/installed.js'
import { readIntegrities } from '../../src/supply-chain/lockfile.js'
import { problemsOf } from '../../src/supply-chain/problems.js'
import { findDependencyProblems } from '../../src/supply-chain/services.js'
import { root } from '../fixtures/workspace.js'

const delivery = await installedPackages(join(root, 'services/delivery'))
const integrities = await readIntegrities(root)
const digest = `sha256:${'a'.repeat(64)}`

t.test('every production package is pinned, licensed and reviewed', async (t) => {
  t.same(await findDependencyProblems(root), [])
})

t.test('the packages of a service are itself and its transitive dependencies', async (t) => {
  const names = new Set([...delivery.values()].map(({ name }) => name))
  for (const name of ['@vitrine/delivery', '@vitrine/http', 'fastify', 'find-my-way', 'sharp']) {
    t.ok(names.has(name), name)
  }
  for (const name of ['tap', 'typescript', '@vitrine/testing']) t.notOk(names.has(name), name)
})

t.test('unreviewed, unlicensed and unpinned packages are problems', async (t) => {
  const one = (name: string, licence: string | null): InstalledPackage => ({
    name,
    version: '1.0.0',
    licence,
    isOwn: false,
    needs: [],
  })
  const check = (found: InstalledPackage, reviewed: Record<string, string>, isLocked = true) => {
    const key = `${found.name}@1.0.0`
    const locked = new Map(isLocked ? [[key, 'x']] : [])
    return problemsOf(new Map([[key, found]]), locked, reviewed)
  }
  t.same(check(one('a', 'MIT'), { 'a@1.0.0': 'MIT' }), [])
  t.same(check(one('a', '(MIT OR GPL-3.0-only)'), { 'a@1.0.0': '(MIT OR GPL-3.0-only)' }), [])
  t.same(check(one('@img/sharp-darwin-arm64', 'MIT'), {}), [], 'for another platform than the list')
  const table: [InstalledPackage, Record<string, string>, boolean, RegExp][] = [
    [one('a', 'MIT'), {}, true, /a@1\.0\.0 \(MIT\) is not in/],
    [one('a', 'MIT'), { 'a@1.0.0': 'ISC' }, true, /a@1\.0\.0 \(MIT\) is not in/],
    [one('toString', 'MIT'), {}, true, /is not in/],
    [one('a', 'GPL-3.0-only'), { 'a@1.0.0': 'GPL-3.0-only' }, true, /not an accepted one/],
    [one('a', 'SEE LICENSE'), { 'a@1.0.0': 'SEE LICENSE' }, true, /not an accepted one/],
    [one('a', null), { 'a@1.0.0': 'none' }, true, /not an accepted one/],
    [one('a', 'MIT'), { 'a@1.0.0': 'MIT' }, false, /not in pnpm-lock/],
    [one('a', 'MIT'), { 'a@1.0.0': 'MIT', 'b@1.0.0': 'MIT' }, true, /b@1\.0\.0 .* not used/],
  ]
  for (const [found, reviewed, isLocked, message] of table) {
    t.match(check(found, reviewed, isLocked), [message], String(message))
  }
})

t.test('a bill of materials is valid CycloneDX and deterministic', async (t) => {
  const base = { name: 'node:22.1.0-slim', digest }
  const text = billOfMaterials(delivery, integrities, base)
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6)
  t.equal(await validator.validate(text), null)
  t.equal(billOfMaterials(delivery, integrities, base), text)
  const { metadata, components, dependencies } = JSON.parse(text)
  t.match(metadata.component, { type: 'application', group: '@vitrine', name: 'delivery' })
  const fastify = components.find(({ name }: { name: string }) => name === 'fastify')
  t.match(fastify, {
    purl: /^pkg:npm\/fastify@\d/,
    hashes: [{ alg: 'SHA-512', content: /^[\da-f]{128}$/ }],
    licenses: [{ license: { id: 'MIT' } }],
  })
  const needed = dependencies.find(({ ref }: { ref: string }) => ref === fastify['bom-ref'])
  t.ok(needed.dependsOn.some((ref: string) => ref.startsWith('find-my-way@')))
  const image = components.find(({ type }: { type: string }) => type === 'container')
  t.match(image, { name: 'node', version: '22.1.0-slim', purl: /sha256%3Aaaa/ })
  t.notMatch(text, root, 'contains no local paths')
})

/** A folder of advisories as OSV publishes them, one file each. */
async function folderOf(t: Test, files: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-advisories-'))
  t.teardown(() => rm(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) {
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    await writeFile(join(folder, name), text)
  }
  return folder
}

const fastify = [...delivery.values()].find(({ name }) => name === 'fastify')

t.test('an advisory about an installed version names package, version, id and fix', async (t) => {
  const affected = [
    {
      package: { ecosystem: 'npm', name: 'fastify' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '99.1.0' }] }],
    },
  ]
  const folder = await folderOf(t, {
    'GHSA-1.json': { id: 'GHSA-1', summary: 'It leaks.', affected },
    'GHSA-2.json': { id: 'GHSA-2', summary: 'Taken back.', withdrawn: '2026-01-01', affected },
    'README.md': 'no advisory',
  })
  const { advisories, findings } = await scanForAdvisories(delivery.values(), folder)
  const key = `fastify@${fastify?.version}`
  t.equal(advisories, 2)
  t.same([...findings], [[key, [`${key}: GHSA-1 It leaks. (fixed in 99.1.0)`]]])
})

t.test('the ranges and versions of an advisory decide', async (t) => {
  const one = { name: 'a', version: '2.5.0', licence: 'MIT', isOwn: false, needs: [] }
  type Described = { events?: object[]; versions?: string[]; name?: string; ecosystem?: string }
  const table: [isAffected: boolean, what: Described][] = [
    [true, { events: [{ introduced: '0' }] }],
    [true, { events: [{ introduced: '2.5.0' }, { fixed: '2.5.1' }] }],
    [false, { events: [{ introduced: '2.0.0' }, { fixed: '2.5.0' }] }],
    [true, { events: [{ introduced: '2.0.0' }, { last_affected: '2.5.0' }] }],
    [false, { events: [{ introduced: '2.0.0' }, { last_affected: '2.4.9' }] }],
    [false, { events: [{ introduced: '3.0.0-beta.1' }] }],
    [true, { events: [{ fixed: '1.0.1' }, { introduced: '0' }, { introduced: '2.0.0' }] }],
    [false, { events: [{ introduced: '0' }, { fixed: '1.0.1' }, { introduced: '3.0.0' }] }],
    [false, { events: [] }],
    [true, { versions: ['2.4.0', '2.5.0'] }],
    [false, { versions: ['2.4.0'] }],
    [false, { events: [{ introduced: '0' }], name: 'b' }],
    [false, { events: [{ introduced: '0' }], ecosystem: 'PyPI' }],
  ]
  for (const [isAffected, what] of table) {
    const { events, versions, name = 'a', ecosystem = 'npm' } = what
    const ranges = [{ type: 'SEMVER', events }]
    const folder = await folderOf(t, {
      'one.json': { id: 'ONE', affected: [{ package: { ecosystem, name }, versions, ranges }] },
      'other.json': { id: 'OTHER', affected: [{ package: { ecosystem: 'npm', name: 'c' } }] },
    })
    const { findings } = await scanForAdvisories([one], folder)
    t.equal(findings.size, isAffected ? 1 : 0, JSON.stringify(what))
  }
})

t.test('a folder that has no advisories is refused', async (t) => {
  const empty = await folderOf(t, { 'one.json': { id: 'ONE', affected: [] } })
  await t.rejects(scanForAdvisories([], empty), /has no advisory for npm/)
  const torn = await folderOf(t, { 'one.json': '{"id":' })
  await t.rejects(scanForAdvisories([], torn), /one\.json is not JSON/)
})

t.test('a release pins each third-party image by digest', async (t) => {
  const images = await foreignImages(root)
  const { services } = await readCompose()
  const foreign = Object.values(services).flatMap(({ image, build }) =>
    build ? [] : (image ?? []),
  )
  for (const image of foreign) t.match(image, /^\$\{\w+_IMAGE:-\S+\}$/, 'is set by a variable')
  t.equal(images.length, new Set(foreign).size + 1, 'and Node')
  t.equal(releaseProblems(images, {}).length, images.length)
  const pinned = Object.fromEntries(
    images.map(({ variable, name }) => [variable, `${name}@${digest}`]),
  )
  t.same(releaseProblems(images, pinned), [])
  const [node] = images
  t.match(node, { variable: 'NODE_IMAGE', name: /^node:22/ })
  if (node === undefined) return
  for (const value of ['', node.name, `node:1@${digest}`, `${node.name}@sha256:abc`]) {
    t.equal(digestOf(node, { NODE_IMAGE: value }), null, value)
    t.match(releaseProblems(images, { ...pinned, NODE_IMAGE: value }), [
      /^NODE_IMAGE must be node:22/,
    ])
  }
})
