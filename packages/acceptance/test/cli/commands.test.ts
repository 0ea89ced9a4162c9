import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort } from '@vitrine/local/programs'
import { orThrow, upload } from '@vitrine/sdk'
import { freshEmail, freshName, jpeg, png } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { newAccount } from '../account.js'
import { startServices } from '../services.js'
import { createCommandLine, signIn } from './command.js'

const services = await startServices(t)
const { url } = services.management
const account = await newAccount(url)
const { vitrine, projectId } = account
const cli = createCommandLine(t, url)
await signIn(cli, account.registration)
const file = new Blob([new Uint8Array(await jpeg())])
const unknownId = '00000000-0000-4000-8000-000000000000'

const newAsset = async (filename: string) =>
  (await upload(vitrine, { projectId, file, filename })).id

t.test('results are lines of JSON, or a table for people', async (t) => {
  const id = await newAsset('a dune.jpg')
  t.match(await cli.json(['assets', 'list', '--q', 'dune']), [{ id, filename: 'a dune.jpg' }])
  const { stdout, stderr } = await cli.run(['assets', 'list', '--q', 'dune'])
  t.match(stdout, /^ID +FILENAME +.*\n\S+ +a dune.jpg +image\/jpeg/)
  t.equal(stderr, '')
  t.match(await cli.run(['assets', 'get', id]), { stdout: /^filename +a dune.jpg$/m })
})

t.test('a list has all pages, or as many results as --limit says', async (t) => {
  const names = Array.from({ length: 105 }, (_, index) => `F${index}`)
  for (const name of names) {
    const path = '/api/projects/{projectId}/folders'
    await orThrow(vitrine.POST(path, { params: { path: { projectId } }, body: { name } }))
  }
  t.equal((await cli.json(['folders', 'list'])).length, 105)
  t.equal((await cli.json(['folders', 'list', '--limit', '3'])).length, 3)
  const { stdout } = await cli.run(['folders', 'list'])
  t.equal(stdout.split('\n').length, 107, 'a heading, the rows, and the end of the last line')
})

t.test('alternative texts', async (t) => {
  const id = await newAsset('alt.jpg')
  t.match(await cli.json(['assets', 'alt', id, 'A dune']), [{ altText: 'A dune' }])
  const decorative = await cli.json(['assets', 'alt', id, '--decorative'])
  t.match(decorative, [{ altText: null, decorative: true }])
  const again = await cli.json(['assets', 'alt', id, 'A dune'])
  t.match(again, [{ altText: 'A dune', decorative: false }])
})

t.test('a focal point is set and removed, and a file is replaced', async (t) => {
  const id = await newAsset('replaced.jpg')
  const point = { x: 0.5, y: 0.25 }
  t.match(await cli.json(['assets', 'focal', id, '0.5,0.25']), [{ focalPoint: point, version: 2 }])
  t.match(await cli.json(['assets', 'focal', id, 'none']), [{ focalPoint: null, version: 3 }])
  const path = join(t.testdir(), 'other.png')
  await writeFile(path, await png({ width: 9, height: 7 }))
  const [asset] = await cli.json(['assets', 'replace', id, path, '--focal', '.5,0.25'])
  t.match(asset, { id, filename: 'replaced.jpg', version: 4, width: 9, focalPoint: point })
  const [sent] = await cli.json(['upload', path, '--focal', '1,0'])
  t.match(await cli.json(['assets', 'get', String(sent?.assetId)]), [
    { focalPoint: { x: 1, y: 0 } },
  ])
  for (const point of ['2,0', '0.5', 'centre', '']) {
    const outcome = await cli.run(['assets', 'focal', id, point])
    t.match(outcome, { code: 2, stderr: /two numbers from 0 to 1/ }, point)
  }
  const missing = await cli.run(['assets', 'replace', id, `${path}.none`])
  t.match(missing, { code: 2, stderr: /cannot be read/ })
})

t.test('of several, those that can be done are done, and the failures are counted', async (t) => {
  const ids = [await newAsset('1.jpg'), unknownId, await newAsset('2.jpg')]
  const outcome = await cli.run(['assets', 'rm', ...ids])
  t.equal(outcome.code, 1)
  t.match(
    outcome.stderr,
    new RegExp(`error: ${unknownId}: ASSET_NOT_FOUND|${unknownId}: NOT_FOUND`),
  )
  t.match(outcome.stderr, /1 of 3 failed\.\n$/)
  t.equal((await cli.run(['assets', 'get', ids[0] ?? ''])).code, 4)
})

t.test('a bulk change shows what came of each asset', async (t) => {
  const id = await newAsset('bulk.jpg')
  const bulk = ['assets', 'bulk', '--action', 'tag', '--tags', 'sea', '--asset-ids', id]
  t.match(await cli.json(bulk), [{ assetId: id, status: 'ok' }])
  const outcome = await cli.run([...bulk, '--asset-ids', unknownId, '--json'])
  t.match(outcome, { code: 1, stderr: /1 of 2 failed/, stdout: /not_found/ })
})

t.test('wrong use is an error that says how it is done, and changes nothing', async (t) => {
  const problems: [string[], RegExp][] = [
    [['assets', 'lst'], /Did you mean list\?/],
    [['assets', 'list', '--alt', 'none'], /Allowed choices are missing, present, decorative/],
    [['assets', 'list', '--min-bytes', 'many'], /--min-bytes must be a number/],
    [['assets', 'list', '--project', 'no-such'], /There is no project "no-such". There are: shop/],
    [['widgets', 'create', 'Home'], /Missing: --slug, --layout\./],
    [['widgets', 'create', '--config', '{'], /--config must be JSON/],
    [['projects', 'rm', projectId], /Add --yes/],
    [['whoami', '--url', 'localhost'], /--url must be an address/],
    [['whoami', '--url', `${url}/api`], /--url must be an address without a path/],
  ]
  for (const [args, problem] of problems) {
    t.match(await cli.run(args), { code: 2, stdout: '', stderr: problem }, args.join(' '))
  }
})

t.test('a service that is not there is a failure with its reason', async (t) => {
  const nowhere = `http://127.0.0.1:${await findFreePort()}`
  const args = ['login', '--url', nowhere, '--email', 'a@b.example', '--password', '-']
  t.match(await cli.run(args, { stdin: 'x' }), {
    code: 1,
    stderr: new RegExp(`POST ${nowhere}/api/auth/login got no answer: .*ECONNREFUSED`),
  })
})

t.test('a widget is created, published, embedded and unpublished', async (t) => {
  const id = await newAsset('widget.jpg')
  const create = ['widgets', 'create', 'Home', '--slug', 'home', '--layout', 'GRID']
  const [widget] = await cli.json([...create, '--asset-ids', id, '--config', '{"columns":2}'])
  t.match(widget, { slug: 'home', assetIds: [id], config: { columns: 2 } })
  const misspelled = ['widgets', 'edit', String(widget?.id), '--config', '{"colums":3}']
  t.match(await cli.run(misspelled), {
    code: 0,
    stdout: /^slug +home$/m,
    stderr: /^warning: config\.colums .*did you mean columns\?$/m,
  })
  const widgetId = String(widget?.id)
  t.match(await cli.json(['widgets', 'publish', 'home']), [{ status: 'PUBLISHED' }])
  const several = await cli.run(['widgets', 'get', 'home', 'none', '--field', 'id'])
  t.match(several, { code: 1, stdout: `${widgetId}\n`, stderr: /none: The project has no widget/ })
  t.match(await cli.json(['projects', 'get', 'shop']), [{ id: projectId }])
  t.match(await cli.run(['widgets', 'list', '--field', 'ID']), { code: 2, stderr: /It has: id, / })
  t.match(await cli.run(['embed', 'home']), { code: 0, stdout: /<vitrine-widget/ })
  t.match(await cli.run(['embed', 'home', '--form', 'iframe']), { stdout: /<iframe/ })
  const snippet = ['embed', 'home', '--form', 'snippet']
  t.match(await cli.run(snippet), { stdout: /<img/ })
  const unpublished = await cli.run(['widgets', 'unpublish', widgetId, '--json'])
  t.match(unpublished, { code: 0, stdout: /"status":"DRAFT"/ })
  t.match(unpublished.stderr, /^Refused by \d+ of \d+ replicas?\.$/m)
  t.match(await cli.run(snippet), { code: 4, stdout: '', stderr: /is a draft/ })
  t.match(await cli.run(['embed', 'none']), { code: 4, stderr: /no widget "none"/ })
})

t.test('keys, tokens, audit and any call', async (t) => {
  const [key] = await cli.json(['keys', 'create', 'Site', '--allowed-origins', 'https://a.example'])
  t.match(key, { key: /^pk_/, allowedOrigins: ['https://a.example'] })
  t.match(await cli.json(['keys', 'list']), [{ name: 'Site' }])
  t.match(await cli.run(['keys', 'revoke', String(key?.id)]), { code: 0, stdout: '' })
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const limits = ['--role', 'VIEWER', '--expires-at', expiresAt]
  const token = ['tokens', 'create', 'CI', '--project-id', 'shop', ...limits, '--password', '-']
  const stdin = `${account.registration.password}\n`
  t.match(await cli.json(token, { stdin }), [{ token: /^vpat_/, projectId }])
  t.ok((await cli.json(['audit', 'export'])).length > 3)
  t.equal((await cli.json(['audit', '--limit', '2'])).length, 2)
  t.match(await cli.json(['projects']), [{ id: projectId }])
  t.match(await cli.json(['api', 'getProject']), [{ id: projectId }])
  t.match(await cli.run(['api', 'nothing']), { code: 2, stderr: /no operation "nothing"/ })
})

t.test('a person registers, changes the password and keeps defaults', async (t) => {
  const own = createCommandLine(t, url)
  const names = ['--organization-name', freshName('CLI'), '--name', 'Bo']
  const register = ['account', 'register', ...names, '--email', freshEmail(), '--password', '-']
  t.match(await own.run(register, { stdin: 'a long password\n' }), { code: 0, stdout: '' })
  const change = ['account', 'password', '--current-password', '-', '--new-password', '-']
  const stdin = 'a long password\nanother long one\n'
  t.match(await own.run(change, { stdin }), { code: 0 })
  t.match(await own.json(['whoami']), [{ name: 'Bo' }])
  t.match(await own.json(['projects', 'create', 'Shop']), [{ slug: 'shop' }])
  t.match(await own.json(['use', '--project', 'shop']), [{ url, projectId: /./ }])
})
