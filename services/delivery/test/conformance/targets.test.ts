import { randomUUID } from 'node:crypto'
import t from '@vitrine/testing/t'
import { createTenant } from '../tenant.js'
import { type Case, runCases } from './cases.js'
import { field } from './connection.js'
import { addRepresentations } from './representations.js'
import { serve } from './server.js'

const port = await serve(t)
const [small, , , , rendition] = await addRepresentations(t, port)
if (small === undefined || rendition === undefined) throw new Error('no representations')
const project = await (await createTenant(t)).addProject()
const { slug } = await project.addWidget()
const { key } = await project.addKey()

const { target } = small
const [path = ''] = target.split('?')
const [projectId = '', assetId = ''] = path.split('/').slice(-2)
const widget = `/api/v1/widgets/${slug}`
const fields = [['X-API-Key', key]] as const
const badFields = [['X-API-Key', 'x']] as const

/** The tag of a 200 identifies its bytes: those of the original, or of `w=40&format=webp`. */
const original = {
  status: 200,
  answered: { etag: small.etag, 'cache-tag': field(small.answer, 'cache-tag') },
  body: small.bytes,
}
const made = { status: 200, answered: { etag: rendition.etag }, body: rendition.bytes }
const invalid = { status: 400, code: 'VALIDATION_FAILED' }
const nowhere = { status: 404, code: 'ROUTE_NOT_FOUND' }
const malformed = { status: 400, code: 'MALFORMED_URL' }

type Line = [name: string, target: string, expected: Omit<Case, 'name' | 'target'>]

const queries: Line[] = [
  ['a question mark alone', '?', original],
  ['an ampersand alone', '?&', original],
  ['an equals sign alone', '?=', original],
  ['a parameter that is not known', '?utm_source=mail', original],
  ['one that is not known, twice', '?u=1&u=2', original],
  ['one that is not known, badly encoded', '?u=%zz', original],
  ['one that is not known, no UTF-8', '?u=%ff%fe', original],
  ['the version', '?v=1', original],
  ['a thousand that are not known', `?${'u=1&'.repeat(1000)}`, original],
  ['a name in capitals', '?W=40&FORMAT=webp', original],
  ['a name with brackets', '?w[]=40', original],
  ['names of what every object has', '?__proto__=1&constructor=2&toString=3', original],
  ['a fragment', '#w=40', { status: 400, code: 'MALFORMED_REQUEST' }],
  ['the parameters', '?w=40&format=webp', made],
  ['the other order', '?format=webp&w=40', made],
  ['an encoded value', '?w=%34%30&format=w%65bp', made],
  ['an encoded name', '?%77=40&format=webp', made],
  ['a leading zero', '?w=0040&format=webp', made],
  ['unknown parameters in between', '?w=40&utm_source=x&format=webp&u=2', made],
  ['an ampersand too much', '?&w=40&&format=webp&', made],
  ['a second question mark for an ampersand', '?v=1?w=40&format=webp', made],
  ['a gravity without a crop', '?w=40&format=webp&gravity=center', made],
  ['the default quality', '?w=40&format=webp&q=77', made],
  ['the other side', '?h=30&format=webp', made],
  ['both sides', '?w=40&h=30&format=webp', made],
  ['half of it, twice as dense', '?w=20&dpr=2&format=webp', made],
  ['a parameter twice', '?w=40&w=40', invalid],
  ['a parameter twice, once encoded', '?w=40&%77=41', invalid],
  ['a format twice', '?format=webp&format=png', invalid],
  ['a parameter without a value', '?w', invalid],
  ['a parameter with no value', '?w=', invalid],
  ['nothing', '?w=0', invalid],
  ['less than nothing', '?w=-1', invalid],
  ['more than 4096', '?w=4097', invalid],
  ['far more', `?w=${'9'.repeat(400)}`, invalid],
  ['a plus, which is a space', '?w=+40', invalid],
  ['an encoded plus', '?w=%2B40', invalid],
  ['a space after it', '?w=40%20', invalid],
  ['a fraction', '?w=40.0', invalid],
  ['an exponent', '?w=4e1', invalid],
  ['hexadecimal', '?w=0x28', invalid],
  ['digits of another script', '?w=%D9%A4%D9%A0', invalid],
  ['a NUL', '?w=40%00', invalid],
  ['a broken encoding', '?w=%zz', invalid],
  ['half of an encoding', '?w=%4', invalid],
  ['a semicolon for an ampersand', '?w=40;format=webp', invalid],
  ['a gravity that there is not', '?w=4&h=4&gravity=north', invalid],
  ['a version that there is not', '?v=2', { status: 404, code: 'ASSET_NOT_FOUND' }],
  ['a format that there is not', '?format=tiff', invalid],
  ['a format in capitals', '?format=WEBP', invalid],
  ['a quality of nothing', '?q=0', invalid],
  ['a fit that there is not', '?w=4&h=4&fit=squeeze', invalid],
  ['a density below one', '?w=4&dpr=0.5', invalid],
  ['what would split a header', '?format=webp%0d%0aSet-Cookie:%20a=b', invalid],
].map(([name, query, expected]) => [name, `${path}${query}`, expected]) as Line[]

const withAsset = (id: string) => `/api/v1/deliver/${projectId}/${id}`
const paths: Line[] = [
  ['an id in capitals', withAsset(assetId.toUpperCase()), original],
  ['both in capitals', path.replace(/[^/]+\/[^/]+$/, (ids) => ids.toUpperCase()), original],
  ['an encoded hyphen in an id', withAsset(assetId.replace('-', '%2D')), original],
  ['an encoded letter of the route', path.replace('deliver', 'd%65liver'), original],
  ['an id in braces', withAsset(`{${assetId}}`), invalid],
  ['an id without hyphens', withAsset(assetId.replaceAll('-', '')), invalid],
  ['an id as a URN', withAsset(`urn:uuid:${assetId}`), invalid],
  ['an id with a space', withAsset(`${assetId}%20`), invalid],
  ['an id with a NUL', withAsset(`${assetId}%00`), invalid],
  ['an id with a line break', withAsset(`${assetId}%0d%0a`), invalid],
  ['an id with an extension', withAsset(`${assetId}.jpg`), invalid],
  ['an id with an encoded slash', withAsset(`${assetId}%2F`), invalid],
  ['an id with an encoded question mark', withAsset(`${assetId}%3Fw=40`), invalid],
  ['an id with a path parameter', withAsset(`${assetId};w=40`), invalid],
  ['an id of quotes', withAsset("'%20OR%201=1--"), invalid],
  ['an id of another script', withAsset('%E2%82%AC'), invalid],
  ['no id', withAsset(''), invalid],
  ['dots for an id', withAsset('..'), invalid],
  ['encoded dots for an id', withAsset('%2e%2e'), invalid],
  ['an id that is not there', withAsset(randomUUID()), { status: 404, code: 'ASSET_NOT_FOUND' }],
  [
    'an asset of another project',
    path.replace(projectId, project.id),
    { status: 404, code: 'ASSET_NOT_FOUND' },
  ],
  [
    'a project that is not there',
    path.replace(projectId, randomUUID()),
    { status: 404, code: 'ASSET_NOT_FOUND' },
  ],
  ['a slash at the end', `${path}/`, nowhere],
  ['two slashes at the start', `/${path}`, nowhere],
  ['two slashes within', path.replace('/deliver/', '//deliver/'), nowhere],
  ['an encoded slash within', path.replace('/deliver/', '%2Fdeliver/'), nowhere],
  ['dots within', path.replace('/deliver/', '/x/../deliver/'), nowhere],
  ['encoded dots within', path.replace('/deliver/', '/%2e%2e/deliver/'), nowhere],
  ['dots that lead out', `${path}/../../../../../etc/passwd`, nowhere],
  ['encoded dots that lead out', '/api/v1/%2e%2e%2f%2e%2e%2fetc/passwd', nowhere],
  ['a backslash', path.replace('/deliver/', '\\deliver/'), nowhere],
  ['another case', path.replace('/api/', '/API/'), nowhere],
  ['no project', '/api/v1/deliver', nowhere],
  ['the root', '/', nowhere],
  ['a long path', `/${'x/'.repeat(2000)}`, nowhere],
  ['a long id', withAsset('x'.repeat(3000)), nowhere],
  ['a percent alone', withAsset('%'), malformed],
  ['half of an encoding', withAsset('%4'), malformed],
  ['invalid hexadecimal digits', withAsset('%zz'), malformed],
  ['invalid UTF-8', withAsset('%ff'), malformed],
  ['a longer UTF-8 than needed', withAsset('%c0%af'), malformed],
  ['half of a surrogate', withAsset('%ed%a0%80'), malformed],
]

const gone = { status: 404, code: 'WIDGET_NOT_FOUND', fields }
const unauthorized = { status: 401, code: 'API_KEY_INVALID' }
const widgets: Line[] = [
  ['its slug', widget, { status: 200, fields }],
  ['its slug with an encoded hyphen', widget.replace(/-/, '%2D'), { status: 200, fields }],
  ['parameters that are not known', `${widget}?v=1&v=2&w=x`, { status: 200, fields }],
  ['the key in the query', `${widget}?api_key=${key}`, { status: 200 }],
  ['the key in the query, encoded', `${widget}?api%5Fkey=%70${key.slice(1)}`, { status: 200 }],
  ['a header before a bad key in the query', `${widget}?api_key=x`, { status: 200, fields }],
  ['a bad key in a header', `${widget}?api_key=${key}`, { ...unauthorized, fields: badFields }],
  ['the key twice', `${widget}?api_key=${key}&api_key=${key}`, unauthorized],
  ['no key', widget, unauthorized],
  ['an empty key', `${widget}?api_key=`, unauthorized],
  ['a key with a space', `${widget}?api_key=${key}%20`, unauthorized],
  ['a key with a NUL', `${widget}?api_key=${key}%00`, unauthorized],
  ['a key in capitals', `${widget}?api_key=${key.toUpperCase()}`, unauthorized],
  ['a slug in capitals', widget.toUpperCase().replace('/API/V1/WIDGETS', '/api/v1/widgets'), gone],
  ['a slug with a space', `${widget}%20`, gone],
  ['a slug with a NUL', `${widget}%00`, gone],
  ['a slug with a slash', `${widget}%2F`, gone],
  ['dots for a slug', '/api/v1/widgets/%2e%2e', gone],
  ['no slug', '/api/v1/widgets/', gone],
  ['a slug of another script', '/api/v1/widgets/%E2%82%AC', gone],
  ['a slug of 200 letters', `/api/v1/widgets/${'x'.repeat(200)}`, gone],
  ['a slug of 300 letters', `/api/v1/widgets/${'x'.repeat(300)}`, nowhere],
  ['a slash at the end', `${widget}/`, { ...nowhere, fields }],
  ['a slug that is badly encoded', '/api/v1/widgets/%zz', malformed],
]

const casesOf = (lines: Line[]) => lines.map(([name, to, rest]) => ({ name, target: to, ...rest }))

await t.test('an image, by its query', (t) => runCases(t, port, casesOf(queries)))
await t.test('an image, by its path', (t) => runCases(t, port, casesOf(paths)))
await t.test('a widget', (t) => runCases(t, port, casesOf(widgets)))
