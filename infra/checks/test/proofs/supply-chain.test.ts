import { join } from 'node:path'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import t from '@vitrine/testing/t'
import { billOfMaterials } from '../../src/supply-chain/bom.js'
import { digestOf, foreignImages, releaseProblems } from '../../src/supply-chain/images.js'
import { type InstalledPackage, installedPackages } from '../../src/supply-chain/installed.js'
import { readIntegrities } from '../../src/supply-chain/lockfile.js'
import { problemsOf } from '../../src/supply-chain/problems.js'
import { findDependencyProblems } from '../../src/supply-chain/services.js'
import { readCompose } from '../fixtures/compose.js'
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

t.test('a release pins each third-party image by digest', async (t) => {
  const images = await foreignImages(root)
  const { services } = await readCompose()
  const foreign = Object.values(services).flatMap(({ image }) => image ?? [])
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
