import { type App, PageQuery } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import type { ProjectTenant } from '../../changes/author.js'
import { idOf } from '../../fields/uuid.js'
import { bodyLimits } from '../../limits/body-limits.js'
import { HistoryPage } from '../history/schemas.js'
import { missingList } from './items.js'
import {
  NewWidget,
  Widget,
  WidgetCopy,
  WidgetEditors,
  WidgetPage,
  WidgetParams,
  WidgetQuery,
  WidgetUpdate,
} from './schemas.js'
import type { WidgetService } from './service.js'
import { bodyProblems } from './settings.js'

const one = { params: WidgetParams, response: { 200: Widget } }

export function widgetRoutes(scope: App, widgets: WidgetService): void {
  scope.post(
    '/',
    {
      bodyLimit: bodyLimits.widget,
      config: {
        openapi: { errors: ['UNKNOWN_ASSETS', 'WIDGET_SLUG_TAKEN', 'QUOTA_EXCEEDED'] },
        role: 'EDITOR',
        moreProblems: ({ body }: FastifyRequest) => [
          ...missingList(body),
          ...bodyProblems(null, body),
        ],
      },
      schema: {
        summary: 'Create a widget',
        description:
          'Always as a draft: a `status` in the body has no effect, so that a body of GET can be sent. Publish it with PUT …/publish. `assetIds` or `items` names the pictures in order. Keys of `config` and `theme` that the layout does not know are stored, and named in `warnings`.',
        tags: ['Widgets'],
        body: NewWidget,
        response: { 201: Widget },
      },
    },
    ({ project, body }) => widgets.create(project, body),
  )
  scope.get(
    '/',
    {
      config: { role: 'VIEWER' },
      schema: {
        summary: 'List widgets',
        description: 'Without `items`, whose texts a single widget has.',
        tags: ['Widgets'],
        querystring: WidgetQuery,
        response: { 200: WidgetPage },
      },
    },
    ({ project, query }) => widgets.list(project, query),
  )
  scope.get(
    '/:widgetId',
    {
      config: { role: 'VIEWER', entityTag: true },
      schema: {
        summary: 'Get a widget',
        description:
          'With `items`: the texts and links of each picture in this widget. Its `ETag` is its revision: send it as `If-Match` with a change.',
        tags: ['Widgets'],
        ...one,
      },
    },
    ({ project, params }) => widgets.get(project, params.widgetId),
  )
  scope.put(
    '/:widgetId',
    {
      bodyLimit: bodyLimits.widget,
      config: {
        openapi: { errors: ['UNKNOWN_ASSETS', 'WIDGET_SLUG_TAKEN'] },
        role: 'EDITOR',
        current: (request) => widgets.get(request.project, idOf(request, 'widgetId')),
        moreProblems: (request: FastifyRequest) => updateProblems(widgets, request),
      },
      schema: {
        summary: 'Update a widget',
        description:
          'Omitted fields keep their value; `config` and `theme` are replaced as a whole. A change of a published widget, and a `status`, count for the public from the answer on. The body of a GET may be sent back, with `If-Match` to notice the changes of others. Keys of `config` and `theme` that the layout does not know are stored, and named in `warnings`.',
        tags: ['Widgets'],
        ...one,
        body: WidgetUpdate,
      },
    },
    ({ project, params, body }) => widgets.update(project, params.widgetId, body),
  )
  scope.put(
    '/:widgetId/publish',
    {
      config: { role: 'EDITOR' },
      schema: {
        summary: 'Publish a widget',
        description:
          'Every replica serves it from the answer on. A widget that is published already stays as it is.',
        tags: ['Widgets'],
        ...one,
      },
    },
    ({ project, params }) => widgets.update(project, params.widgetId, { status: 'PUBLISHED' }),
  )
  scope.put(
    '/:widgetId/unpublish',
    {
      config: { role: 'EDITOR' },
      schema: {
        summary: 'Unpublish a widget',
        description:
          'No replica serves it from the answer on. It becomes a draft and keeps everything.',
        tags: ['Widgets'],
        ...one,
      },
    },
    ({ project, params }) => widgets.update(project, params.widgetId, { status: 'DRAFT' }),
  )
  scope.post(
    '/:widgetId/duplicate',
    {
      config: { openapi: { errors: ['WIDGET_SLUG_TAKEN', 'QUOTA_EXCEEDED'] }, role: 'EDITOR' },
      schema: {
        summary: 'Make a draft copy of a widget',
        description:
          'With its pictures, texts and settings. Name and slug are made from those of the original if they are left out.',
        tags: ['Widgets'],
        params: WidgetParams,
        body: WidgetCopy,
        response: { 201: Widget },
      },
    },
    ({ project, params, body }) => widgets.duplicate(project, params.widgetId, body ?? {}),
  )
  scope.post(
    '/:widgetId/editors',
    {
      config: { role: 'EDITOR' },
      schema: {
        summary: 'Report an open editor',
        description:
          'Tells who else has the widget open in an editor. An editor repeats the call every 15 s; who has not for 40 s counts as gone.',
        operationId: 'reportWidgetEditor',
        tags: ['Widgets'],
        params: WidgetParams,
        response: { 200: WidgetEditors },
      },
    },
    ({ project, params }) => widgets.reportEditor(project, params.widgetId),
  )
  scope.delete(
    '/:widgetId',
    {
      config: { role: 'EDITOR' },
      schema: {
        summary: 'Delete a widget',
        description:
          'No replica serves it from the answer on. Its pictures stay. There is no way back.',
        tags: ['Widgets'],
        params: WidgetParams,
      },
    },
    ({ project, params }) => widgets.delete(project, params.widgetId),
  )
  scope.get(
    '/:widgetId/history',
    {
      config: { role: 'VIEWER' },
      schema: {
        summary: 'List the changes of a widget',
        description: 'Newest first, with the author and what was changed.',
        operationId: 'listWidgetHistory',
        tags: ['Widgets'],
        params: WidgetParams,
        querystring: PageQuery,
        response: { 200: HistoryPage },
      },
    },
    ({ project, params, query }) => widgets.listHistory(project, params.widgetId, query),
  )
}

/** The keys of `config` depend on the layout, which an update may omit. */
async function updateProblems(widgets: WidgetService, { project, params, body }: FastifyRequest) {
  // With an Idempotency-Key the right to the project is checked after the body.
  if ((project as ProjectTenant | undefined) === undefined) return []
  const { widgetId } = params as { widgetId: string }
  return bodyProblems(await widgets.find(project, widgetId), body)
}
