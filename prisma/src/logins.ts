import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { type Run, withDatabase } from './with-database.js'

/** Addresses of the services, each with the role that its login role becomes a member of. */
const services = {
  MANAGEMENT_DATABASE_URL: 'vitrine_management',
  DELIVERY_DATABASE_URL: 'vitrine_delivery',
} as const

type Variable = keyof typeof services

/**
 * Creates the login roles of the services, or sets their passwords to those in the addresses. A role that
 * can log in and is a member is not changed. If an address is not set, an operator creates its role.
 *
 * @returns the names of the roles that were created or changed.
 * @throws a sentence that names the variable.
 */
export async function ensureLogins(
  databaseUrl: string,
  env: Readonly<Partial<Record<Variable, string>>>,
): Promise<string[]> {
  const changed: string[] = []
  for (const variable of Object.keys(services) as Variable[]) {
    const url = env[variable]
    if (url === undefined || url === '') continue
    try {
      const login = readLogin(url, new URL(databaseUrl).username)
      if (await isReady(databaseUrl, login, services[variable])) continue
      await withDatabase(databaseUrl, (run) => makeLogin(run, login, services[variable]))
      changed.push(login.name)
    } catch (error) {
      throw new Error(`${variable}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return changed
}

type Login = { name: string; password: string }

function readLogin(url: string, owner: string): Login {
  if (!URL.canParse(url)) throw new Error('it is not an address that begins with postgresql://')
  const { username, password } = new URL(url)
  if (username === '' || password === '') {
    throw new Error('it has to name a user and a password, postgresql://user:password@…')
  }
  if (username === owner) {
    throw new Error('it has to name another user than DATABASE_URL, which owns the tables')
  }
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) }
}

/** Whether the role can log in to the server of DATABASE_URL, and has the rights of its service. */
async function isReady(databaseUrl: string, { name, password }: Login, role: string) {
  const url = new URL(databaseUrl)
  url.username = encodeURIComponent(name)
  url.password = encodeURIComponent(password)
  try {
    const rows = await withDatabase(url.href, (run) =>
      run(`SELECT pg_has_role(${literal(role)}, 'USAGE')`),
    )
    return rows[0]?.[0] === true
  } catch {
    return false // It is not there, or has another password.
  }
}

/** The error when a job for another database of the cluster creates the same role at the same time. */
const isRace = (error: unknown): boolean =>
  /concurrently updated|duplicate key|already exists|UniqueConstraintViolation/.test(String(error))

const maxAttempts = 5

async function makeLogin(run: Run, login: Login, role: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryToMakeLogin(run, login, role)
    } catch (error) {
      if (attempt === maxAttempts || !isRace(error)) throw error
    }
  }
}

async function tryToMakeLogin(run: Run, { name, password }: Login, role: string): Promise<void> {
  const administrators = await run(`SELECT 1 FROM pg_roles WHERE rolname = ${literal(name)}
    AND (rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb)`)
  if (administrators.length > 0) throw new Error(`${name} is the role of an administrator`)
  const secret = literal(scramVerifier(password))
  const known = await run(`SELECT 1 FROM pg_roles WHERE rolname = ${literal(name)}`)
  if (known.length === 0) await run(`CREATE ROLE ${identifier(name)} LOGIN`)
  await run(`ALTER ROLE ${identifier(name)} LOGIN INHERIT PASSWORD ${secret}`)
  await run(`GRANT ${identifier(role)} TO ${identifier(name)}`)
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

const iterations = 4096
const visibleAscii = /^[\x21-\x7e]+$/

/**
 * A password in the form that Postgres stores (RFC 5803). Sent in this form, it appears in no log of the
 * server.
 *
 * @throws for a password that would have to be normalised first (SASLprep).
 */
export function scramVerifier(password: string, salt = randomBytes(16)): string {
  if (!visibleAscii.test(password)) {
    throw new Error('the password may only have visible ASCII characters')
  }
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64')
  const serverKey = hmac('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
