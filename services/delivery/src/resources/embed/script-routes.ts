import {
  type App,
  type OperationNotes,
  type Prepared,
  sendPrepared,
  type WarmRequest,
} from '@vitrine/http'
import type { FastifySchema } from 'fastify'
import Type from 'typebox'
import { isNotModified, mayRefuse } from '../../plugins/preconditions.js'
import { entryPath } from './build.js'
import { entryOperation, partOperation } from './operations.js'
import { encodingFor, type ScriptAnswers } from './script-answers.js'
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
  params: Type.Object({ part: Type.String({ description: 'such as grid-D3QYXYVP.js' }) }),
}
const labels = {
  operationId: 'getScriptLabels',
  summary: 'Fetch the labels of a language, as the script asks for them',
  tags: ['Embed'],
  params: Type.Object({
    labels: Type.String({ description: 'such as labels-680c9992' }),
    language: Type.String({ description: 'such as de.js' }),
  }),
}

/** The embed's scripts, of this build and of others. */
export function scriptRoutes(scope: App, scripts: Scripts): void {
  const get = (url: string, schema: FastifySchema, openapi: OperationNotes): void => {
    const warm = (request: WarmRequest): Prepared | null => {
      if (mayRefuse(request.headers)) return null
      const answers = scripts.peek(pathOf(request))
      return answers === undefined ? null : answerTo(request, answers)
    }
    scope.get(url, { config: { warm, openapi }, schema }, async (request, reply) => {
      const answers = await scripts.get(pathOf(request))
      sendPrepared(request, reply, answerTo(request, answers))
      return reply
    })
  }
  get(`/${entryPath}`, entry, entryOperation)
  get('/v1/:part', part, partOperation)
  get('/v1/:labels/:language', labels, partOperation)
}

/** Below `/embed/`. */
function pathOf({ params }: Pick<WarmRequest, 'params'>): string {
  const names = Object.values(params as Record<string, string>)
  return names.length === 0 ? entryPath : ['v1', ...names].join('/')
}

function answerTo({ headers }: Pick<WarmRequest, 'headers'>, answers: ScriptAnswers): Prepared {
  const { etag, unchanged, whole } = answers[encodingFor(headers['accept-encoding'])]
  return isNotModified(headers, { etag }) ? unchanged : whole
}
