import { type App, andThen, answerRoute, type OperationNotes } from '@vitrine/http'
import Type, { type TSchema } from '@vitrine/typebox'
import { negotiateEncoding } from '../../../answers/encodings.js'
import { answerFor } from '../../../answers/validated-answer.js'
import type { RateLimits } from '../../../rate-limits.js'
import { entryOperation, partOperation } from '../operations.js'
import { entryPath } from './build.js'
import type { Scripts } from './scripts.js'

const entry = {
  operationId: 'getScript',
  summary: 'Fetch the script that sites link to',
  tags: ['Embed'],
  params: Type.Object({}),
}
const part = {
  operationId: 'getScriptPart',
  summary: 'Fetch a part of the script, as the script requests it',
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

type Deps = { scripts: Scripts; limits: Pick<RateLimits, 'chargeRequest'> }

/** The scripts of the embed, of this build and of others. */
export function scriptRoutes(scope: App, { scripts, limits }: Deps): void {
  const addRoute = (
    url: string,
    schema: { operationId: string; summary: string; tags: string[]; params: TSchema },
    openapi: OperationNotes,
    pathOf: (params: Params) => string,
  ): void => {
    answerRoute(scope, url, {
      openapi,
      schema,
      admit: ({ ip }) => limits.chargeRequest(ip),
      answer: ({ headers, params }) => {
        const encoding = negotiateEncoding(headers['accept-encoding'])
        return andThen(scripts.get(pathOf(params as Params)), (answers) =>
          answerFor(headers, answers[encoding]),
        )
      },
    })
  }
  addRoute(`/${entryPath}`, entry, entryOperation, () => entryPath)
  // Any name: with the default, one with a line break or an encoded slash would be the slug of a page.
  addRoute('/v1-:sha256([\\s\\S]*).js', pinned, partOperation, ({ sha256 }) => `v1-${sha256}.js`)
  addRoute('/v1/:build/:part', part, partOperation, ({ build, part }) => `v1/${build}/${part}`)
}

type Params = Readonly<Record<string, string>>
