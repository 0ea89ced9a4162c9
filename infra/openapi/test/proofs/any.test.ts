import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from '@vitrine/testing/t'
import ts from 'typescript'
import { findAny } from '../any.js'

const folder = fileURLToPath(new URL('../../../../packages/sdk/src/', import.meta.url))
const entries = ['index', 'roles', 'record-events', 'images/sign', 'node/index']
/** The result types of the main kinds of calls. */
const calls = `
import { createClient, orThrow, pages, upload } from '${folder}index.js'
const vitrine = createClient({ baseUrl: 'http://localhost' })
const params = { path: { projectId: '', widgetId: '' } }
export const me = orThrow(vitrine.GET('/api/auth/me'))
export const widget = vitrine.GET('/api/projects/{projectId}/widgets/{widgetId}', { params })
export const created = vitrine.POST('/api/projects/{projectId}/folders', { params, body: { name: '' } })
export const published = vitrine.GET('/api/v1/widgets/{widgetSlug}', { params: { path: { widgetSlug: '' } } })
export const assets = pages(vitrine, '/api/projects/{projectId}/assets', { params })
export const asset = upload(vitrine, { projectId: '', file: new Blob() })
`
const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'].map((name) => `lib.${name}.d.ts`),
  types: ['node'],
}

const planted = {
  property: 'export type Planted = { a: { b: any } }',
  union: 'export type Planted = { a: string | { b: any }[] }',
  parameter: 'export const planted = (a: { b: any }): void => undefined',
  result: 'export const planted = (): Promise<any> => Promise.reject()',
  index: 'export type Planted = Record<string, { b: any }>',
  inferred: 'export const planted = () => JSON.parse("1")',
  generic: 'export function planted<T extends { b: any }>(a: T): void {}',
  unresolved: 'export type { Planted } from "./missing.js"',
}

const sources = entries.map((name) => join(folder, `${name}.ts`))
const made = t.testdir()
const fileOf = (name: string) => join(made, `${name}.ts`)
const texts = Object.entries({ ...planted, calls })
await Promise.all(texts.map(([name, text]) => writeFile(fileOf(name), text)))
// One for all files, because it takes seconds to read the types of the platform.
const program = ts.createProgram([...sources, ...texts.map(([name]) => fileOf(name))], options)

t.test('every file can be parsed', async (t) => {
  t.same(program.getSyntacticDiagnostics(), [])
})

t.test('the types of the SDK have no any', async (t) => {
  t.same(findAny(program, sources), [])
})

t.test('nor do the answers of its calls', async (t) => {
  t.same(findAny(program, [fileOf('calls')]), [])
})

t.test('an any is found in each place of a type', async (t) => {
  for (const place of Object.keys(planted)) {
    t.equal(findAny(program, [fileOf(place)]).length, 1, place)
  }
})
