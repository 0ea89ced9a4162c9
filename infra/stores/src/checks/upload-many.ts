import pLimit from 'p-limit'
import { expectStatus, parsed, type Reply } from '../http.js'
import { type Picture, pictureNo } from '../pictures.js'
import type { Project } from '../stack/tenant.js'
import type { Context, Uploaded } from './check.js'

export const atOnce = 6
/** How long a client waits after a 503. */
const triesEach = 10

type Upload = (picture: Picture) => Promise<Reply>

/** Uploads the first pictures of the series, several at a time. */
async function uploadSeries(project: Project, count: number, upload: Upload): Promise<Uploaded[]> {
  const limit = pLimit(atOnce)
  const uploadNo = async (index: number): Promise<Uploaded[]> => {
    const picture = await pictureNo(index)
    const reply = await upload(picture)
    if (reply.status !== 201) return []
    return [{ id: parsed<{ id: string }>(reply).id, project, picture }]
  }
  const indexes = Array.from({ length: count }, (_, index) => index)
  const results = await Promise.all(indexes.map((index) => limit(() => uploadNo(index))))
  return results.flat()
}

/** Sends each picture once. @returns the uploads that were answered with 201. */
export function tryUploads(
  { stack, tenant }: Context,
  project: Project,
  count: number,
  onStatus: (status: number) => void,
): Promise<Uploaded[]> {
  return uploadSeries(project, count, async (picture) => {
    const reply = await tenant.upload(stack.management.url(), project, picture)
    onStatus(reply.status)
    return reply
  })
}

/**
 * Repeats refused uploads, because later checks need the assets.
 *
 * @throws if one is refused again and again.
 */
export function uploadMany(
  { stack, tenant }: Context,
  project: Project,
  count: number,
): Promise<Uploaded[]> {
  return uploadSeries(project, count, async (picture) => {
    const send = () => tenant.upload(stack.management.url(), project, picture)
    let reply = await send()
    for (let tries = 1; reply.status === 503 && tries < triesEach; tries += 1) reply = await send()
    return expectStatus(reply, 201, 'upload')
  })
}
