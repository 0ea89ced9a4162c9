import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Uploaded } from './checks/check.js'
import { parsed } from './http.js'
import { pictureNo } from './pictures.js'
import type { Project } from './stack/tenant.js'

const uploadersCount = 6
/** Pause after a failed upload: a store that is down refuses at once. */
const pauseMs = 50

/** Uploads continuously, several at a time, until stopped. */
export function startUploaders({ stack, tenant }: Context, project: Project) {
  const acknowledged: Uploaded[] = []
  const answers = new Map<string, number>()
  let isStopped = false
  let next = 0

  const upload = async (): Promise<void> => {
    const picture = await pictureNo(next++)
    const reply = await tenant.upload(stack.management.url(), project, picture).catch(() => null)
    const answer = reply === null ? 'no answer' : `${reply.status}`
    answers.set(answer, (answers.get(answer) ?? 0) + 1)
    if (reply?.status === 201) {
      acknowledged.push({ id: parsed<{ id: string }>(reply).id, project, picture })
    } else await sleep(pauseMs)
  }
  const loop = async (): Promise<void> => {
    while (!isStopped) await upload()
  }
  const loops = Promise.all(Array.from({ length: uploadersCount }, loop))

  return {
    acknowledged,
    answers: answers as ReadonlyMap<string, number>,
    stop: async (): Promise<void> => {
      isStopped = true
      await loops
    },
  }
}

export type Uploaders = ReturnType<typeof startUploaders>
