import type { IncomingHttpHeaders } from 'node:http'
import { type Answer, andThen } from '@vitrine/http'
import {
  compress,
  type Encoding,
  encodedTag,
  encodingHeaders,
  encodingOf,
} from '../../answers/encodings.js'
import {
  answerFor,
  type ValidatedAnswers,
  validatedAnswers,
} from '../../answers/validated-answer.js'
import { representationOf } from './representation.js'
import type { PublishedWidget } from './schemas.js'

type ByEncoding = Map<Encoding, ValidatedAnswers | Promise<ValidatedAnswers>>

/** The answers of a widget, cached per version and encoding, and collected with the version. */
const known = new WeakMap<PublishedWidget, ByEncoding>()

/** The answer in the encoding that the client prefers: synchronously unless it has to be compressed first. */
export function widgetAnswer(
  headers: IncomingHttpHeaders,
  widget: PublishedWidget,
): Answer | Promise<Answer> {
  const { body } = representationOf(widget)
  const encoding = encodingOf(headers['accept-encoding'], body.length)
  return andThen(answersIn(encoding, widget), (answers) => answerFor(headers, answers))
}

function answersIn(
  encoding: Encoding,
  widget: PublishedWidget,
): ValidatedAnswers | Promise<ValidatedAnswers> {
  const answers = known.get(widget) ?? new Map()
  known.set(widget, answers)
  const made = answers.get(encoding)
  if (made !== undefined) return made
  if (encoding === 'identity') {
    const plain = prepare(widget, encoding, representationOf(widget).body)
    answers.set(encoding, plain)
    return plain
  }
  const encoded = encode(widget, encoding)
  answers.set(encoding, encoded)
  encoded.then(
    (ready) => answers.set(encoding, ready),
    // Waiting requests get the error; the next one tries again.
    () => answers.delete(encoding),
  )
  return encoded
}

async function encode(widget: PublishedWidget, encoding: Encoding): Promise<ValidatedAnswers> {
  const bytes = await compress(representationOf(widget).body, encoding)
  return prepare(widget, encoding, Buffer.from(bytes))
}

function prepare(widget: PublishedWidget, encoding: Encoding, content: Buffer): ValidatedAnswers {
  return validatedAnswers({
    etag: encodedTag(representationOf(widget).etag, encoding),
    headers: {
      'cache-control': 'private, no-cache',
      vary: 'X-API-Key, Origin, Accept-Encoding',
    },
    contentHeaders: {
      'content-type': 'application/json; charset=utf-8',
      ...encodingHeaders(encoding),
    },
    content,
  })
}
