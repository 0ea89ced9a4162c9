import { type App, negotiateEncoding, type OperationNotes } from '@vitrine/http'
import Type, { type TSchema } from 'typebox'
import { sendContent } from '../../../answers/content.js'
import {
  descriptionOperation,
  entryOperation,
  partOperation,
  pinnedOperation,
} from '../operations.js'
import { descriptionPaths, entryPath } from './build.js'
import type { Scripts } from './scripts.js'

const entry = {
  operationId: 'getScript',
  summary: 'Fetch the script that sites link to',
  description:
    'Defines the element vitrine-widget. It loads its other parts by itself, and follows updates within five minutes.',
  tags: ['Embed'],
  params: Type.Object({}),
}
const part = {
  operationId: 'getScriptPart',
  summary: 'Fetch a part of the script, as the script requests it',
  description: 'Its address has the hash of its build, so it never changes.',
  tags: ['Embed'],
  params: Type.Object({
    build: Type.String({ description: 'SHA-256 of the list of the parts, hex' }),
    part: Type.String({ description: 'such as grid.js or grid.css' }),
  }),
}
const pinned = {
  operationId: 'getPinnedScript',
  summary: 'Fetch the script of one build, which pages pin by its hash',
  description: 'For pages with subresource integrity: the address and the bytes never change.',
  tags: ['Embed'],
  params: Type.Object({ sha256: Type.String({ description: 'of the script, hex' }) }),
}

const manifest = {
  operationId: 'getElementManifest',
  summary: 'Fetch the custom elements manifest',
  description: 'Attributes, properties, events and CSS properties of vitrine-widget, for editors.',
  tags: ['Embed'],
  params: Type.Object({}),
}
const types = {
  operationId: 'getElementTypes',
  summary: 'Fetch the types of the element',
  description: 'For TypeScript: the DOM, JSX of React and templates of Vue.',
  tags: ['Embed'],
  params: Type.Object({}),
}

type Schema = { operationId: string; summary: string; tags: string[]; params: TSchema }
type Params = Readonly<Record<string, string>>

/** The scripts of the embed, of this build and of others. */
export function scriptRoutes(scope: App, { scripts }: { scripts: Scripts }): void {
  const addRoute = (
    url: string,
    schema: Schema,
    openapi: OperationNotes,
    pathOf: (params: Params) => string,
  ): void => {
    scope.get(url, { schema, config: { openapi } }, async (request, reply) => {
      const encoding = negotiateEncoding(request.headers['accept-encoding'])
      const script = await scripts.get(pathOf(request.params as Params))
      return sendContent(request, reply, script[encoding])
    })
  }
  addRoute(`/${entryPath}`, entry, entryOperation, () => entryPath)
  addRoute(
    `/${descriptionPaths.manifest}`,
    manifest,
    descriptionOperation('application/json'),
    () => descriptionPaths.manifest,
  )
  addRoute(
    `/${descriptionPaths.types}`,
    types,
    descriptionOperation('application/typescript'),
    () => descriptionPaths.types,
  )
  // Any name: with the default, one with a line break or an encoded slash would be the slug of a page.
  addRoute('/v1-:sha256([\\s\\S]*).js', pinned, pinnedOperation, ({ sha256 }) => `v1-${sha256}.js`)
  addRoute('/v1/:build/:part', part, partOperation, ({ build, part }) => `v1/${build}/${part}`)
}
