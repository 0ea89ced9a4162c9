import { heic, jpeg } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import sharp from 'sharp'
import { newAccount, send } from '../account.js'
import { findNode } from '../sdk/runtimes.js'
import { startServices } from '../services.js'

/** Others than the one that runs the suites may reserve other amounts of memory, which image processes have little of. */
const versions = ['20.19.5', '22.23.3', '24.21.0']

for (const version of versions) {
  t.test(`pictures are accepted, described and rendered under Node ${version}`, async (t) => {
    const { binary } = await findNode(version)
    const { management, delivery } = await startServices(t, { node: binary })
    const { vitrine, projectId } = await newAccount(management.url)
    const pictures = { 'a.jpg': await jpeg({ width: 3000, height: 2000 }), 'a.heic': heic('large') }
    for (const [name, bytes] of Object.entries(pictures)) {
      const { data, response } = await send(vitrine, projectId, bytes, name)
      t.equal(response.status, 201, name)
      t.ok(data?.placeholder, name)
      for (const format of ['webp', 'avif']) {
        const url = `${delivery[0].url}/api/v1/deliver/${projectId}/${data?.id}?w=200&format=${format}`
        const rendition = await fetch(url)
        t.equal(rendition.status, 200, `${name} as ${format}`)
        const { width } = await sharp(Buffer.from(await rendition.arrayBuffer())).metadata()
        t.equal(width, 200)
      }
    }
  })
}
