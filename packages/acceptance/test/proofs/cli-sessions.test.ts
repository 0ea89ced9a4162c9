import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from '@vitrine/testing/t'
import { newAccount, outdated } from '../account.js'
import { createCommandLine, signIn } from '../cli/command.js'
import { startProxy } from '../sdk/proxy.js'
import { startServices } from '../services.js'

const services = await startServices(t)

t.test('command lines side by side refresh once, after one that was killed, too', async (t) => {
  const { registration } = await newAccount(services.management.url)
  const proxy = await startProxy(t, services)
  const cli = createCommandLine(t, proxy.url)
  await signIn(cli, registration)
  const file = join(cli.home, 'config', 'vitrine', 'credentials.json')
  const stored = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...stored, accessToken: outdated }))
  const noProcess = 2 ** 22 + 1
  await writeFile(`${file}.lock`, `${noProcess} killed`)
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => cli.runProcess(['whoami'])))
  t.same(
    outcomes.map(({ code }) => code),
    [0, 0, 0, 0],
  )
  t.equal(proxy.calls.filter((call) => call === 'POST /api/auth/refresh').length, 1)
  t.equal((await stat(file)).mode & 0o777, 0o600)
  t.not(JSON.parse(await readFile(file, 'utf8')).refreshToken, stored.refreshToken)
})
