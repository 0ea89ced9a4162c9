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

/** A body for each call that takes one, by its `operationId`. */
export const examples = {
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
  rotateApiKey: { overlapSeconds: 86_400 },
  updateApiKey: { name: 'Site', allowedOrigins: ['https://www.example.com'] },
  createApiKey: { name: 'Site', allowedOrigins: ['https://www.example.com'], expiresAt: null },
} satisfies Readonly<Record<string, unknown>>
