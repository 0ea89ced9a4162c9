import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { orThrow } from '@vitrine/sdk'
import t from '@vitrine/testing/t'
import { newAccount } from '../account.js'
import { startServices } from '../services.js'
import { createCommandLine, signIn } from './command.js'

const services = await startServices(t)
const { url } = services.management

async function newToken({
  vitrine,
  registration,
  organizationId,
  projectId,
}: Account): Promise<string> {
  const { password } = registration
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const body = {
    name: 'CI',
    organizationId,
    projectId,
    role: 'VIEWER',
    expiresAt,
    password,
  } as const
  return (await orThrow(vitrine.POST('/api/auth/tokens', { body }))).token
}
type Account = Awaited<ReturnType<typeof newAccount>>

t.test('a person signs in by password, and out', async (t) => {
  const { registration } = await newAccount(url)
  const cli = createCommandLine(t, url)
  t.equal((await cli.run(['whoami'])).code, 3)
  t.match(await signIn(cli, registration), { code: 0, stdout: '' })
  t.match(await cli.json(['whoami']), [{ url, email: registration.email }])
  const file = join(cli.home, 'config', 'vitrine', 'credentials.json')
  t.equal((await stat(file)).mode & 0o777, 0o600)
  const { accessToken } = JSON.parse(await readFile(file, 'utf8'))
  t.match(await cli.run(['logout']), { code: 0 })
  await t.rejects(stat(file), { code: 'ENOENT' })
  const response = await fetch(`${url}/api/auth/me`, {
    headers: { Authorization: `Bearer ${accessToken}` },
  })
  t.equal(response.status, 401, 'the session has ended at the service, too')
})

t.test('a wrong password is refused with a code and a request id', async (t) => {
  const { registration } = await newAccount(url)
  const cli = createCommandLine(t, url)
  const wrong = await signIn(cli, { ...registration, password: 'another password' })
  t.match(wrong, {
    code: 3,
    stdout: '',
    stderr: /^error: CREDENTIALS_INVALID: .* \(request \S+\)\n$/,
  })
})

t.test('secrets are never arguments, and there is no prompt without a terminal', async (t) => {
  const cli = createCommandLine(t, url)
  const login = ['login', '--email', 'ann@example.com']
  t.match(await cli.run([...login, '--password', 'secret']), { code: 2, stderr: /"-" alone/ })
  t.match(await cli.run(login), { code: 2, stderr: /no terminal/ })
  t.match(await cli.run(['login', '--token', 'vpat_x']), { code: 2, stderr: /"-" alone/ })
})

t.test('a personal access token signs in, stored or from VITRINE_TOKEN', async (t) => {
  const account = await newAccount(url)
  const token = await newToken(account)
  const cli = createCommandLine(t, url)
  t.match(await cli.run(['login', '--token', '-'], { stdin: 'vpat_wrong\n' }), { code: 3 })
  t.match(await cli.run(['login', '--token', '-'], { stdin: token }), { code: 0 })
  const { organizationId, projectId } = account
  const organizations = [{ id: organizationId, role: 'VIEWER' }]
  const own = { name: 'CI', organizationId, projectId, role: 'VIEWER' }
  t.match(await cli.json(['whoami']), [{ url, organizations, token: own }])
  const { stdout } = await cli.run(['whoami'])
  t.match(stdout, /^signed in by +personal access token "CI"$/m)
  t.match(stdout, /^expires +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/m)
  t.match(stdout, /^organizations +.*, VIEWER$/m)
  t.match(stdout, /^project +Shop \(shop\) alone$/m)
  t.match(stdout, /^uploads +at most 25.0 MiB and \d+ megapixels each$/m)

  const other = createCommandLine(t, url)
  const env = { VITRINE_TOKEN: token }
  t.match(await other.json(['projects', 'get', account.projectId], { env }), [
    { id: account.projectId },
  ])
  const refused = await other.run(['projects', 'rm', account.projectId, '--yes'], { env })
  t.match(refused, { code: 4, stderr: /FORBIDDEN/ })
})

t.test('credentials are not sent to another address', async (t) => {
  const { registration } = await newAccount(url)
  const cli = createCommandLine(t, url)
  await signIn(cli, registration)
  const other = url.replace('127.0.0.1', 'localhost')
  t.match(await cli.run(['whoami', '--url', other]), { code: 3, stderr: /Nobody is signed in/ })
})
