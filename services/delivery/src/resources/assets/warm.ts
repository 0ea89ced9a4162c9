import { type Prepared, prepare, type WarmAnswer } from '@vitrine/http'
import { isNotModified, mayRefuse } from '../../plugins/preconditions.js'
import { publicHeaders } from '../../plugins/public-headers.js'
import type { RateLimits } from '../../rate-limits.js'
import { imageHeaders, sharedHeaders } from './headers.js'
import type { AssetService, Picture } from './service.js'

type Params = { projectId: string; assetId: string }
type Deps = {
  assets: Pick<AssetService, 'locateWarm' | 'inMemory'>
  limits: Pick<RateLimits, 'admitWarm'>
}

/**
 * Answers for images whose bytes this process has in memory, or the client has itself. Ranges and conditions that may refuse go the usual way.
 */
export function warmImages({ assets, limits }: Deps): WarmAnswer {
  return (request) => {
    const { headers } = request
    if (headers.range !== undefined || mayRefuse(headers)) return null
    const picture = assets.locateWarm({
      headers,
      url: request.url,
      params: request.params as Params,
    })
    if (picture === null) return null
    const answer = isNotModified(headers, picture)
      ? answersOf(picture).unchanged
      : whole(picture, assets.inMemory(picture))
    return answer !== null && limits.admitWarm(request.ip) ? answer : null
  }
}

/** Until the bytes are put in. */
const none = Buffer.alloc(0)

type Answers = { unchanged: Prepared; whole: Prepared | null }
/** All but the bytes, which the memory tier may drop at any time. */
const prepared = new WeakMap<Picture, Answers>()

function answersOf(picture: Picture): Answers {
  const known = prepared.get(picture)
  if (known !== undefined) return known
  const headers = { ...publicHeaders, ...sharedHeaders(picture) }
  const answers = { unchanged: prepare({ status: 304, headers }), whole: null }
  prepared.set(picture, answers)
  return answers
}

function whole(picture: Picture, bytes: Buffer | undefined): Prepared | null {
  if (bytes === undefined) return null
  const answers = answersOf(picture)
  answers.whole ??= {
    ...prepare({
      status: 200,
      headers: { ...publicHeaders, ...sharedHeaders(picture), ...imageHeaders(picture) },
      body: bytes,
    }),
    body: none,
  }
  return { ...answers.whole, body: bytes }
}
