import type { App } from '@vitrine/http'
import type { FastifyRequest } from 'fastify'
import { idOf } from '../../fields/uuid.js'
import { bodyLimits } from '../../limits/body-limits.js'
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
    ({ project, body }) => folders.create(project, body),
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
    ({ project, params, query }) => folders.delete(project, params.folderId, query.recursive),
  )
}
