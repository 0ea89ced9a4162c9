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
        role: 'EDITOR',
        moreProblems: ({ body }: FastifyRequest) => [
          ...missingList(body),
          ...bodyProblems(null, body),
        ],
      },
      schema: {
        summary: 'Create a widget',
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
      schema: { summary: 'Get a widget', tags: ['Widgets'], ...one },
    },
    ({ project, params }) => widgets.get(project, params.widgetId),
  )
  scope.put(
    '/:widgetId',
    {
      bodyLimit: bodyLimits.widget,
      config: {
        role: 'EDITOR',
        current: (request) => widgets.get(request.project, idOf(request, 'widgetId')),
        moreProblems: (request: FastifyRequest) => updateProblems(widgets, request),
      },
      schema: { summary: 'Update a widget', tags: ['Widgets'], ...one, body: WidgetUpdate },
    },
    ({ project, params, body }) => widgets.update(project, params.widgetId, body),
  )
  scope.put(
    '/:widgetId/publish',
    {
      config: { role: 'EDITOR' },
      schema: { summary: 'Publish a widget', tags: ['Widgets'], ...one },
    },
    ({ project, params }) => widgets.update(project, params.widgetId, { status: 'PUBLISHED' }),
  )
  scope.put(
    '/:widgetId/unpublish',
    {
      config: { role: 'EDITOR' },
      schema: { summary: 'Unpublish a widget', tags: ['Widgets'], ...one },
    },
    ({ project, params }) => widgets.update(project, params.widgetId, { status: 'DRAFT' }),
  )
  scope.post(
    '/:widgetId/duplicate',
    {
      config: { role: 'EDITOR' },
      schema: {
        summary: 'Make a draft copy of a widget',
        tags: ['Widgets'],
        params: WidgetParams,
        body: WidgetCopy,
        response: { 201: Widget },
      },
    },
    ({ project, params, body }) => widgets.duplicate(project, params.widgetId, body ?? {}),
  )
  scope.delete(
    '/:widgetId',
    {
      config: { role: 'EDITOR' },
      schema: { summary: 'Delete a widget', tags: ['Widgets'], params: WidgetParams },
    },
    ({ project, params }) => widgets.delete(project, params.widgetId),
  )
  scope.get(
    '/:widgetId/history',
    {
      config: { role: 'VIEWER' },
      schema: {
        summary: 'List the changes of a widget',
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
