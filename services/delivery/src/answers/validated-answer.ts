import type { IncomingHttpHeaders } from 'node:http'
import {
  type Answer,
  evaluatePreconditions,
  preconditionFailed,
  prepareAnswer,
  type SuccessfulAnswer,
} from '@vitrine/http'

/** The answers of one representation: its content, and 304. They are prepared once and sent many times. */
export type ValidatedAnswers = {
  etag: string
  whole: SuccessfulAnswer & { body: Buffer }
  notModified: SuccessfulAnswer
}

type Representation = {
  etag: string
  headers: Readonly<Record<string, string>>
  /** The header fields of a 200 alone: the type and the encoding of the content. */
  contentHeaders: Readonly<Record<string, string>>
  content: Buffer
}

export function validatedAnswers(representation: Representation): ValidatedAnswers {
  const { etag, contentHeaders, content } = representation
  const headers = { ...representation.headers, etag }
  return {
    etag,
    whole: prepareAnswer({
      status: 200,
      headers: { ...headers, ...contentHeaders },
      body: content,
    }),
    notModified: prepareAnswer({ status: 304, headers }),
  }
}

/** Selects the answer by the preconditions of the request. */
export function answerFor(headers: IncomingHttpHeaders, answers: ValidatedAnswers): Answer {
  switch (evaluatePreconditions(headers, answers)) {
    case 'failed':
      return { error: preconditionFailed(), headers: {} }
    case 'not-modified':
      return answers.notModified
    case 'proceed':
      return answers.whole
  }
}
