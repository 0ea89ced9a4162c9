import type { IncomingHttpHeaders } from 'node:http'
import { type Prepared, prepare } from '@vitrine/http'
import { compressed, type Encoding, encodingHeaders, encodingOf, tagOf } from '../../encodings.js'
import { isNotModified } from '../../plugins/preconditions.js'
import { publicHeaders } from '../../plugins/public-headers.js'
import type { WidgetResponse } from './service.js'

/** In one encoding. */
type Answers = { etag: string; whole: Prepared; unchanged: Prepared }
type Kept = Map<Encoding, Answers | Promise<Answers>>

/** Made once per version of a widget and encoding, and gone with the version. */
const kept = new WeakMap<WidgetResponse, Kept>()

const choose = (headers: IncomingHttpHeaders, { etag, whole, unchanged }: Answers): Prepared =>
  isNotModified(headers, { etag }) ? unchanged : whole

/** The answer that can be given at once: uncompressed while its encoding is being made. */
export function answerAtOnce(headers: IncomingHttpHeaders, response: WidgetResponse): Prepared {
  const made = answersIn(response, encodingOf(headers['accept-encoding'], response.body.length))
  return choose(headers, made instanceof Promise ? plain(response) : made)
}

/** The answer in the encoding that the client prefers. */
export async function answer(
  headers: IncomingHttpHeaders,
  response: WidgetResponse,
): Promise<Prepared> {
  const encoding = encodingOf(headers['accept-encoding'], response.body.length)
  return choose(headers, await answersIn(response, encoding))
}

/** Compressed when the encoding is first asked for. */
function answersIn(response: WidgetResponse, encoding: Encoding): Answers | Promise<Answers> {
  if (encoding === 'identity') return plain(response)
  const known = kept.get(response)?.get(encoding)
  if (known !== undefined) return known
  const making = keep(response, encoding, encode(response, encoding))
  // Waiting requests get the error; the next one tries again.
  making.catch(() => kept.get(response)?.delete(encoding))
  return making
}

function plain(response: WidgetResponse): Answers {
  const known = kept.get(response)?.get('identity')
  if (known !== undefined && !(known instanceof Promise)) return known
  return keep(response, 'identity', prepareAnswers(response, 'identity'))
}

async function encode(response: WidgetResponse, encoding: Encoding): Promise<Answers> {
  const bytes = await compressed(Buffer.from(response.body), encoding)
  return keep(response, encoding, prepareAnswers(response, encoding, bytes))
}

function keep<Made extends Answers | Promise<Answers>>(
  response: WidgetResponse,
  encoding: Encoding,
  made: Made,
): Made {
  const answers: Kept = kept.get(response) ?? new Map()
  kept.set(response, answers.set(encoding, made))
  return made
}

function prepareAnswers(
  { body, etag: plain }: WidgetResponse,
  encoding: Encoding,
  bytes: Uint8Array | string = body,
): Answers {
  const etag = tagOf(plain, encoding)
  const headers = {
    ...publicHeaders,
    'cache-control': 'private, no-cache',
    vary: 'X-API-Key, Origin, Accept-Encoding',
    etag,
  }
  const content = {
    'content-type': 'application/json; charset=utf-8',
    ...encodingHeaders(encoding),
  }
  const sent = typeof bytes === 'string' ? bytes : Buffer.from(bytes)
  return {
    etag,
    whole: prepare({ status: 200, headers: { ...headers, ...content }, body: sent }),
    unchanged: prepare({ status: 304, headers }),
  }
}
