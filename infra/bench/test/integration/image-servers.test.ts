import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { AddCleanup } from '../../src/cleanup.js'
import { compareCold } from '../../src/delivery/rows/cold.js'
import { getRight } from '../../src/load/get.js'
import { startImageServers } from '../../src/peers/image-server.js'
import { sourceNames } from '../../src/pictures/sources.js'
import { createProcessTree } from '../../src/processes/process-tree.js'
import { formatReport } from '../../src/report/report.js'

/** A server that is healthy, and answers any other request with this status. */
const answering = (port: string, status: number) => `
  import { createServer } from 'node:http'
  createServer((request, response) => {
    const isHealth = /^\\/health/.test(request.url)
    response.writeHead(isHealth ? 200 : ${status}, { 'content-type': 'image/webp' }).end('bytes')
  }).listen(${port}, '127.0.0.1')`

const fromArgument = "Number(process.argv.find((one) => one.startsWith('--port=')).slice(7))"

/** Starts what a folder of programs has, as from PATH. */
async function startFrom(t: Test, programs: Readonly<Record<string, string>>) {
  const folder = t.testdir()
  const path = join(folder, 'bin')
  await mkdir(path)
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(path, name), `#!${process.execPath}\n${script}`)
    await chmod(join(path, name), 0o755)
  }
  const addCleanup: AddCleanup = (end) => t.teardown(async () => void (await end()))
  return startImageServers({ folder, path, addCleanup })
}

t.test('a server that is not installed or does not start is left out, and says why', async (t) => {
  const { running, missing } = await startFrom(t, {
    thumbor: answering(fromArgument, 200),
    imgproxy: "console.error('libvips is missing'); process.exit(1)",
  })
  t.same(Object.keys(running), ['thumbor'])
  t.match(missing, {
    imgproxy: /^it did not start: .*libvips is missing/,
    oximg: 'it is not on PATH',
  })
})

t.test('a peer that fails for each source has a note, and the others their figures', async (t) => {
  const { running, missing } = await startFrom(t, {
    thumbor: answering(fromArgument, 500),
    oximg: answering('process.env.PORT', 200),
  })
  t.same(Object.keys(running), ['thumbor', 'oximg'])
  const others = Object.fromEntries(
    Object.entries(running).map(([name, server]) => [
      name,
      { ...server, tree: createProcessTree(server.pid) },
    ]),
  )
  const costOf = async ({ contender, name }: { contender: string; name: string }) => {
    const server = running[contender]
    if (server === undefined) return 50
    if (contender === 'oximg' && name === 'photo.avif') throw new Error('no AVIF')
    const wanted = { name, width: 64, height: 48, quality: 80, format: 'webp' as const }
    await getRight({ url: server.url + server.pathOf(wanted) }, 'image/webp')
    return 100
  }
  const lines = await compareCold({ log: () => undefined, others, missing }, costOf)
  t.equal(lines.length, sourceNames.length + 2)
  const report = formatReport(lines).join('\n')
  t.match(report, /0\.50 × oximg/)
  t.match(report, /– thumbor/)
  t.match(report, /thumbor failed for each source: GET \S+: 500 image\/webp/)
  t.match(report, /imgproxy is left out: it is not on PATH/)
  t.notMatch(report, /oximg failed/, 'only one of its sources did')
  t.match(report, /cold, dearest source ÷ ipx from baseline\.jpg .* ≤ 0\.61 × +1 × +MISSED by 64 %/)
})

t.test('our own failure fails the row', async (t) => {
  const costOf = async ({ contender }: { contender: string }) => {
    if (contender === 'ours') throw new Error('no rendition')
    return 1
  }
  const compared = compareCold({ log: () => undefined, others: {}, missing: {} }, costOf)
  await t.rejects(compared, { message: 'no rendition' })
})
