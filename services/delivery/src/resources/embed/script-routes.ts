import { type App, sendPrepared } from '@vitrine/http'
import type { FastifyRequest, FastifySchema } from 'fastify'
import { isNotModified } from '../../plugins/preconditions.js'
import { readBuild } from './build.js'
import { encodingFor, prepareScript, type ScriptAnswers } from './script-answers.js'

/** No calls of an API: the document does not have them. */
const schema = { hide: true } as FastifySchema

/**
 * The embed's scripts, each at an address of its own: read and compressed when this is called.
 *
 * @throws a sentence when the embed was not built.
 */
export function scriptRoutes(scope: App): void {
  for (const file of readBuild()) {
    const answers = prepareScript(file)
    const warm = (request: FastifyRequest) => answerTo(request, answers)
    scope.get(`/${file.path}`, { config: { warm }, schema }, (request, reply) => {
      sendPrepared(request, reply, warm(request))
      return reply
    })
  }
}

function answerTo({ headers }: FastifyRequest, answers: ScriptAnswers) {
  const { etag, unchanged, whole } = answers[encodingFor(headers['accept-encoding'])]
  return isNotModified(headers, { etag }) ? unchanged : whole
}
