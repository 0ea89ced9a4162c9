import { createApiKey } from '@vitrine/contracts'
import type { App } from '@vitrine/http'
import t from '@vitrine/testing/t'
import { everyChangeCountsAtOnce } from '../every-change-counts.js'
import type { Project } from '../project.js'
import { fetchWidget } from '../requests.js'

const soon = () => new Date(Date.now() + 3_600_000)
const justNow = () => new Date(Date.now() - 1)

/** The status that the key gets for a new widget of the project. */
async function statusFor(project: Project, key: string) {
  const { slug } = await project.addWidget()
  return async (app: App) => (await fetchWidget(app, slug, key)).statusCode
}

everyChangeCountsAtOnce(t, {
  'a key is revoked': async (project) => {
    const key = await project.addKey()
    const change = () => project.revokeKey(key)
    return { see: await statusFor(project, key.key), before: 200, change, after: 401 }
  },
  'a key expires': async (project) => {
    const key = await project.addKey({ expiresAt: soon() })
    const change = () => project.setExpiry(key, justNow())
    return { see: await statusFor(project, key.key), before: 200, change, after: 401 }
  },
  'an expired key gets more time': async (project) => {
    const key = await project.addKey({ expiresAt: justNow() })
    const change = () => project.setExpiry(key, soon())
    return { see: await statusFor(project, key.key), before: 401, change, after: 200 }
  },
  'a key that was tried before is made': async (project) => {
    const apiKey = createApiKey()
    const change = () => project.addKey({ apiKey })
    return { see: await statusFor(project, apiKey.key), before: 401, change, after: 200 }
  },
  'one of two keys is revoked, seen with the other': async (project) => {
    const [one, other] = [await project.addKey(), await project.addKey()]
    const change = () => project.revokeKey(one)
    return { see: await statusFor(project, other.key), before: 200, change, after: 200 }
  },
  'the project is deleted': async (project) => {
    const { key } = await project.addKey()
    return {
      see: await statusFor(project, key),
      before: 200,
      change: project.delete,
      after: 401,
    }
  },
})
