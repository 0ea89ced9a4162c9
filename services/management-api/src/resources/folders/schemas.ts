import {
  Component,
  closed,
  closedAs,
  Name,
  Nullable,
  Page,
  PageQuery,
  ReadOnly,
  Revision,
  Timestamp,
  Uuid,
  Volatile,
  type Writable,
} from '@vitrine/http'
import Type, { type Static } from 'typebox'
import { SearchText } from '../../fields/search-text.js'
import { SortParameter } from '../../paging/sort.js'

/** A folder at the root has depth 1. */
export const maxFolderDepth = 20

export const FolderName = Type.String({
  ...Name,
  // Many come with uploaded folders.
  format: 'single-line',
  pattern: '^[^/]*$',
  description: 'text without slashes and control characters',
})

export const Folder = Component('Folder', {
  id: Uuid,
  projectId: Uuid,
  parentId: Nullable(Uuid),
  name: Type.String(),
  path: Type.String({ description: 'the names from the root on, such as Summer/Beach' }),
  assetCount: Type.Integer({ description: 'assets right in it' }),
  revision: Revision,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Folder = Static<typeof Folder>

export const FolderPage = Page(Folder)

export const FolderParams = Type.Object({ projectId: Uuid, folderId: Uuid })

const parentId = Type.Optional(Nullable(Uuid))

/** Names with slashes between them: of the folder, and of those that it is in. */
const FolderPath = Type.String({
  minLength: 1,
  maxLength: maxFolderDepth * 201,
  format: 'single-line',
  description: 'names from the root on, such as Summer/Beach; those that are missing are created',
})

/** Either by its name in a parent, or by its path. */
export const NewFolder = Type.Object(
  { name: Type.Optional(FolderName), path: Type.Optional(FolderPath), parentId },
  {
    ...closed,
    documented: {
      title: 'NewFolder',
      oneOf: [
        {
          title: 'NewFolderName',
          type: 'object',
          required: ['name'],
          properties: { name: FolderName, parentId },
          ...closed,
        },
        {
          title: 'NewFolderPath',
          type: 'object',
          required: ['path'],
          properties: { path: FolderPath },
          ...closed,
        },
      ],
    },
  },
)
export type NewFolder = Static<typeof NewFolder>

export const FolderUpdate = Type.Object(
  {
    name: Type.Optional(FolderName),
    parentId,
    id: ReadOnly,
    projectId: ReadOnly,
    path: ReadOnly,
    assetCount: Volatile,
    createdAt: ReadOnly,
    updatedAt: Volatile,
    revision: Volatile,
  },
  closedAs('FolderUpdate'),
)
export type FolderUpdate = Writable<Static<typeof FolderUpdate>>

const uuid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

export const folderSorts = { createdAt: 'time', updatedAt: 'time', name: 'text' } as const

export const FolderQuery = Type.Object({
  ...PageQuery.properties,
  parentId: Type.Optional(
    Type.String({
      lowercase: true,
      pattern: `^(?:root|${uuid})$`,
      description: 'a UUID, or root for folders that are in no other',
    }),
  ),
  q: SearchText,
  sort: SortParameter(folderSorts),
})
export type FolderQuery = Static<typeof FolderQuery>

export const FolderDeletion = Type.Object({
  recursive: Type.Boolean({
    default: false,
    description: 'deletes its folders too; assets in them move to the root',
  }),
})
