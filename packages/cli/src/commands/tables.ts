import type { Schemas } from '@vitrine/sdk'
import { CommandError, exitCodes } from '../failure.js'
import { focalPointOf } from '../focal-point.js'
import type { CallRow, FinishOptions } from '../operations/row.js'
import type { Values } from '../operations/values.js'
import type { Row } from '../output/people.js'
import type { Context } from '../session/context.js'
import { saveSession } from '../session/save-session.js'
import { endOf, showJob } from './job-outcome.js'

type Outcome = { assetId: string; status: string }

const isList = (value: unknown): value is Outcome[] => Array.isArray(value)

/**
 * Shows what came of each asset. A job has no outcome yet: false, unless it is waited for.
 *
 * @throws CommandError if some were not changed.
 */
async function showOutcomes(
  { results, jobId }: Values,
  context: Context,
  options: FinishOptions,
): Promise<boolean> {
  const { output } = context
  if (!isList(results)) {
    return options.wait ? showJob(await endOf(context, String(jobId)), context, {}) : false
  }
  for (const outcome of results) await output.item(outcome)
  const failed = results.filter(({ status }) => status !== 'ok').length
  if (failed === 0) return true
  throw new CommandError(`${failed} of ${results.length} failed.`, exitCodes.failed)
}

type Statistics = Pick<Schemas['Statistics'], 'totals' | 'content' | 'more' | 'rounded'>

/** A row for each day, hour, widget or picture, for people; programs get the answer. */
async function showStatistics(answer: Row, { output }: Context): Promise<boolean> {
  if (output.isJson) return false
  const { totals, content, more, rounded } = answer as Statistics
  await output.list(rowsOf(content))
  const { views, clicks, opens } = totals
  output.note(`${views} views, ${clicks} clicks, ${opens} opens`)
  if (more) output.note('These are the ones with the most views. There are more.')
  if (rounded) output.note('Older counts are kept by the hour, so times are rounded.')
  return true
}

async function* rowsOf(content: Statistics['content']): AsyncGenerator<Row> {
  yield* content
}

const changed = ['createdAt', 'by', 'action', 'changes'] as const
/** The calls that publish and unpublish set it. */
const status = ['status'] as const
/** A browser keeps the refresh token in a cookie. */
const forBrowsers = ['session'] as const
const usable = ['id', 'name', 'slug', 'createdAt'] as const

/** The groups whose commands each make one call. */
export const tables = {
  account: [
    {
      name: 'register',
      operation: 'register',
      isOpen: true,
      finish: saveSession,
      without: forBrowsers,
    },
    {
      name: 'verify',
      operation: 'verifyEmail',
      isOpen: true,
      finish: saveSession,
      without: forBrowsers,
    },
    { name: 'forgot-password', operation: 'forgotPassword', isOpen: true },
    { name: 'reset-password', operation: 'resetPassword', isOpen: true },
    {
      name: 'accept',
      operation: 'acceptInvitation',
      isOpen: true,
      finish: saveSession,
      without: forBrowsers,
    },
    { name: 'edit', operation: 'updateMe' },
    { name: 'password', operation: 'updatePassword' },
    { name: 'delete', operation: 'deleteMe', isFinal: true },
  ],
  assets: [
    {
      name: 'list',
      aliases: ['find'],
      operation: 'listAssets',
      columns: ['id', 'filename', 'contentType', 'width', 'height', 'sizeBytes', 'altText', 'tags'],
    },
    { name: 'get', operation: 'getAsset', takesMany: true },
    {
      name: 'rm',
      operation: 'deleteAsset',
      effect: 'refused',
      takesMany: true,
      summary: 'Delete assets',
    },
    {
      name: 'alt',
      operation: 'updateAsset',
      summary: 'Set the alternative text of an asset, or that it needs none',
      positional: ['altText'],
      only: ['altText', 'decorative'],
      prepare: (body) =>
        body.decorative === true ? { ...body, altText: null } : { ...body, decorative: false },
    },
    {
      name: 'focal',
      operation: 'updateAsset',
      summary: 'Set what crops of an asset keep in sight, as fractions such as 0.5,0.25, or none',
      positional: ['focalPoint'],
      only: ['focalPoint'],
      prepare: ({ focalPoint, ...body }) => ({
        ...body,
        focalPoint: focalPoint === 'none' ? null : focalPointOf(String(focalPoint ?? '')),
      }),
    },
    { name: 'edit', operation: 'updateAsset' },
    { name: 'usage', operation: 'getAssetUsage' },
    { name: 'history', operation: 'listAssetHistory', columns: changed },
    { name: 'counts', operation: 'getAssetCounts' },
    { name: 'lookup', operation: 'lookupAssets' },
    { name: 'bulk', operation: 'bulkAssets', hasJob: true, finish: showOutcomes },
  ],
  audit: [
    {
      name: 'list',
      operation: 'listAuditEvents',
      isDefault: true,
      columns: ['createdAt', 'action', 'resourceType', 'resourceId', 'actorId', 'requestId'],
    },
    { name: 'export', operation: 'exportAuditEvents' },
  ],
  folders: [
    { name: 'list', operation: 'listFolders', columns: ['id', 'path', 'assetCount'] },
    { name: 'create', operation: 'createFolder', positional: ['path'] },
    { name: 'get', operation: 'getFolder', takesMany: true },
    { name: 'edit', operation: 'updateFolder' },
    { name: 'rm', operation: 'deleteFolder', takesMany: true },
  ],
  invitations: [
    { name: 'list', operation: 'listInvitations', columns: ['id', 'email', 'role', 'expiresAt'] },
    { name: 'create', operation: 'createInvitation', positional: ['email'] },
    { name: 'revoke', operation: 'deleteInvitation', takesMany: true },
  ],
  jobs: [{ name: 'get', operation: 'getJob', takesMany: true, hasJob: true, finish: showJob }],
  keys: [
    {
      name: 'list',
      operation: 'listApiKeys',
      columns: [
        'id',
        'name',
        'keyPrefix',
        'permissions',
        'allowedOrigins',
        'expiresAt',
        'lastUsed',
      ],
    },
    { name: 'create', operation: 'createApiKey', positional: ['name'] },
    { name: 'edit', operation: 'updateApiKey' },
    { name: 'rotate', operation: 'rotateApiKey' },
    { name: 'revoke', operation: 'deleteApiKey', effect: 'refused', takesMany: true },
  ],
  members: [
    { name: 'list', operation: 'listMembers', columns: ['userId', 'name', 'email', 'role'] },
    { name: 'edit', operation: 'updateMember', positional: ['role'] },
    { name: 'rm', operation: 'deleteMember', takesMany: true },
  ],
  organizations: [
    { name: 'list', operation: 'listOrganizations', columns: usable },
    { name: 'create', operation: 'createOrganization', positional: ['name'] },
    { name: 'get', operation: 'getOrganization', namesTarget: true },
    { name: 'edit', operation: 'updateOrganization', namesTarget: true },
    {
      name: 'rm',
      operation: 'deleteOrganization',
      effect: 'refused',
      namesTarget: true,
      isFinal: true,
    },
  ],
  presets: [
    {
      name: 'list',
      operation: 'listPresets',
      columns: ['name', 'w', 'h', 'fit', 'format', 'q', 'gravity'],
    },
    { name: 'get', operation: 'getPreset', takesMany: true },
    { name: 'set', operation: 'updatePreset' },
    { name: 'rm', operation: 'deletePreset', effect: 'refused', takesMany: true },
  ],
  projects: [
    { name: 'list', operation: 'listProjects', isDefault: true, columns: usable },
    { name: 'create', operation: 'createProject', positional: ['name'] },
    { name: 'get', operation: 'getProject', namesTarget: true },
    { name: 'edit', operation: 'updateProject', namesTarget: true },
    { name: 'rm', operation: 'deleteProject', effect: 'refused', namesTarget: true, isFinal: true },
  ],
  sessions: [
    { name: 'list', operation: 'listSessions' },
    { name: 'end', operation: 'deleteSession', takesMany: true },
    { name: 'end-others', operation: 'deleteOtherSessions' },
  ],
  'signing-keys': [
    { name: 'list', operation: 'listSigningKeys', columns: ['id', 'createdAt'] },
    { name: 'create', operation: 'createSigningKey' },
    { name: 'revoke', operation: 'deleteSigningKey', effect: 'refused', takesMany: true },
  ],
  statistics: [
    {
      name: 'project',
      operation: 'getProjectStatistics',
      isDefault: true,
      finish: showStatistics,
    },
    { name: 'widget', operation: 'getWidgetStatistics', finish: showStatistics },
  ],
  tags: [{ name: 'list', operation: 'listTags', isDefault: true }],
  tokens: [
    { name: 'list', operation: 'listTokens' },
    {
      name: 'create',
      operation: 'createToken',
      positional: ['name'],
      completes: ['organizationId'],
      prepare: async ({ organizationId, projectId, ...body }, context) => ({
        ...body,
        organizationId: await context.organizationId(organizationId as string | undefined),
        ...(typeof projectId === 'string' && { projectId: await context.projectId(projectId) }),
      }),
    },
    { name: 'revoke', operation: 'deleteToken', takesMany: true },
  ],
  usage: [{ name: 'get', operation: 'getOrganizationUsage', isDefault: true }],
  widgets: [
    {
      name: 'list',
      operation: 'listWidgets',
      columns: ['id', 'slug', 'name', 'layout', 'status', 'publishedAt'],
    },
    { name: 'create', operation: 'createWidget', positional: ['name'], without: status },
    { name: 'get', operation: 'getWidget', takesMany: true },
    { name: 'edit', operation: 'updateWidget', without: status },
    { name: 'publish', operation: 'publishWidget', effect: 'live', takesMany: true },
    { name: 'unpublish', operation: 'unpublishWidget', effect: 'refused', takesMany: true },
    { name: 'duplicate', operation: 'duplicateWidget' },
    { name: 'assets', operation: 'listWidgetAssets' },
    { name: 'history', operation: 'listWidgetHistory', columns: changed },
    { name: 'rm', operation: 'deleteWidget', effect: 'refused', takesMany: true },
  ],
} as const satisfies Record<string, readonly CallRow[]>

export type TableName = keyof typeof tables
