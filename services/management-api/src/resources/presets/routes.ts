import type { App } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import { Preset, PresetPage, PresetParams, PresetQuery, PresetUpdate } from './schemas.js'
import type { PresetService } from './service.js'

const tags = ['Images']
const one = { params: PresetParams, response: { 200: Preset } }

const nameOf = ({ params }: FastifyRequest) => (params as { presetName: string }).presetName

/** With `transformations: listed`, presets decide what the public may have rendered: they are an ADMIN's. */
export function presetRoutes(scope: App, presets: PresetService): void {
  scope.get(
    '/',
    {
      config: { role: 'VIEWER' },
      schema: {
        summary: 'List presets',
        description: 'The named sets of image parameters of the project.',
        tags,
        querystring: PresetQuery,
        response: { 200: PresetPage },
      },
    },
    ({ project, query }) => presets.list(project, query),
  )
  scope.get(
    '/:presetName',
    {
      config: { openapi: { errors: ['PRESET_NOT_FOUND'] }, role: 'VIEWER', entityTag: true },
      schema: {
        summary: 'Get a preset',
        description: 'A parameter that the preset does not set is null.',
        tags,
        ...one,
      },
    },
    ({ project, params }) => presets.get(project, params.presetName),
  )
  scope.put(
    '/:presetName',
    {
      config: {
        openapi: { errors: ['QUOTA_EXCEEDED'] },
        role: 'ADMIN',
        current: (request) => presets.get(request.project, nameOf(request)),
      },
      schema: {
        summary: 'Create or change a preset: a named set of image parameters',
        description:
          'Omitted parameters keep their value, and null removes one. Image addresses with ?preset=<name> follow it at once.',
        tags,
        ...one,
        body: PresetUpdate,
      },
    },
    ({ project, params, body }) => presets.put(project, params.presetName, body),
  )
  scope.delete(
    '/:presetName',
    {
      config: { openapi: { errors: ['PRESET_NOT_FOUND'] }, role: 'ADMIN' },
      schema: {
        summary: 'Delete a preset',
        description: 'Image addresses with its name are 404 from the answer on.',
        tags,
        params: PresetParams,
      },
    },
    ({ project, params }) => presets.delete(project, params.presetName),
  )
}
