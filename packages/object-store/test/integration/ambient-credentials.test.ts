import { writeFile } from 'node:fs/promises'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { listening } from '@vitrine/testing/listening'
import t, { type Test } from '@vitrine/testing/t'
import { createObjectStore } from '../../src/object-store.js'

/** Isolates the tests from configuration files and variables of the system. */
const none = {
  AWS_SHARED_CREDENTIALS_FILE: '/nowhere',
  AWS_CONFIG_FILE: '/nowhere',
  AWS_EC2_METADATA_DISABLED: 'true',
}
const ownVariables = Object.keys(process.env).filter((name) => name.startsWith('AWS_'))

function withEnvironment(t: Test, variables: Record<string, string>): void {
  const before = { ...process.env }
  for (const name of ownVariables) delete process.env[name]
  Object.assign(process.env, none, variables)
  t.teardown(() => {
    process.env = before
  })
}

async function serve(
  t: Test,
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
) {
  const server = http.createServer((request, response) => void answer(request, response))
  return `http://127.0.0.1:${await listening(t, server)}`
}

/** A store that reports which key signed a call. */
async function storeFor(t: Test) {
  let signedWith = ''
  const told: string[] = []
  const endpoint = await serve(t, (request, response) => {
    const { authorization = '', 'x-amz-security-token': token } = request.headers
    signedWith = `${/Credential=([^/]+)/.exec(authorization)?.[1]} ${token}`
    response.end('bytes')
  })
  const store = createObjectStore({
    endpoint,
    region: 'eu-central-1',
    bucket: 'bucket',
    timeoutMs: 15_000,
    onFailure: ({ code, advice }, action) => told.push(`${action}: ${code}. ${advice}`),
    onRecovery: ({ code }) => told.push(`over: ${code}`),
  })
  return { store, signedWith: () => signedWith, told }
}

/** Reads and writes, which are signed by different code, and returns the keys used. */
async function signatures(t: Test): Promise<string[]> {
  const { store, signedWith } = await storeFor(t)
  await store.read('key')
  const read = signedWith()
  const path = join(t.testdir(), 'file')
  await writeFile(path, 'x')
  await store.putFile('key', path, 1, 'image/png')
  return [read, signedWith()]
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

const answerOf = (key: string) => ({
  Code: 'Success',
  Type: 'AWS-HMAC',
  AccessKeyId: key,
  SecretAccessKey: 'secret',
  Token: `token of ${key}`,
  Expiration: inAnHour(),
})

t.test("AWS's own variables", async (t) => {
  withEnvironment(t, {
    AWS_ACCESS_KEY_ID: 'variable',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_SESSION_TOKEN: 'token',
  })
  t.same(await signatures(t), ['variable token', 'variable token'])
})

t.test('a web identity, as provided by IRSA', async (t) => {
  const asked: URLSearchParams[] = []
  const sts = await serve(t, async (request, response) => {
    asked.push(new URLSearchParams(await text(request)))
    response.setHeader('content-type', 'text/xml').end(`<AssumeRoleWithWebIdentityResponse
      xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult>
      <Credentials><AccessKeyId>role</AccessKeyId><SecretAccessKey>secret</SecretAccessKey>
      <SessionToken>of the role</SessionToken><Expiration>${inAnHour()}</Expiration></Credentials>
      </AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`)
  })
  const file = join(t.testdir(), 'token')
  await writeFile(file, 'web identity')
  withEnvironment(t, {
    AWS_WEB_IDENTITY_TOKEN_FILE: file,
    AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/vitrine',
    AWS_ENDPOINT_URL_STS: sts,
  })
  t.same(await signatures(t), ['role of the role', 'role of the role'])
  t.equal(asked.length, 1)
  t.equal(asked[0]?.get('WebIdentityToken'), 'web identity')
  t.equal(asked[0]?.get('RoleArn'), 'arn:aws:iam::123456789012:role/vitrine')
})

t.test('a container endpoint, as provided by ECS and EKS pod identity', async (t) => {
  const sent: (string | undefined)[] = []
  const endpoint = await serve(t, (request, response) => {
    sent.push(request.headers.authorization)
    response.end(JSON.stringify(answerOf('pod')))
  })
  const file = join(t.testdir(), 'token')
  await writeFile(file, 'from a file')
  withEnvironment(t, {
    AWS_CONTAINER_CREDENTIALS_FULL_URI: `${endpoint}/v1/credentials`,
    AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file,
  })
  t.same(await signatures(t), ['pod token of pod', 'pod token of pod'])
  t.same(sent, ['from a file'])
})

t.test('the instance metadata service, version 2', async (t) => {
  const asked: string[] = []
  const metadata = await serve(t, (request, response) => {
    const { method, url = '', headers } = request
    asked.push(`${method} ${url}`)
    if (method === 'PUT') return response.end('session')
    if (headers['x-aws-ec2-metadata-token'] !== 'session') return response.writeHead(401).end()
    const answer = url.endsWith('/') ? 'profile' : JSON.stringify(answerOf('machine'))
    return response.end(answer)
  })
  withEnvironment(t, {
    AWS_EC2_METADATA_DISABLED: 'false',
    AWS_EC2_METADATA_SERVICE_ENDPOINT: metadata,
  })
  t.same(await signatures(t), ['machine token of machine', 'machine token of machine'])
  t.same(asked, [
    'PUT /latest/api/token',
    'GET /latest/meta-data/iam/security-credentials/',
    'GET /latest/meta-data/iam/security-credentials/profile',
  ])
})

t.test('missing credentials are logged once, and callers get an error', async (t) => {
  withEnvironment(t, {})
  const { store, told } = await storeFor(t)
  for (let i = 0; i < 3; i += 1) {
    await t.rejects(store.read('key'), { code: 'STORE_MISCONFIGURED' })
  }
  await t.rejects(store.ping(), { message: /^misconfigured: CredentialsUnavailable\. / })
  t.match(told, [/^get credentials: CredentialsUnavailable\. .*S3_ACCESS_KEY and S3_SECRET_KEY/])
})
