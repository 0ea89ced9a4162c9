import type { App } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import { created } from '../../changes/idempotency/plugin.js'
import { bodyLimits } from '../../limits/body-limits.js'
import { idOf } from '../../scopes/tenancy.js'
import { newFolderProblems } from './path.js'
import {
  Folder,
  FolderDeletion,
  FolderPage,
  FolderParams,
  FolderQuery,
  FolderUpdate,
  NewFolder,
} from './schemas.js'
import type { FolderService } from './service.js'

const tags = ['Folders']

export function folderRoutes(scope: App, folders: FolderService): void {
  listRoutes(scope, folders)
  itemRoutes(scope, folders)
  deletionRoute(scope, folders)
}

function listRoutes(scope: App, folders: FolderService): void {
  scope.post(
    '/',
    {
      bodyLimit: bodyLimits.folder,
      config: {
        role: 'EDITOR',
        moreProblems: ({ body }: FastifyRequest) => newFolderProblems(body),
      },
      schema: {
        summary: 'Create a folder, or those of a path that are missing',
        tags,
        body: NewFolder,
        response: { 201: Folder },
      },
    },
    (request, reply) =>
      created(request, reply, request.body, () => folders.create(request.project, request.body)),
  )
  scope.get(
    '/',
    {
      config: { role: 'VIEWER' },
      schema: {
        summary: 'List folders',
        tags,
        querystring: FolderQuery,
        response: { 200: FolderPage },
      },
    },
    ({ project, query }) => folders.list(project, query),
  )
}

function itemRoutes(scope: App, folders: FolderService): void {
  scope.get(
    '/:folderId',
    {
      config: { role: 'VIEWER' },
      schema: { summary: 'Get a folder', tags, params: FolderParams, response: { 200: Folder } },
    },
    ({ project, params }) => folders.get(project, params.folderId),
  )
  scope.put(
    '/:folderId',
    {
      bodyLimit: bodyLimits.folder,
      config: {
        role: 'EDITOR',
        current: (request) => folders.get(request.project, idOf(request, 'folderId')),
      },
      schema: {
        summary: 'Rename or move a folder',
        tags,
        params: FolderParams,
        body: FolderUpdate,
        response: { 200: Folder },
      },
    },
    ({ project, params, body }) => folders.update(project, params.folderId, body),
  )
}

function deletionRoute(scope: App, folders: FolderService): void {
  scope.delete(
    '/:folderId',
    {
      config: { role: 'EDITOR' },
      schema: {
        summary: 'Delete a folder; never an asset',
        tags,
        params: FolderParams,
        querystring: FolderDeletion,
      },
    },
    async ({ project, params, query }, reply) => {
      await folders.delete(project, params.folderId, query.recursive)
      return reply.code(204).send()
    },
  )
}
