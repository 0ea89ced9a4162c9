import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { orThrow, upload } from '@vitrine/sdk'
import { jpeg } from '@vitrine/testing'
import { listening } from '@vitrine/testing/listening'
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

const newAsset = (filename: string, tags: string[] = []) =>
  upload(vitrine, { projectId, file, filename, tags })

t.test('a change with the revision of an older state is refused', async (t) => {
  const { id, revision } = await newAsset('revision.jpg')
  const edit = ['assets', 'edit', id, '--alt', 'A dune', '--if-match']
  t.match(await cli.json([...edit, String(revision)]), [{ revision: revision + 1 }])
  const late = await cli.run([...edit, `"${revision}"`])
  t.match(late, { code: 4, stdout: '', stderr: /^error: PRECONDITION_FAILED/ })
  t.match(await cli.run(['assets', 'rm', id, '--if-match', '1']), { code: 4 })
  const other = await newAsset('other.jpg')
  const both = await cli.run(['assets', 'rm', id, other.id, '--if-match', '2'])
  t.match(both, { code: 2, stderr: /are for one id/ })
  t.match(await cli.run([...edit, 'new']), { code: 2, stderr: /must be a revision/ })
})

t.test('an answer that is known is not sent again', async (t) => {
  const asset = await newAsset('known.jpg')
  const create = ['widgets', 'create', 'Known', '--slug', 'known', '--layout', 'GRID']
  const [widget] = await cli.json([...create, '--asset-ids', asset.id])
  const { id, revision } = widget as { id: string; revision: number }
  const get = ['widgets', 'get', id, '--if-none-match']
  const known = await cli.run([...get, String(revision)])
  t.match(known, { code: 0, stdout: '', stderr: /still has this revision/ })
  t.match(await cli.json([...get, String(revision + 1)]), [{ id }])
})

t.test('the same key makes one API key', async (t) => {
  const create = ['keys', 'create', 'Once', '--idempotency-key', 'once-1']
  const [first] = await cli.json(create)
  t.match(await cli.json(create), [{ id: first?.id }])
  const body = ['--body', '{"name":"Twice"}', '--idempotency-key', 'twice-1']
  const [other] = await cli.json(['api', 'createApiKey', ...body])
  t.match(await cli.json(['api', 'createApiKey', ...body]), [{ id: other?.id }])
})

t.test('texts, tags, folder and focal point are set by short options, and cleared', async (t) => {
  const { id } = await newAsset('short.jpg')
  const edit = ['assets', 'edit', id]
  const short = ['--alt', 'Sea', '--tag', 'a', '--tag', 'b', '--folder', 'Summer/Beach']
  const [asset] = await cli.json([...edit, ...short, '--focal', '.5,.25', '--metadata', '{"by":1}'])
  t.match(asset, { altText: 'Sea', tags: ['a', 'b'], focalPoint: { x: 0.5, y: 0.25 } })
  t.same(JSON.parse(String(asset?.metadata)), { by: 1 })
  t.match(await cli.json(['folders', 'get', String(asset?.folderId)]), [{ path: 'Summer/Beach' }])
  t.match(await cli.json(['folders', 'get', 'Summer/Beach']), [{ id: asset?.folderId }])
  t.match(await cli.json(['assets', 'find', '--folder', 'Summer/Beach']), [{ id }])
  t.match(await cli.run(['assets', 'find', '--folder', 'None']), { code: 2, stderr: /no folder/ })
  const cleared = await cli.json([...edit, '--no-alt-text', '--no-tags', '--no-focal-point'])
  t.match(cleared, [{ altText: null, tags: [], focalPoint: null }])
  t.match(await cli.json([...edit, '--folder', '/']), [{ folderId: null }])
  const root = await cli.json(['assets', 'find', '--folder', '/', '-q', 'short'])
  t.match(root, [{ id }])
})

t.test('assets are found by text and tags, on all pages', async (t) => {
  const sunny = await newAsset('lagoon.jpg', ['sun', 'water'])
  await newAsset('lagoon-2.jpg', ['water'])
  const find = ['assets', 'find', '-q', 'lagoon']
  t.equal((await cli.json(find)).length, 2)
  const found = await cli.json([...find, '--tag', 'sun', '--tag', 'water'])
  t.same(
    found.map(({ id }) => id),
    [sunny.id],
  )
  const { stdout } = await cli.run([...find, '--sort', 'filename', '--json'])
  t.match(stdout, /^\{.*lagoon-2\.jpg.*\}\n\{.*lagoon\.jpg.*\}\n$/)
})

t.test('a job is waited for', async (t) => {
  await newAsset('job-1.jpg')
  await newAsset('job-2.jpg')
  const filter = ['--filter', '{"q":"job-"}', '--tag', 'done']
  const bulk = ['assets', 'bulk', '--action', 'tag', ...filter]
  t.match(await cli.json([...bulk, '--wait']), [{ state: 'DONE', done: 2, failedCount: 0 }])
  t.equal((await cli.json(['assets', 'find', '--tag', 'done'])).length, 2)
  const [accepted] = await cli.json(bulk)
  t.match(accepted, { jobId: /./ })
  const wait = ['jobs', 'get', String(accepted?.jobId), '--wait']
  const { code, stderr, stdout } = await cli.run(wait)
  t.equal(code, 0)
  t.match(stdout, /^state +DONE$/m)
  t.equal(stderr, '', 'progress is for terminals')
})

t.test('each call has the headers that are given, and none that is a secret', async (t) => {
  const seen: (string | undefined)[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers['x-team'] as string | undefined)
    response.writeHead(401, { 'Content-Type': 'application/json' }).end('{}')
  })
  const own = `http://127.0.0.1:${await listening(t, server)}`
  const env = { VITRINE_TOKEN: 'vpat_x' }
  const list = ['projects', 'get', projectId, '--url', own]
  t.equal((await cli.run([...list, '--header', 'X-Team: web'], { env })).code, 3)
  t.same(seen, ['web'])
  const wrong: [string, RegExp][] = [
    ['Authorization: Bearer x', /Set VITRINE_TOKEN instead/],
    ['If-Match: "1"', /Use --if-match instead/],
    ['X-Team', /takes a name and a value/],
  ]
  for (const [header, problem] of wrong) {
    const outcome = await cli.run([...list, '--header', header], { env })
    t.match(outcome, { code: 2, stderr: problem }, header)
  }
})

t.test('uploads have texts and metadata', async (t) => {
  const path = `${t.testdir({})}/new.jpg`
  await writeFile(path, await jpeg({ width: 33, height: 44 }))
  const args = ['upload', path, '--alt', 'Waves', '--metadata', '{"by":"Ann"}', '--tag', 'new']
  const [sent] = await cli.json(args)
  const [asset] = await cli.json(['assets', 'get', String(sent?.assetId)])
  t.match(asset, { altText: 'Waves', tags: ['new'], decorative: false })
  t.same(JSON.parse(String(asset?.metadata)), { by: 'Ann' })
  t.match(await cli.json(args), [{ state: 'known', assetId: sent?.assetId }])
  const [decorative] = await cli.json(['upload', path, '--decorative'])
  t.match(await cli.json(['assets', 'get', String(decorative?.assetId)]), [{ decorative: true }])
  t.match(await cli.run(['upload', path, path, '--alt', 'x']), { code: 2, stderr: /one picture/ })
  t.match(await cli.run(['upload', path, '--metadata', '[]']), { code: 2, stderr: /JSON object/ })
  const { revision } = await orThrow(
    vitrine.GET('/api/projects/{projectId}/assets/{assetId}', {
      params: { path: { projectId, assetId: String(sent?.assetId) } },
    }),
  )
  const replace = ['assets', 'replace', String(sent?.assetId), path, '--if-match']
  t.match(await cli.run([...replace, String(revision + 1)]), { code: 4 })
  t.match(await cli.json([...replace, String(revision)]), [{ id: sent?.assetId }])
})
