import { freshEmail } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { register } from '../client.js'
import { isError } from '../error-answer.js'
import { createOneOfEach } from '../one-of-each.js'

const app = await build(t)
const owner = await register(app)
const place = await createOneOfEach(app, owner)
const organization = `/api/organizations/${owner.organizationId}`
const project = `/api/projects/${place.projectId}`
const folder = `${project}/folders/${place.folderId}`
const email = freshEmail()
const long = 'x'.repeat(201)

type Line = [body: object, ...fields: string[]]

const names: Line[] = [
  [{ name: ' ' }, 'name'],
  [{ name: null }, 'name'],
  [{ name: long }, 'name'],
  [{ name: 'fine', colour: 'red' }, 'colour'],
]
const named: Line[] = [[{}, 'name'], ...names]
const slugs = ['', 'Upper', '-a', 'a-', 'a--b', 'a_b', 'ä', 'a b', 'x'.repeat(101)]
const folders: Line[] = [
  ...names,
  ...['a/b', '/', 'a\nb', 7].map((name): Line => [{ name }, 'name']),
  [{ name: 'fine', parentId: 'root' }, 'parentId'],
  [{ name: 'fine', parentId: 7 }, 'parentId'],
]
const withOrigins = (allowedOrigins: unknown, ...fields: string[]): Line => [
  { name: 'fine', allowedOrigins },
  ...fields,
]

const withWidget = (changes: object, ...fields: string[]): Line => [
  { name: 'Hero', slug: 'hero', assetIds: [], layout: 'GRID', ...changes },
  ...fields,
]
const nothing = { name: null, slug: null, assetIds: null, layout: null }

/** Calls whose bodies have rules of their own have suites of their own. */
const calls: Record<string, readonly Line[]> = {
  'PUT /api/auth/me': [
    ...named,
    [{ name: 'Ada', id: [], email: [], organizations: [] }, 'id', 'email', 'organizations'],
  ],
  'POST /api/auth/login': [
    [{}, 'email', 'password'],
    [{ email: 1, password: ['x'] }, 'email', 'password'],
    [{ email: 'a\u0000b@example.test', password: 'x' }, 'email'],
    [{ email: 'a'.repeat(255), password: 'x' }, 'email'],
    [{ email, password: 'x'.repeat(1001) }, 'password'],
    [{ email, password: 'x', otp: 'c' }, 'otp'],
  ],
  'POST /api/organizations': [
    ...named,
    [{ name: 'fine', slug: 'Not Fine' }, 'slug'],
    [{ name: 'fine', plan: 'gold', id: 'mine' }, 'plan', 'id'],
  ],
  [`PUT ${organization}`]: named,
  [`PUT ${organization}/members/${place.userId}`]: [
    [{}, 'role'],
    [{ role: 'GOD' }, 'role'],
    [{ role: null }, 'role'],
    [{ role: 'VIEWER', plan: 'gold' }, 'plan'],
  ],
  [`POST ${organization}/invitations`]: [
    [{}, 'email', 'role'],
    [{ email: 'nobody', role: 'VIEWER' }, 'email'],
    [{ email, role: 'GOD' }, 'role'],
    [{ email, role: 'VIEWER', token: 'mine', organizationId: 'x' }, 'token', 'organizationId'],
  ],
  [`POST ${organization}/projects`]: [
    ...named,
    [{ name: 7, slug: 7 }, 'name', 'slug'],
    ...slugs.map((slug): Line => [{ name: 'fine', slug }, 'slug']),
  ],
  [`PUT ${project}`]: [...names, [{ slug: null }, 'slug'], [{ slug: 'Not A Slug' }, 'slug']],
  [`POST ${project}/folders`]: [[{}, 'name'], ...folders],
  [`PUT ${folder}`]: folders,
  [`POST ${project}/api-keys`]: [
    ...named,
    [{ name: 'Site', permissions: 'WRITE' }, 'permissions'],
    [{ name: 'Site', permissions: null }, 'permissions'],
    [{ name: 'Site', key: 'pk_mine', keyPrefix: 'pk_mine' }, 'key', 'keyPrefix'],
    withOrigins(['https://a.example', 'a.example', '*'], 'allowedOrigins[1]', 'allowedOrigins[2]'),
    withOrigins([7], 'allowedOrigins[0]'),
    withOrigins([`https://${'a'.repeat(300)}`], 'allowedOrigins[0]'),
    withOrigins('https://a.example', 'allowedOrigins'),
    withOrigins(null, 'allowedOrigins'),
    withOrigins(
      Array.from({ length: 21 }, (_, i) => `https://${i}.example`),
      'allowedOrigins',
    ),
  ],
  [`POST ${project}/widgets`]: [
    [{}, 'name', 'slug', 'assetIds', 'layout'],
    [nothing, 'name', 'slug', 'assetIds', 'layout'],
    withWidget({ name: ' ', layout: 'grid' }, 'name', 'layout'),
    withWidget({ slug: 'Upper' }, 'slug'),
    withWidget({ slug: 'x'.repeat(101) }, 'slug'),
    withWidget({ assetIds: place.assetId }, 'assetIds'),
    withWidget({ assetIds: [place.assetId, 'x', 7] }, 'assetIds[1]', 'assetIds[2]'),
    withWidget({ assetIds: Array.from({ length: 501 }, () => place.assetId) }, 'assetIds'),
    withWidget({ colour: 'red', id: place.widgetId }, 'colour', 'id'),
  ],
  [`PUT ${project}/widgets/${place.widgetId}`]: [
    [{ colour: 'red', assets: [] }, 'colour', 'assets'],
    [nothing, 'name', 'slug', 'assetIds', 'layout'],
    [{ config: null, theme: null, status: null }, 'config', 'theme', 'status'],
    [{ name: ' ', slug: 'a--b', layout: 'grid' }, 'name', 'slug', 'layout'],
    [{ name: 'fine', config: '[]', theme: 7 }, 'config', 'theme'],
    [{ theme: { note: 'x'.repeat(32 * 1024) } }, 'theme'],
    [{ status: 'LIVE' }, 'status'],
  ],
  [`POST ${project}/widgets/${place.widgetId}/duplicate`]: [
    ...names,
    [{ slug: 'Upper' }, 'slug'],
    [{ slug: '' }, 'slug'],
    [{ status: 'PUBLISHED', layout: 'GRID' }, 'status', 'layout'],
  ],
}

for (const [call, lines] of Object.entries(calls)) {
  const [method, url = ''] = call.split(' ') as ['POST' | 'PUT', string]
  t.test(`${call.replaceAll(/[\da-f-]{36}/g, '…')} names each invalid field`, async (t) => {
    for (const [payload, ...fields] of lines) {
      const what = JSON.stringify(payload).slice(0, 60)
      const response = await owner.send({ method, url, payload })
      isError(t, response, 400, 'VALIDATION_FAILED', { fields, what })
    }
  })
}
