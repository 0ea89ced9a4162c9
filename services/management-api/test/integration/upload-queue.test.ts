import { once } from 'node:events'
import { connect } from 'node:net'
import { holdImages, jpeg, multipartBody, until } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { build } from '../build.js'
import { createProject, type Owner, register, upload } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { uploadsBelow } from '../files-below.js'

const picture = await jpeg({ width: 300 })

/** An organization with a project, which uploads on its own connections. */
async function uploader(t: Test, port: number, owner: Owner) {
  const project = await createProject(owner)
  const { body, contentType } = multipartBody([
    { name: 'file', filename: 'a.jpg', content: picture },
  ])
  const head = [
    `POST /api/projects/${project.id}/assets HTTP/1.1`,
    'Host: vitrine.test',
    `Authorization: Bearer ${owner.token}`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${body.length}`,
    '\r\n',
  ].join('\r\n')
  const send = async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    t.teardown(() => socket.destroy())
    socket.write(head)
    socket.write(body)
    return socket
  }
  const assets = () => openDatabase(t).asset.count({ where: { projectId: project.id } })
  return { send, assets }
}

t.test('an organization with many uploads delays another one by a single upload', async (t) => {
  const uploadDir = t.testdir({})
  const app = await build(t, { UPLOAD_DIR: uploadDir })
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  const sender = await uploader(t, port, await register(app))
  const other = await register(app)
  const project = await createProject(other)
  await upload(other, project.id)
  const images = await holdImages()
  t.teardown(images.release)

  const sockets = await Promise.all(Array.from({ length: 12 }, sender.send))
  const received = async () => (await uploadsBelow(uploadDir)).length >= 10
  await until(received)
  for (const socket of sockets) socket.destroy()
  const uploaded = upload(other, project.id)
  images.release()
  await uploaded
  const delayedBy = await sender.assets()
  t.ok(delayedBy <= 1, `${delayedBy} uploads were processed before`)
  await until(async () => (await uploadsBelow(uploadDir)).length === 0)
})

t.test('an upload beyond the limit is rejected with Retry-After', async (t) => {
  const app = await build(t, { UPLOAD_QUEUE: 1 })
  const owner = await register(app)
  const project = await createProject(owner)
  const parts = [{ name: 'file', filename: 'a.jpg', content: picture }]
  const send = () => owner.postParts(`/api/projects/${project.id}/assets`, parts)
  await upload(owner, project.id)
  const images = await holdImages()
  t.teardown(images.release)
  let refusedCount = 0
  const answers = Array.from({ length: 6 }, async () => {
    const answer = await send()
    if (answer.statusCode === 503) refusedCount += 1
    return answer
  })
  // One is being decoded, one waits.
  await until(async () => refusedCount === 4)
  images.release()
  const refused = (await Promise.all(answers)).filter(({ statusCode }) => statusCode !== 201)
  t.equal(refused.length, 4)
  for (const answer of refused) {
    t.equal(answer.statusCode, 503)
    t.equal(answer.json().code, 'OVERLOADED')
    t.match(answer.headers['retry-after'], /^[1-9]\d*$/)
  }
})
