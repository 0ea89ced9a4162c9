import { readFileSync, writeFileSync } from 'node:fs'

type Setting = { default?: unknown; description?: string }
type Settings = { properties: Readonly<Record<string, unknown>>; required?: readonly string[] }

/** Headings in their order, and the settings below each. A name that ends with `*` is a prefix. */
const groups: readonly (readonly [heading: string, names: readonly string[]])[] = [
  [
    'Address and logging',
    ['PUBLIC_URL', 'HOST', 'PORT', 'PROBE_PORT', 'TRUSTED_PROXIES', 'LOG_LEVEL'],
  ],
  ['Shutdown', ['SHUTDOWN_DELAY_SECONDS', 'DRAIN_SECONDS']],
  ['Connections', ['MAX_CONNECTIONS', 'HEADERS_*', 'BODY_*', 'CORS_ORIGINS']],
  ['Postgres', ['DATABASE_*']],
  ['Redis', ['REDIS_*']],
  ['Object store', ['S3_*', 'OBJECT_SECRET', 'STORE_TIMEOUT_MS']],
  ['Cached answers', ['CACHE_MAX_BYTES', 'CACHE_TTL_SECONDS']],
  ['Images', ['MAX_IMAGE_*', 'MAX_UPLOAD_BYTES', 'UPLOAD_*']],
  ['Renditions', ['RENDER_*', 'RENDITION*', 'CACHE_DIRECTORY']],
  ['Accounts', ['JWT_*', 'ACCESS_TOKEN_SECONDS', 'REFRESH_TOKEN_DAYS', 'BCRYPT_*', 'DEMO_LOGIN']],
  ['Mail', ['SMTP_URL', 'MAIL_FROM', 'MAIL_CALLS_PER_ADDRESS', 'MAILS_PER_MAILBOX']],
  ['Rate limits', ['*_PER_MINUTE', 'RATE_LIMIT_*', 'EVENT_LIMIT_*']],
  ['Caches in front', ['CDN_*']],
  ['Budgets', ['BUDGET_*']],
  ['Audits', ['AUDIT_*', 'HISTORY_*']],
]

/**
 * The Markdown page that lists the settings of a service, one line each, with their defaults.
 *
 * @throws Error for a setting without a description, or one that belongs to no group.
 */
export function settingsDocument(service: string, { properties, required = [] }: Settings): string {
  const left = new Map(Object.entries(properties) as [string, Setting][])
  const sections = groups.flatMap(([heading, patterns]) => {
    const names = patterns.flatMap((pattern) =>
      [...left.keys()].filter((name) => matches(name, pattern)),
    )
    const lines = names.map((name) => lineOf(name, left.get(name) ?? {}, required.includes(name)))
    for (const name of names) left.delete(name)
    return lines.length > 0 ? [`## ${heading}\n\n${lines.join('\n')}\n`] : []
  })
  if (left.size > 0) throw new Error(`no group has the settings ${[...left.keys()].join(', ')}`)
  return [`# Settings of ${service}\n\n${introduction}`, ...sections].join('\n')
}

const introduction = `Environment variables. The service reports every missing or wrong setting at once and does not start.
This page is generated from the schema in \`src/config.ts\`: \`UPDATE_DOCUMENTS=1\` in front of its test writes it.
`

function matches(name: string, pattern: string): boolean {
  if (pattern.startsWith('*')) return name.endsWith(pattern.slice(1))
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}

function lineOf(name: string, { default: fallback, description }: Setting, isRequired: boolean) {
  if (description === undefined) throw new Error(`${name} has no description`)
  const text = description.charAt(0).toUpperCase() + description.slice(1)
  return `- \`${name}\` (${stateOf(name, fallback, isRequired)}): ${text}.`
}

function stateOf(name: string, fallback: unknown, isRequired: boolean): string {
  if (fallback === undefined) return isRequired ? 'required' : 'optional'
  if (fallback === '') return 'optional'
  const size = name.includes('BYTES') ? sizeOf(Number(fallback)) : null
  return size === null ? `default ${fallback}` : `default ${fallback}, ${size}`
}

const units = [
  ['GiB', 1024 ** 3],
  ['MiB', 1024 ** 2],
] as const

/** @returns null where a unit would not make the number of bytes shorter. */
function sizeOf(bytes: number): string | null {
  const unit = units.find(([, size]) => bytes >= size && bytes % size === 0)
  return unit ? `${bytes / unit[1]} ${unit[0]}` : null
}

/**
 * The stored text of a generated document. With `UPDATE_DOCUMENTS` in the environment the generated
 * text is written first.
 *
 * @param file in the folder of the package that the test runs in.
 */
export function storedDocument(file: string, generated: string): string {
  if (process.env.UPDATE_DOCUMENTS) writeFileSync(file, generated)
  return readFileSync(file, 'utf8')
}

/**
 * The settings in `.env.example` for a service, in order: its own and those of both services.
 * A section begins with `# --- <name> ---`.
 */
export function readEnvExample(service: string): Record<string, string> {
  const text = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
  const settings: Record<string, string> = {}
  let section = ''
  for (const line of text.split('\n')) {
    section = /^# --- (.+?) -+$/.exec(line)?.[1] ?? section
    const setting = /^([A-Z0-9_]+)=(.*)$/.exec(line)
    if (setting?.[1] && (section === service || section === 'both services')) {
      settings[setting[1]] = setting[2] ?? ''
    }
  }
  return settings
}
