import fc from 'fast-check'
import {
  asBytes,
  assets,
  hashes,
  keys,
  organizations,
  presets,
  projects,
  signingKeys,
  slugs,
  widgets,
} from './small-database.js'

/*
 * All statements that a database client could send: every column of every table that answers depend on,
 * many rows at once, upserts, deletes that cascade, statements of several parts, truncation.
 */
type Sql = fc.Arbitrary<string>

const text = (...choices: readonly string[]): Sql =>
  fc.constantFrom(...choices.map((c) => `'${c}'`))
const raw = (...choices: readonly string[]): Sql => fc.constantFrom(...choices)
const join = (...parts: readonly (string | Sql)[]): Sql =>
  fc
    .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part)))
    .map((found) => found.join(''))

const project = text(...projects)
const widget = text(...widgets)
const asset = text(...assets)
const slug = text(...slugs)
const hash = raw(...hashes.map(asBytes))
const moment = raw('now()', "'2020-01-01'", "'2040-01-01'")
const number = raw('1', '2', '3')

/** The possible values of each column, by table. */
const columns: Record<string, Record<string, Sql>> = {
  widgets: {
    id: widget,
    project_id: project,
    name: text('W', 'X'),
    slug,
    layout: text('GRID', 'MASONRY'),
    config: text('{}', '{"filterByTags":true}', '{"gap":1}'),
    theme: text('{}', '{"padding":1}'),
    status: text('DRAFT', 'PUBLISHED'),
    published_at: moment,
    created_at: moment,
    updated_at: moment,
  },
  widget_assets: {
    project_id: project,
    widget_id: widget,
    position: number,
    asset_id: asset,
    caption: text('Sold', 'New'),
    alt_text: text('A dune', 'A lake'),
    link_url: text('/shop', '/sale'),
    video_url: text('https://a.example', 'https://b.example'),
  },
  assets: {
    id: asset,
    project_id: project,
    folder_id: raw('NULL'),
    filename: text('f', 'g'),
    content_type: text('image/png', 'image/gif'),
    size_bytes: number,
    width: number,
    height: number,
    frame_count: number,
    has_alpha: raw('true', 'false'),
    sha256: text('', 'x'),
    version: raw('1', '2'),
    versioned_at: moment,
    file_key: raw('NULL', "'v2-0123456789abcdef'"),
    focal_x: raw('NULL', '0', '1'),
    focal_y: raw('NULL', '0', '1'),
    alt_text: raw("'A dune'", 'NULL'),
    decorative: raw('true', 'false'),
    tags: text('{}', '{a}'),
    metadata: text('{}', '{"a":1}'),
    created_at: moment,
    updated_at: moment,
  },
  api_keys: {
    id: text(...keys),
    project_id: project,
    name: text('K', 'L'),
    key_hash: hash,
    key_prefix: text('pk_', 'pk_x'),
    permissions: text('READ', 'READ_WRITE'),
    allowed_origins: text('{}', '{https://a.example}'),
    last_used: moment,
    expires_at: raw('NULL', "'2040-01-01'", "'2020-01-01'"),
    created_at: moment,
  },
  presets: {
    id: text(...presets),
    project_id: project,
    name: text('card', 'wide'),
    w: raw('NULL', '100', '200'),
    h: raw('NULL', '100'),
    fit: text('cover', 'fill'),
    format: raw('NULL', "'auto'"),
    q: raw('NULL', '50'),
    gravity: raw('NULL', "'center'"),
    created_at: moment,
    updated_at: moment,
  },
  signing_keys: {
    id: text(...signingKeys),
    project_id: project,
    number,
    sealed: text('x', 'y'),
    created_at: moment,
  },
  projects: {
    id: project,
    organization_id: text(...organizations),
    name: text('P', 'Q'),
    slug: text('p0', 'p1', 'p2', 'p3'),
    transformations: text('any', 'listed', 'signed'),
    originals: text('public', 'signed'),
    max_public_width: raw('320', '2048'),
    created_at: moment,
    updated_at: moment,
  },
  organizations: {
    id: text(...organizations),
    name: text('O'),
    slug: text('o0', 'o1'),
    updated_at: moment,
  },
}

const uniqueKeys: Record<string, string[]> = {
  widgets: ['(id)', '(project_id, slug)'],
  widget_assets: ['(widget_id, position)'],
  assets: ['(id)'],
  api_keys: ['(id)', '(key_hash)'],
  presets: ['(id)', '(project_id, name)'],
  signing_keys: ['(id)', '(project_id, number)'],
  projects: ['(id)', '(organization_id, slug)'],
  organizations: ['(id)', '(slug)'],
}

const tables = Object.keys(columns)
const columnsOf = (table: string) => columns[table] ?? {}

const equation = (entries: [column: string, value: Sql][]): Sql =>
  fc
    .constantFrom(...entries)
    .chain(([column, value]) => value.map((found) => `${column} = ${found}`))

const assignment = (table: string): Sql => equation(Object.entries(columnsOf(table)))

/** Values of type `json` cannot be compared. */
const json = ['config', 'theme', 'metadata']

/** Many at once, some, or one. */
const condition = (table: string): Sql =>
  fc.oneof(raw('true'), {
    weight: 6,
    arbitrary: equation(
      Object.entries(columnsOf(table)).filter(([column]) => !json.includes(column)),
    ).map((found) => found.replace(/= NULL$/, 'IS NULL')),
  })

const assignments = (table: string): Sql =>
  fc
    .uniqueArray(assignment(table), {
      minLength: 1,
      maxLength: 3,
      selector: (found) => found.split(' ')[0],
    })
    .map((found) => found.join(', '))

const row = (table: string): Sql => {
  const values = Object.values(columnsOf(table))
  return fc.tuple(...values).map((found) => `(${found.join(', ')})`)
}

const insert = (table: string): Sql =>
  join(
    `INSERT INTO ${table} (${Object.keys(columnsOf(table)).join(', ')}) VALUES `,
    fc.array(row(table), { minLength: 1, maxLength: 2 }).map((rows) => rows.join(', ')),
    fc.oneof(
      raw(' ON CONFLICT DO NOTHING'),
      join(
        ' ON CONFLICT ',
        raw(...(uniqueKeys[table] ?? [])),
        ' DO UPDATE SET ',
        assignments(table),
      ),
    ),
  )

/** Valid lists of assets: few generated rows contain any. */
const place: Sql = join(
  'INSERT INTO widget_assets SELECT w.project_id, w.id, ',
  number,
  ', a.id FROM widgets AS w JOIN assets AS a USING (project_id) WHERE a.id = ',
  asset,
  raw(' ON CONFLICT DO NOTHING', ' ON CONFLICT (widget_id, position) DO UPDATE SET position = 9'),
)

/** Publishable widgets: few generated rows are. */
const launch: Sql = join(
  'INSERT INTO widgets (id, project_id, name, slug, layout, status, published_at, updated_at) SELECT ',
  widget,
  "::uuid, id, 'W', ",
  slug,
  ", 'GRID', 'PUBLISHED', now(), now() FROM projects WHERE id = ",
  project,
  ' ON CONFLICT DO NOTHING',
)

const update = (table: string): Sql =>
  join(`UPDATE ${table} SET `, assignments(table), ' WHERE ', condition(table))

const remove = (table: string): Sql => join(`DELETE FROM ${table} WHERE `, condition(table))

/** Two tables, or one table twice, in one statement. Both parts see the state before it. */
const parts: Sql = fc
  .tuple(fc.constantFrom(...tables), fc.constantFrom(...tables))
  .chain(([first, second]) =>
    join(
      'WITH part AS (',
      fc.oneof(update(first), remove(first)),
      ' RETURNING 1) ',
      fc.oneof(update(second), remove(second)),
    ),
  )

const ofTable = (table: string): Sql =>
  fc.oneof(
    { weight: 4, arbitrary: update(table) },
    { weight: 3, arbitrary: insert(table) },
    { weight: 2, arbitrary: remove(table) },
  )

export const statement: Sql = fc.oneof(
  { weight: 6, arbitrary: ofTable('widgets') },
  { weight: 4, arbitrary: ofTable('widget_assets') },
  { weight: 3, arbitrary: place },
  { weight: 3, arbitrary: launch },
  { weight: 4, arbitrary: ofTable('assets') },
  { weight: 3, arbitrary: ofTable('api_keys') },
  { weight: 2, arbitrary: ofTable('projects') },
  { weight: 1, arbitrary: ofTable('organizations') },
  { weight: 2, arbitrary: parts },
  { weight: 1, arbitrary: raw(...tables.map((table) => `TRUNCATE ${table} CASCADE`)) },
)
