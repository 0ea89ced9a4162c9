import {
  type App,
  type OperationNotes,
  type Prepared,
  sendPrepared,
  type WarmRequest,
} from '@vitrine/http'
import type { FastifySchema } from 'fastify'
import Type from 'typebox'
import { encodingFor } from '../../encodings.js'
import { isNotModified, mayRefuse } from '../../plugins/preconditions.js'
import { entryPath } from './build.js'
import { entryOperation, partOperation } from './operations.js'
import type { ScriptAnswers } from './script-answers.js'
import type { Scripts } from './scripts.js'

const entry = {
  operationId: 'getScript',
  summary: 'Fetch the script that sites link to',
  tags: ['Embed'],
}
const part = {
  operationId: 'getScriptPart',
  summary: 'Fetch a part of the script, as the script asks for it',
  tags: ['Embed'],
  params: Type.Object({
    build: Type.String({ description: 'SHA-256 of the list of the parts, hex' }),
    part: Type.String({ description: 'such as grid.js' }),
  }),
}
const pinned = {
  operationId: 'getPinnedScript',
  summary: 'Fetch the script of one build, which pages pin by its hash',
  tags: ['Embed'],
  params: Type.Object({ sha256: Type.String({ description: 'of the script, hex' }) }),
}

/** The embed's scripts, of this build and of others. */
export function scriptRoutes(scope: App, scripts: Scripts): void {
  const get = (
    url: string,
    schema: FastifySchema,
    openapi: OperationNotes,
    pathOf: (params: Params) => string,
  ): void => {
    const warm = (request: WarmRequest): Prepared | null => {
      if (mayRefuse(request.headers)) return null
      const answers = scripts.peek(pathOf(request.params as Params))
      return answers === undefined ? null : answerTo(request, answers)
    }
    scope.get(url, { config: { warm, openapi }, schema }, async (request, reply) => {
      const answers = await scripts.get(pathOf(request.params as Params))
      sendPrepared(request, reply, answerTo(request, answers))
      return reply
    })
  }
  get(`/${entryPath}`, entry, entryOperation, () => entryPath)
  get('/v1-:sha256.js', pinned, partOperation, ({ sha256 }) => `v1-${sha256}.js`)
  get('/v1/:build/:part', part, partOperation, ({ build, part }) => `v1/${build}/${part}`)
}

type Params = Readonly<Record<string, string>>

function answerTo({ headers }: Pick<WarmRequest, 'headers'>, answers: ScriptAnswers): Prepared {
  const { etag, unchanged, whole } = answers[encodingFor(headers['accept-encoding'])]
  return isNotModified(headers, { etag }) ? unchanged : whole
}
