/*
 * Backends configured in the environment. The bootstrap connects to them before anything is
 * installed. Uses only Node's built-in modules.
 */
import { connect } from 'node:net'

/** For hosts that drop packets: other unreachable addresses fail immediately. */
const longestSilenceMs = 10_000

const defaultPorts = {
  'postgresql:': 5432,
  'postgres:': 5432,
  'redis:': 6379,
  'rediss:': 6379,
  'http:': 80,
  'https:': 443,
}

const variables = {
  DATABASE_URL: { schemes: ['postgresql:', 'postgres:'], server: 'Postgres' },
  MANAGEMENT_DATABASE_URL: { schemes: ['postgresql:', 'postgres:'], server: 'Postgres' },
  DELIVERY_DATABASE_URL: { schemes: ['postgresql:', 'postgres:'], server: 'Postgres' },
  REDIS_URL: { schemes: ['redis:', 'rediss:'], server: 'Redis' },
  S3_ENDPOINT: { schemes: ['http:', 'https:'], server: 'an S3 store' },
}

export function givenUrl(env, name) {
  const value = env[name]
  if (value === undefined || value === '') return null
  const { schemes } = variables[name]
  const scheme = URL.canParse(value) ? new URL(value).protocol : ''
  if (schemes.includes(scheme)) return value
  // The value is not printed because it may contain a password.
  throw new Error(`${name} in the environment is not an address that begins with ${schemes[0]}//`)
}

export function givenS3(env) {
  const endpoint = givenUrl(env, 'S3_ENDPOINT')
  if (endpoint === null) return null
  return {
    endpoint,
    accessKey: required(env, 'S3_ACCESS_KEY'),
    secretKey: required(env, 'S3_SECRET_KEY'),
    bucket: env.S3_BUCKET || 'vitrine',
    region: env.S3_REGION || 'us-east-1',
  }
}

function required(env, name) {
  const value = env[name]
  if (value) return value
  throw new Error(
    `S3_ENDPOINT is set in the environment but ${name} is not; set S3_ACCESS_KEY and S3_SECRET_KEY too, or none of them`,
  )
}

/** @throws an error naming every variable whose server cannot be reached. */
export async function reachGivenBackends(env) {
  givenS3(env)
  const problems = await Promise.all(Object.keys(variables).map((name) => problemOf(env, name)))
  const found = problems.filter((problem) => problem !== null)
  if (found.length > 0) throw new Error(found.join('\n'))
}

async function problemOf(env, name) {
  const value = givenUrl(env, name)
  if (value === null) return null
  const { hostname, port, protocol } = new URL(value)
  // A Unix socket or several hosts: left to the database driver.
  if (hostname === '' || /%2f|,/i.test(hostname)) return null
  const host = hostname.replace(/^\[|\]$/g, '')
  const number = Number(port) || defaultPorts[protocol]
  const reason = await tryConnection(host, number)
  if (reason === null) return null
  return `${name} names ${hostname}:${number}, where nothing answers (${reason}); start ${variables[name].server} there, correct ${name}, or unset it to use a server of this stack's own`
}

/** Null if the connection is accepted, otherwise the reason. */
function tryConnection(host, port) {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    const finish = (reason) => {
      socket.destroy()
      resolve(reason)
    }
    socket.setTimeout(longestSilenceMs, () => finish('no answer'))
    socket.once('connect', () => finish(null))
    socket.once('error', (error) => finish(error.code ?? error.message))
  })
}
