import { join } from 'node:path'
import type { Send, Session, SessionStore, Tokens, Vitrine } from '@vitrine/sdk'
import { type PrivateFile, privateFile } from '@vitrine/sdk/node'
import { CommandError, exitCodes, usageError } from '../failure.js'
import type { Output } from '../output/output.js'
import type { Terminal } from '../terminal.js'
import { configFolder } from './folders.js'
import { Secrets } from './secrets.js'

export type GlobalOptions = {
  url?: string
  org?: string
  project?: string
  header?: string[]
  json?: true
  field?: string
}

/** Where `npm start` serves both services. */
const localUrl = 'http://localhost:8080'

/** A restart of the service takes some seconds. */
const retry = { attempts: 10 }

/** The surroundings of a command: options, stored values, the client, and the output. */
export class Context {
  readonly secrets: Secrets
  readonly credentials
  readonly defaults
  private client: Promise<Vitrine> | undefined

  constructor(
    readonly terminal: Terminal,
    readonly output: Output,
    private readonly options: GlobalOptions,
  ) {
    this.secrets = new Secrets(terminal)
    this.credentials = credentialsFile(terminal.env)
    this.defaults = defaultsFile(terminal.env)
  }

  /** Without a slash at its end. */
  async url(): Promise<string> {
    const { options, terminal } = this
    const given = options.url ?? terminal.env.VITRINE_URL ?? (await this.defaults.read())?.url
    const url = (given ?? localUrl).replace(/\/+$/, '')
    if (!/^https?:\/\/[^/?#]+$/i.test(url)) {
      throw usageError(
        `--url must be an address without a path, such as https://images.example.com, not ${url}.`,
      )
    }
    return url
  }

  /** @throws CommandError if nobody is signed in at the address. */
  vitrine(): Promise<Vitrine> {
    this.client ??= this.connect()
    return this.client
  }

  private async connect(): Promise<Vitrine> {
    const baseUrl = await this.url()
    const token = this.terminal.env.VITRINE_TOKEN
    if (token) return this.tokenClient(token)
    const stored = await this.credentials.read()
    if (stored?.url !== baseUrl) {
      const message = `Nobody is signed in at ${baseUrl}. Run "vitrine login --url ${baseUrl}", or set VITRINE_TOKEN.`
      throw new CommandError(message, exitCodes.notSignedIn)
    }
    if ('personalToken' in stored) return this.tokenClient(stored.personalToken)
    return this.sessionClient()
  }

  async tokenClient(token: string): Promise<Vitrine> {
    const { createClient, personalToken } = await import('@vitrine/sdk')
    return createClient({ ...(await this.target()), session: personalToken(token) })
  }

  /** With the stored session of a person, if there is one. For calls that begin or end a session. */
  async sessionClient(): Promise<Vitrine<Session>> {
    const { createClient, createSession } = await import('@vitrine/sdk')
    const target = await this.target()
    const session = createSession(sessionStore(this.credentials, target.baseUrl))
    return createClient({ ...target, session })
  }

  /** The address of the calls, and the function that sends them, also one that refreshes a session. */
  private async target() {
    return { baseUrl: await this.url(), retry, fetch: this.sender() }
  }

  /** A function that sends one request with the headers of `--header`. */
  sender(): Send {
    const headers = headersOf(this.options.header ?? [])
    return (request) => {
      for (const [name, value] of headers) request.headers.set(name, value)
      return fetch(request)
    }
  }

  /** Keeps credentials of the address, which becomes the default one. */
  async signIn(credentials: StoredCredentials): Promise<void> {
    await this.credentials.exclusive(() => this.credentials.write(credentials))
    await this.setDefaults({})
  }

  /** Adds to the defaults of the address; those of another one end. */
  async setDefaults(defaults: Partial<Defaults>): Promise<void> {
    const url = await this.url()
    await this.defaults.exclusive(async () => {
      const current = await this.defaults.read()
      await this.defaults.write({ ...(current?.url === url ? current : { url }), ...defaults })
    })
  }

  /** The id of the slug, of `--org`, of VITRINE_ORG, the stored one, or that of the only organization. */
  async organizationId(slugOrId?: string): Promise<string> {
    const { options, terminal } = this
    const given =
      slugOrId ?? options.org ?? terminal.env.VITRINE_ORG ?? (await this.stored())?.organizationId
    const list = { path: '/api/organizations', kind: 'organization', option: '--org' } as const
    return findOne(await this.vitrine(), list, async () => ({}), given)
  }

  /** The id of the slug, of `--project`, of VITRINE_PROJECT, the stored one, or that of the only project. */
  async projectId(slugOrId?: string): Promise<string> {
    const given = slugOrId ?? this.givenProject() ?? (await this.stored())?.projectId
    return this.findProject(given)
  }

  /** The id of `--project` or of VITRINE_PROJECT. */
  async givenProjectId(): Promise<string | undefined> {
    const given = this.givenProject()
    return given === undefined ? undefined : this.findProject(given)
  }

  private givenProject(): string | undefined {
    return this.options.project ?? this.terminal.env.VITRINE_PROJECT
  }

  private async findProject(given: string | undefined): Promise<string> {
    const path = '/api/organizations/{orgId}/projects'
    const list = { path, kind: 'project', option: '--project' } as const
    const organization = async () => ({ orgId: await this.organizationId() })
    return findOne(await this.vitrine(), list, organization, given)
  }

  private async stored(): Promise<Defaults | null> {
    const defaults = await this.defaults.read()
    return defaults?.url === (await this.url()) ? defaults : null
  }
}

/** Credentials belong to one address, so that a token is never sent to another. */
type StoredCredentials = { url: string } & (Tokens | { personalToken: string })

/** For commands without the options `--url`, `--org` and `--project`. */
type Defaults = { url: string; organizationId?: string; projectId?: string }

const credentialsFile = (env: NodeJS.ProcessEnv): PrivateFile<StoredCredentials> =>
  privateFile(join(configFolder(env), 'credentials.json'))

const defaultsFile = (env: NodeJS.ProcessEnv): PrivateFile<Defaults> =>
  privateFile(join(configFolder(env), 'defaults.json'))

/** The session of an address, for the SDK. */
function sessionStore(file: PrivateFile<StoredCredentials>, url: string): SessionStore {
  return {
    read: async () => {
      const stored = await file.read()
      return stored?.url === url && 'refreshToken' in stored ? stored : null
    },
    write: (tokens) => file.write(tokens && { url, ...tokens }),
    exclusive: file.exclusive,
  }
}

type List = {
  path: '/api/organizations' | '/api/organizations/{orgId}/projects'
  kind: string
  option: string
}

export const isId = (text: string): boolean =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

const mostShown = 10

/**
 * The id of an organization or project that is given by id or slug, or of the only one.
 *
 * @throws CommandError naming the choices if there is not exactly one.
 */
async function findOne(
  vitrine: Vitrine,
  { path, kind, option }: List,
  pathOf: () => Promise<Record<string, string>>,
  given: string | undefined,
): Promise<string> {
  if (given !== undefined && isId(given)) return given
  const { pages } = await import('@vitrine/sdk')
  const params = { path: await pathOf(), query: { size: 100 } } as never
  const slugs: string[] = []
  let only: string | undefined
  for await (const { id, slug } of pages(vitrine, path, { params })) {
    if (slug === given) return id
    slugs.push(slug)
    only = id
  }
  if (given === undefined && slugs.length === 1 && only !== undefined) return only
  const shown = slugs.slice(0, mostShown).join(', ')
  const choices = slugs.length === 0 ? 'There is none yet.' : `There are: ${shown}.`
  if (given !== undefined) throw usageError(`There is no ${kind} "${given}". ${choices}`)
  throw usageError(`Name the ${kind} by ${option} <slug or id>. ${choices}`)
}

/** Headers with an option of their own, and those that would put a secret into the arguments. */
const refused = new Map([
  ['authorization', 'Set VITRINE_TOKEN instead: others can see arguments.'],
  ['cookie', 'Others can see arguments.'],
  ['if-match', 'Use --if-match instead.'],
  ['if-none-match', 'Use --if-none-match instead.'],
  ['idempotency-key', 'Use --idempotency-key instead.'],
])

/** The headers of `--header name:value`. @throws CommandError for one that cannot be sent. */
function headersOf(given: readonly string[]): Headers {
  const headers = new Headers()
  for (const text of given) {
    const colon = text.indexOf(':')
    // A name that is empty is refused as one with a space in it is.
    const name = text.slice(0, Math.max(0, colon)).trim()
    const reason = refused.get(name.toLowerCase())
    if (reason !== undefined) throw usageError(`--header does not take ${name}. ${reason}`)
    try {
      headers.set(name, text.slice(colon + 1).trim())
    } catch {
      throw usageError(`--header takes a name and a value, such as "X-Team: web", not "${text}".`)
    }
  }
  return headers
}
