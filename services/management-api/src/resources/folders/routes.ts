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
        openapi: { errors: ['UNKNOWN_FOLDER', 'FOLDER_NAME_TAKEN'] },
        role: 'EDITOR',
        moreProblems: ({ body }: FastifyRequest) => newFolderProblems(body),
      },
      schema: {
        summary: 'Create a folder, or those of a path that are missing',
        description:
          'With `name` and `parentId`: one folder. With `path`, such as Summer/Beach: each folder of it that is missing; one that exists is answered with 201 as well.',
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
        description:
          '`parentId=root` lists those at the top. Each has its whole `path` and the number of its assets.',
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
      schema: {
        summary: 'Get a folder',
        description: 'With its whole `path` and the number of its assets.',
        tags,
        params: FolderParams,
        response: { 200: Folder },
      },
    },
    ({ project, params }) => folders.get(project, params.folderId),
  )
  scope.put(
    '/:folderId',
    {
      bodyLimit: bodyLimits.folder,
      config: {
        openapi: { errors: ['UNKNOWN_FOLDER', 'FOLDER_NAME_TAKEN'] },
        role: 'EDITOR',
        current: (request) => folders.get(request.project, idOf(request, 'folderId')),
      },
      schema: {
        summary: 'Rename or move a folder',
        description:
          'Omitted fields keep their value; `parentId: null` moves it to the top. Its assets and folders come along.',
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
      config: { openapi: { errors: ['FOLDER_NOT_EMPTY'] }, role: 'EDITOR' },
      schema: {
        summary: 'Delete a folder; never an asset',
        description:
          'With `recursive=true` the folders below go with it, and their assets stay without a folder.',
        tags,
        params: FolderParams,
        querystring: FolderDeletion,
      },
    },
    ({ project, params, query }) => folders.delete(project, params.folderId, query.recursive),
  )
}
