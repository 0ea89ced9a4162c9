import type { Documentation } from '@vitrine/http'

const id = '7f0c1e52-3b1f-4b57-9d0e-0d8a4f6f2f10'
const email = 'ada@example.com'
const password = 'correct horse battery'
const refreshToken = 'the refreshToken of register, login or refresh'

const widget = {
  name: 'Summer',
  slug: 'summer',
  layout: 'GRID',
  assetIds: [id],
  config: { columns: 3, gap: 8, showCaptions: true },
  theme: { backgroundColor: '#10141f', imageBorderRadius: 8 },
}

/** Bodies that a schema alone would not explain, by `operationId`. */
const bodies = {
  register: { organizationName: 'Example', name: 'Ada', email, password },
  login: { email, password },
  refresh: { refreshToken },
  logout: { refreshToken },
  updateMe: { name: 'Ada Example' },
  verifyEmail: { token: 'the token of the mail', password },
  forgotPassword: { email },
  resetPassword: { token: 'the token of the mail', password },
  deleteMe: { password },
  createToken: {
    name: 'Nightly upload',
    organizationId: id,
    projectId: id,
    role: 'EDITOR',
    expiresAt: '2027-06-30T12:00:00',
  },
  updatePassword: { currentPassword: password, newPassword: 'staple battery horse' },
  acceptInvitation: { token: 'the token of the invitation', name: 'Grace', password },
  createOrganization: { name: 'Example' },
  updateOrganization: { name: 'Example' },
  updateMember: { role: 'EDITOR' },
  createInvitation: { email: 'grace@example.com', role: 'EDITOR' },
  createProject: { name: 'Shop', slug: 'shop' },
  updateProject: { name: 'Shop' },
  createFolder: { path: 'Summer/Beach' },
  updateFolder: { name: 'Autumn' },
  updateAsset: {
    altText: 'A dune at sunset',
    tags: ['sand', 'sea'],
    metadata: { photographer: 'Ada' },
    folderId: null,
  },
  lookupAssets: { sha256: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] },
  bulkAssets: { action: 'tag', assetIds: [id], tags: ['summer'] },
  createWidget: widget,
  updateWidget: { config: widget.config, theme: widget.theme },
  duplicateWidget: { name: 'Summer, again' },
  createApiKey: { name: 'Site', allowedOrigins: ['https://www.example.com'], expiresAt: null },
}

/** Values of properties, by name or by the title of the schema and the name. */
const values = {
  email,
  slug: 'summer',
  name: 'Summer',
  'User.name': 'Ada',
  'Me.name': 'Ada',
  'Member.name': 'Grace',
  'Organization.name': 'Example',
  'Organization.slug': 'example',
  'Membership.name': 'Example',
  'Membership.slug': 'example',
  'Project.name': 'Shop',
  'Project.slug': 'shop',
  'ApiKey.name': 'Site',
  'CreatedApiKey.name': 'Site',
  'Token.name': 'Nightly upload',
  'CreatedToken.name': 'Nightly upload',
  'CreatedToken.token': 'vpat_…',
  expiresIn: 900,
  accessToken: 'eyJhbGciOiJIUzI1NiJ9.…',
  refreshToken: 'vrt_…',
  keyPrefix: 'pk_9fK2',
  key: 'pk_…',
  tokenPrefix: 'vpat_9fK2',
  allowedOrigins: ['https://www.example.com'],
  filename: 'dune.jpg',
  originalUrl: `https://images.example.com/api/v1/deliver/1f6f7f4e-6b0a-4c58-9f0e-3c5f6a1d2b90/${id}`,
  contentType: 'image/jpeg',
  sizeBytes: 183_204,
  width: 1600,
  height: 1067,
  altText: 'A dune at sunset',
  tags: ['sand', 'sea'],
  metadata: '{"photographer":"Ada"}',
  config: { gap: 8, showCaptions: true },
  theme: { backgroundColor: '#10141f', imageBorderRadius: 8 },
  size: 20,
  number: 0,
  first: true,
  last: true,
  action: 'widget.publish',
  resourceType: 'widget',
  changes: { status: { from: 'DRAFT', to: 'PUBLISHED' } },
  reason: null,
  device: 'Firefox on Linux',
  address: '203.0.113.7',
  checks: { database: 'up' },
}

export const examples: NonNullable<Documentation['examples']> = { bodies, values }
