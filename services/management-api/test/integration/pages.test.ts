import { freshEmail, freshName } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import {
  createClient,
  createFolder,
  createPreset,
  createProject,
  createWidget,
  invite,
  join,
  type Owner,
  register,
  upload,
} from '../client.js'
import { isError } from '../error-answer.js'
import { createScene } from '../scene.js'

const { app, owner, project, url: base } = await createScene(t)
const organization = `/api/organizations/${owner.organizationId}`

const pageSize = 3

type Entry = { id?: string; userId?: string; name?: string }
type Page = {
  content: Entry[]
  totalElements: number
  nextCursor: string | null
  number: number | null
  last: boolean
}

const idOf = ({ id, userId, name }: Entry): string => id ?? userId ?? name ?? ''

async function read(url: string): Promise<Page> {
  const response = await owner.get(url)
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${response.body}`)
  return response.json()
}

/** All ids from the first page to the last, with a change of the list between two pages. */
async function walk(url: string, between: (seen: string[]) => Promise<unknown>) {
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Page = await read(`${url}&size=${pageSize}${cursor && `&cursor=${cursor}`}`)
    seen.push(...page.content.map(idOf))
    if (page.last !== (page.nextCursor === null)) throw new Error('last and nextCursor differ')
    cursor = page.nextCursor
    await between(seen)
  }
  return seen
}

const several = async <Made>(make: () => Promise<Made>, count = 7): Promise<Made[]> => {
  const made = []
  for (let i = 0; i < count; i += 1) made.push(await make())
  return made
}

type List = {
  url: string
  sorts: readonly string[]
  create: () => Promise<unknown>
  /** Removes an entry that is not in `kept`. */
  remove?: (id: string) => Promise<unknown>
}

/** Other tests need them. */
const kept = [owner.userId, owner.organizationId, project.id]

const newest = ['']
const named = ['createdAt', 'updatedAt', 'name']
const { id: shownId } = await upload(owner, project.id)
kept.push(shownId)

const lists: Record<string, List> = {
  assets: {
    url: `${base}/assets`,
    sorts: ['createdAt', 'updatedAt', 'filename', 'sizeBytes'],
    create: () => upload(owner, project.id, { filename: `${freshName('photo')}.jpg` }),
    remove: (id) => owner.delete(`${base}/assets/${id}`),
  },
  widgets: {
    url: `${base}/widgets`,
    sorts: named,
    create: () => createWidget(owner, project.id, { name: freshName('W'), assetIds: [shownId] }),
    remove: (id) => owner.delete(`${base}/widgets/${id}`),
  },
  folders: {
    url: `${base}/folders`,
    sorts: named,
    create: () => createFolder(owner, project.id),
    remove: (id) => owner.delete(`${base}/folders/${id}`),
  },
  presets: {
    url: `${base}/presets`,
    sorts: ['createdAt', 'name'],
    create: () => createPreset(owner, project.id),
    remove: (name) => owner.delete(`${base}/presets/${name}`),
  },
  'signing keys': {
    url: `${base}/signing-keys`,
    sorts: newest,
    // Some calls find as many keys as a project may have.
    create: () => owner.post(`${base}/signing-keys`, {}),
    remove: (id) => owner.delete(`${base}/signing-keys/${id}`),
  },
  projects: {
    url: `${organization}/projects`,
    sorts: named,
    create: () => createProject(owner),
    remove: (id) => owner.delete(`/api/projects/${id}`),
  },
  members: {
    url: `${organization}/members`,
    sorts: ['createdAt', 'name'],
    create: () => join(app, owner, 'VIEWER'),
    remove: (id) => owner.delete(`${organization}/members/${id}`),
  },
  invitations: {
    url: `${organization}/invitations`,
    sorts: newest,
    create: () => invite(owner, owner.organizationId, { email: freshEmail() }),
    remove: (id) => owner.delete(`${organization}/invitations/${id}`),
  },
  'usage of an asset': {
    url: `${base}/assets/${shownId}/usage`,
    sorts: newest,
    create: () => createWidget(owner, project.id, { assetIds: [shownId] }),
    remove: (id) => owner.delete(`${base}/widgets/${id}`),
  },
  'audit events': {
    url: `${organization}/audit-events`,
    sorts: newest,
    create: () => createFolder(owner, project.id),
  },
  organizations: {
    url: '/api/organizations',
    sorts: newest,
    create: () => owner.post('/api/organizations', { name: freshName('Org') }),
    remove: (id) => owner.delete(`/api/organizations/${id}`),
  },
  sessions: {
    url: '/api/auth/sessions',
    sorts: newest,
    create: () => login(owner),
  },
  tokens: {
    url: '/api/auth/tokens',
    sorts: newest,
    create: () =>
      owner.post('/api/auth/tokens', {
        name: 'Script',
        organizationId: owner.organizationId,
        role: 'VIEWER',
        password: owner.password,
        expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      }),
    remove: (id) => owner.delete(`/api/auth/tokens/${id}`),
  },
}

function login({ email, password }: Owner) {
  return createClient(app).post('/api/auth/login', { email, password })
}

t.test('pages by cursor neither skip nor repeat while rows come and go', async (t) => {
  for (const [name, { url, sorts, create, remove }] of Object.entries(lists)) {
    await several(create, 4)
    const directions = sorts.flatMap((sort) => (sort ? [`${sort},asc`, `${sort},desc`] : ['']))
    for (const sort of directions) {
      const list = sort ? `${url}?sort=${sort}` : `${url}?`
      const before = (await read(`${list}&size=500`)).content.map(idOf)
      // The deletion of an entry that was read already must not move the pages.
      const doomed = before.slice(0, pageSize).find((id) => !kept.includes(id))
      const seen = await walk(list, async (seen) => {
        if (seen.length > pageSize) return
        await create()
        if (doomed) await remove?.(doomed)
      })
      const what = `${name} ${sort}`
      t.equal(new Set(seen).size, seen.length, `${what}: none twice`)
      t.same(
        seen.filter((id) => before.includes(id)),
        before,
        `${what}: all, in their order`,
      )
    }
  }
})

t.test('each list is newest first, with pages by number', async (t) => {
  for (const [name, { url, create }] of Object.entries(lists)) {
    const idsOf = async (query: string) => (await read(`${url}?${query}`)).content.map(idOf)
    const former = await idsOf('size=500')
    await create()
    const [newest = '', ...rest] = await idsOf('size=500')
    t.same([former.includes(newest), rest.length >= former.length], [false, true], name)
    const { content, ...page } = await read(`${url}?size=2&page=1`)
    t.same(content.map(idOf), rest.slice(1, 3), name)
    const totalElements = 1 + rest.length
    const totalPages = Math.ceil(totalElements / 2)
    t.match(page, { totalElements, totalPages, size: 2, number: 1, first: false }, name)
    t.match(await read(`${url}?page=9999`), { content: { length: 0 }, last: true }, name)
  }
})

t.test('an entry that is changed during a walk by updatedAt comes again', async (t) => {
  const { id } = await createProject(owner)
  const url = `/api/projects/${id}/widgets`
  const made = await several(() => createWidget(owner, id))
  const ids = made.map(idOf)
  let changes = 0
  const seen = await walk(`${url}?sort=updatedAt,asc`, async (seen) => {
    changes += 1
    // One that was shown and, as long as there is one, one that was not.
    const changed = changes > 2 ? [] : [seen[0], ids.find((id) => !seen.includes(id))]
    for (const id of changed) if (id) await owner.put(`${url}/${id}`, { name: freshName('W') })
  })
  t.same([...new Set(seen)].sort(), [...ids].sort(), 'none is missed')
  t.ok(seen.length > ids.length, 'a changed one is shown with its last change')
  const newest = await walk(`${url}?sort=createdAt,asc`, () =>
    owner.put(`${url}/${ids[6]}`, { name: freshName('W') }),
  )
  t.same(newest, ids, 'by createdAt each is shown once')
})

t.test('a page by number has a cursor, too', async (t) => {
  await several(() => createFolder(owner, project.id), 5)
  const url = `${base}/folders?size=2`
  const second = await read(`${url}&page=1`)
  t.equal(second.number, 1)
  const third = await read(`${url}&cursor=${second.nextCursor}`)
  t.same(third.content, (await read(`${url}&page=2`)).content)
  t.match(third, { number: null, first: false })
})

t.test('a cursor that is broken, of another list or of another sort is rejected', async (t) => {
  const url = `${base}/folders`
  const { nextCursor } = await read(`${url}?size=1`)
  const cursor = String(nextCursor)
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  const table: [url: string, field: string][] = [
    [`${url}?cursor=`, 'cursor'],
    [`${url}?cursor=x`, 'cursor'],
    [`${url}?cursor=${cursor.slice(0, -4)}`, 'cursor'],
    [`${url}?cursor=${encode([parts[0], 'now', parts[2]])}`, 'cursor'],
    [`${url}?cursor=${encode([parts[0], 1e300, parts[2]])}`, 'cursor'],
    [`${url}?cursor=${encode([parts[0], parts[1], 'x'])}`, 'cursor'],
    [`${url}?cursor=${encode(['folders by name asc', '\0', parts[2]])}&sort=name`, 'cursor'],
    [`${url}?cursor=${encode({})}`, 'cursor'],
    [`${url}?cursor=${cursor}&sort=name`, 'cursor'],
    [`${url}?cursor=${cursor}&sort=createdAt`, 'cursor'],
    [`${base}/widgets?cursor=${cursor}`, 'cursor'],
    [`${url}?cursor=${cursor}&page=1`, 'page'],
  ]
  for (const [url, field] of table) {
    isError(t, await owner.get(url), 400, 'VALIDATION_FAILED', { fields: [field], what: url })
  }
  t.equal((await owner.get(`${url}?cursor=${cursor}&sort=createdAt,desc`)).statusCode, 200)
})

t.test('widgets, projects, folders and members are found by text and sorted', async (t) => {
  const word = freshName('q')
  const fresh = await register(app)
  const url = `/api/organizations/${fresh.organizationId}`
  const names = [`${word} C`, `${word} a%`, `${word} B`]
  const projects = []
  for (const name of names) projects.push((await fresh.post(`${url}/projects`, { name })).json())
  const inProject = `/api/projects/${projects[0].id}`
  for (const name of names) {
    await fresh.post(`${inProject}/folders`, { name })
    await createWidget(fresh, projects[0].id, { name })
  }
  await join(app, fresh, 'EDITOR')
  const lists = [`${url}/projects`, `${inProject}/folders`, `${inProject}/widgets`]
  const namesOf = async (url: string) =>
    (await fresh.get(url)).json().content.map(({ name }: { name: string }) => name)
  for (const list of lists) {
    const sorted = await namesOf(`${list}?sort=name`)
    t.same([...sorted].sort(), [...names].sort(), list)
    t.same(await namesOf(`${list}?sort=name,desc`), [...sorted].reverse())
    t.same(await namesOf(`${list}?q=${encodeURIComponent(' A% ')}`), [`${word} a%`])
    t.same(await namesOf(`${list}?q=${word}&sort=createdAt`), names)
    for (const [field, value] of [
      ['sort', 'slug'],
      ['q', '%00'],
    ]) {
      const response = await fresh.get(`${list}?${field}=${value}`)
      isError(t, response, 400, 'VALIDATION_FAILED', { fields: [`${field}`] })
    }
  }
  t.same(await namesOf(`${url}/members?q=editor`), ['EDITOR'])
  t.same(await namesOf(`${url}/members?sort=name,desc`), ['EDITOR', 'Ada Example'])
  t.same(await namesOf(`${url}/members?q=${encodeURIComponent(fresh.email)}`), ['Ada Example'])
})
