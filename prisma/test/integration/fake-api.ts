import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { listening } from '@vitrine/testing/listening'
import type { Test } from 'tap'

type Fields = Record<string, unknown>
type Answer = { status: number; body: unknown; headers?: Record<string, string> }
type Call = { method: string; path: string; headers: IncomingMessage['headers']; body: Buffer }

/** The state that a test may read and change. */
export type State = ReturnType<typeof emptyState>

/**
 * An HTTP server that answers the calls of the seed as the API does, from memory. `intercept`
 * may answer a call in its place, or cut the connection.
 */
export async function startFakeApi(t: Test) {
  const state = emptyState()
  const intercept = (_call: Call): Answer | 'cut' | undefined => undefined
  const api = { state, baseUrl: '', intercept }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url: path = '', headers } = request
    const call = { method, path, headers, body: Buffer.concat(chunks) }
    if (method !== 'GET') state.writes.push(`${method} ${path}`)
    const answer = api.intercept(call) ?? (await route(state, call))
    if (answer === 'cut') return request.socket.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    return response.end(JSON.stringify(answer.body))
  })
  api.baseUrl = `http://127.0.0.1:${await listening(t, server)}`
  return api
}

export function refusal(status: number, message: string, code?: string): Answer {
  return { status, body: { status, message, code } }
}

function emptyState() {
  return {
    writes: [] as string[],
    accounts: new Map<string, Fields>(),
    /** Access tokens that are accepted. */
    tokens: new Set<string>(),
    projects: [] as Fields[],
    assets: [] as Fields[],
    widgets: [] as Fields[],
    keys: [] as string[],
  }
}

async function route(state: State, call: Call): Promise<Answer> {
  const { method, path, headers } = call
  const [address = ''] = path.split('?')
  if (address.startsWith('/api/auth/')) return enter(state, address, json(call))
  const slug = /^\/api\/v1\/widgets\/(.+)$/.exec(address)?.[1]
  if (slug !== undefined) return deliver(state, slug, String(headers['x-api-key']))
  const token = headers.authorization?.replace('Bearer ', '') ?? ''
  if (!state.tokens.has(token)) return refusal(401, 'Sign in again', 'TOKEN_EXPIRED')

  const widgetId = /\/widgets\/([^/]+)\/publish$/.exec(address)?.[1]
  if (method === 'PUT' && widgetId) return change(state.widgets, widgetId, { status: 'PUBLISHED' })
  const changedId = /\/widgets\/([^/]+)$/.exec(address)?.[1]
  if (method === 'PUT' && changedId) return change(state.widgets, changedId, json(call))

  const kind = address.split('/').at(-1)
  if (kind === 'api-keys') return createKey(state)
  if (kind !== 'projects' && kind !== 'assets' && kind !== 'widgets')
    return refusal(404, 'No route')
  if (method === 'GET') return page(state[kind], path)
  const fields = kind === 'assets' ? await uploaded(call) : json(call)
  const items = (fields.items ?? []) as { assetId: string }[]
  const list = { status: 'DRAFT', assetIds: items.map(({ assetId }) => assetId) }
  const made = { id: randomUUID(), ...(kind === 'widgets' ? list : {}), ...fields }
  state[kind].unshift(made)
  return { status: 201, body: made }
}

function enter(state: State, address: string, fields: Fields): Answer {
  const { email, password, refreshToken } = fields
  const account = state.accounts.get(String(email))
  if (address.endsWith('/refresh')) {
    return refreshToken === 'refresh' ? session(state, 200) : refusal(401, 'Sign in again')
  }
  if (address.endsWith('/login')) {
    return account?.password === password ? session(state, 200) : refusal(401, 'Wrong password')
  }
  if (account) return refusal(409, 'The e-mail address is taken')
  state.accounts.set(String(email), { password })
  return session(state, 201)
}

function session({ tokens }: State, status: number): Answer {
  const accessToken = randomUUID()
  tokens.add(accessToken)
  return { status, body: { accessToken, refreshToken: 'refresh', organizationId: 'organization' } }
}

function deliver({ keys, widgets }: State, slug: string, key: string): Answer {
  if (!keys.includes(key)) return refusal(401, 'Unknown key')
  const widget = widgets.find((one) => one.slug === slug && one.status === 'PUBLISHED')
  return widget ? { status: 200, body: { widget } } : refusal(404, 'No such widget')
}

function createKey({ keys }: State): Answer {
  const key = `pk_${randomUUID()}`
  keys.push(key)
  return { status: 201, body: { id: randomUUID(), key } }
}

/** Two to a page for every requested size, so that a reader has to turn pages. */
function page(items: readonly Fields[], path: string): Answer {
  const number = Number(new URL(path, 'http://localhost').searchParams.get('page'))
  const content = items.slice(number * 2, number * 2 + 2)
  return { status: 200, body: { content, number, last: (number + 1) * 2 >= items.length } }
}

function change(items: readonly Fields[], id: string, fields: Fields): Answer {
  const item = items.find((one) => one.id === id)
  if (!item) return refusal(404, 'Not found')
  return { status: 200, body: Object.assign(item, fields) }
}

async function uploaded({ body, headers }: Call): Promise<Fields> {
  const type = { 'content-type': headers['content-type'] ?? '' }
  const form = await new Response(new Uint8Array(body), { headers: type }).formData()
  const [file, point] = [form.get('file'), form.get('focalPoint')]
  const [altText, tags] = [form.get('altText'), form.getAll('tags')]
  if (!(file instanceof File)) throw new Error('the form has no file part')
  const { name: filename, type: contentType, size: sizeBytes } = file
  const focalPoint = point === null ? null : JSON.parse(String(point))
  return { filename, contentType, sizeBytes, focalPoint, altText, tags }
}

function json({ body }: Call): Fields {
  return JSON.parse(body.toString())
}
