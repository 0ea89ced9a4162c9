import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createFolder, createProject, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'

const app = await build(t)
const database = openDatabase(t)
const owner = await register(app)
const { id: projectId } = await createProject(owner)
const folder = await createFolder(owner, projectId)
const url = `/api/projects/${projectId}/assets`

const count = 1200
await database.$executeRaw`
  INSERT INTO assets (project_id, folder_id, filename, content_type, size_bytes, width, height, sha256,
    alt_text, decorative, tags, created_at, updated_at)
  SELECT ${projectId}::uuid, CASE WHEN i % 3 = 0 THEN ${folder.id}::uuid END, 'file ' || lpad(i::text, 4, '0'),
    CASE WHEN i % 2 = 0 THEN 'image/jpeg' ELSE 'image/webp' END, 1 + i * 7919 % 1000, 1, 1,
    sha256(convert_to((CASE WHEN i < 40 THEN i / 2 ELSE i END)::text, 'UTF8')),
    CASE WHEN i % 5 = 0 THEN 'Dune ' || i END, i % 7 = 0 AND i % 5 > 0,
    ARRAY['t' || i % 4] || CASE WHEN i > 1190 THEN ARRAY['late'] ELSE '{}' END,
    timestamptz '2026-01-01T00:00:00Z' + i / 2 * interval '1 second', now()
  FROM generate_series(1, ${count}) AS i`
const rows = await database.asset.findMany({ where: { projectId } })
type Row = (typeof rows)[number]

const altOf = ({ decorative, altText }: Row) =>
  decorative ? 'decorative' : altText ? 'present' : 'missing'
const hashOf = ({ sha256 }: Row) => Buffer.from(sha256).toString('hex')
const copies = new Map<string, number>()
for (const row of rows) copies.set(hashOf(row), (copies.get(hashOf(row)) ?? 0) + 1)
const isDuplicate = (row: Row) => (copies.get(hashOf(row)) ?? 0) > 1
const from = new Date('2026-01-01T00:08:00Z')

const filters: [query: string, matches: (row: Row) => boolean][] = [
  ['', () => true],
  [`folderId=${folder.id}`, (row) => row.folderId === folder.id],
  ['alt=present', (row) => altOf(row) === 'present'],
  ['alt=decorative&contentType=image/webp', (row) => altOf(row) === 'decorative' && isWebp(row)],
  [
    `folderId=${folder.id}&alt=missing&unused=true`,
    (row) => row.folderId === folder.id && altOf(row) === 'missing',
  ],
  ['folderId=root&unused=false', () => false],
  ['tag=t1', (row) => row.tags.includes('t1')],
  ['tag=t1&alt=missing', (row) => row.tags.includes('t1') && altOf(row) === 'missing'],
  ['tag=late&tag=t3', (row) => row.tags.includes('late') && row.tags.includes('t3')],
  ['q=file', () => true],
  ['q=dune 1', (row) => /^Dune 1/.test(row.altText ?? '')],
  ['q=0777', (row) => row.filename === 'file 0777'],
  ['q=file&minBytes=990', (row) => row.sizeBytes >= 990],
  ['duplicates=true&contentType=image/webp', (row) => isDuplicate(row) && isWebp(row)],
  ['duplicates=false', (row) => !isDuplicate(row)],
  [
    `createdFrom=${from.toISOString()}&alt=missing`,
    (row) => row.createdAt >= from && altOf(row) === 'missing',
  ],
  [`createdTo=${from.toISOString()}&tag=late`, () => false],
  ['minBytes=500&contentType=image/webp&unused=true', (row) => row.sizeBytes >= 500 && isWebp(row)],
  [
    `createdTo=${from.toISOString()}&minBytes=500&folderId=${folder.id}`,
    (row) => row.createdAt < from && row.sizeBytes >= 500 && row.folderId === folder.id,
  ],
]
const isWebp = ({ contentType }: Row) => contentType === 'image/webp'

const sorts: Record<string, (a: Row, b: Row) => number> = {
  'createdAt,desc': (a, b) => b.createdAt.getTime() - a.createdAt.getTime(),
  'createdAt,asc': (a, b) => a.createdAt.getTime() - b.createdAt.getTime(),
  'filename,desc': (a, b) => (a.filename < b.filename ? 1 : -1),
  'sizeBytes,asc': (a, b) => a.sizeBytes - b.sizeBytes,
}

const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)
const sortedBy = (compare: (a: Row, b: Row) => number) =>
  [...rows].sort((a, b) => compare(a, b) || (a.id < b.id ? -1 : 1))
const get = async (query: string) => (await owner.get(`${url}?${query}`)).json()

for (const [sort, compare] of Object.entries(sorts)) {
  t.test(`each filter has the right pages by ${sort}`, async (t) => {
    const sorted = sortedBy(compare)
    for (const [query, matches] of filters) {
      const expected = ids(sorted.filter(matches))
      const given = `sort=${sort}&${query}`
      const first = await get(`${given}&size=20`)
      t.equal(first.totalElements, expected.length, `total of ${query}`)
      t.same(ids(first.content), expected.slice(0, 20), `first page of ${query}`)
      const last = Math.max(0, Math.ceil(expected.length / 20) - 1)
      const { content } = await get(`${given}&size=20&page=${last}`)
      t.same(ids(content), expected.slice(last * 20), `last page of ${query}`)
      const all: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await get(`${given}&size=400${cursor && `&cursor=${cursor}`}`)
        all.push(...ids(page.content))
        cursor = page.nextCursor
      }
      t.equal(all.join('\n'), expected.join('\n'), `by cursor: ${query}`)
    }
  })
}

t.test('a year that a date cannot have is a 400', async (t) => {
  for (const field of ['createdFrom', 'createdTo']) {
    const response = await owner.get(`${url}?${field}=0000-01-01T00:00:00Z`)
    isError(t, response, 400, 'VALIDATION_FAILED', { fields: [field] })
  }
})

t.test('matches after the first thousands of rows are found', async (t) => {
  const project = await createProject(owner)
  await database.$executeRaw`
    INSERT INTO assets (project_id, filename, content_type, size_bytes, width, height, sha256, tags, updated_at)
    SELECT ${project.id}::uuid, 'file ' || i, 'image/jpeg', i, 1, 1, sha256(convert_to(i::text, 'UTF8')),
      CASE WHEN i > 5400 THEN ARRAY['late'] ELSE '{}' END, now()
    FROM generate_series(1, 5500) AS i`
  const assetsOf = async (query: string) =>
    (
      await owner.get(`/api/projects/${project.id}/assets?sort=sizeBytes,asc&size=20&${query}`)
    ).json()
  for (const filter of ['tag=late', 'minBytes=5401', 'minBytes=5401&tag=late']) {
    let next = 5401
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await assetsOf(`${filter}${cursor && `&cursor=${cursor}`}`)
      t.equal(page.totalElements, 100, filter)
      for (const { sizeBytes } of page.content) t.equal(sizeBytes, next++, filter)
      cursor = page.nextCursor
    }
    t.equal(next, 5501, filter)
    const last = await assetsOf(`${filter}&page=4`)
    t.same(last.content.at(-1).sizeBytes, 5500, filter)
  }
})
