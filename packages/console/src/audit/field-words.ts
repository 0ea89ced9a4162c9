import { t } from '../words/words.ts'

/** Labels of the API's fields. Parameters of presets and unknown fields are shown by their names. */
const words = (): Readonly<Record<string, string>> => ({
  allowedOrigins: t('Sites'),
  altText: t('Alt text'),
  assetIds: t('Pictures'),
  config: t('Settings'),
  contentType: t('Type of file'),
  decorative: t('Decorative'),
  email: t('E-mail'),
  expiresAt: t('Ends on'),
  filename: t('File name'),
  focalPoint: t('Focal point'),
  folderId: t('Folder'),
  height: t('Height'),
  items: t('Texts and links'),
  key: t('Key'),
  keyPrefix: t('Beginning of the key'),
  layout: t('Layout'),
  metadata: t('Metadata'),
  name: t('Name'),
  parentId: t('Folder above'),
  path: t('Path'),
  permissions: t('Permissions'),
  role: t('Role'),
  sha256: t('Checksum'),
  sizeBytes: t('Size in bytes'),
  slug: t('Slug'),
  status: t('Status'),
  tags: t('Tags'),
  theme: t('Appearance'),
  transformations: t('Variants of pictures'),
  version: t('Version'),
  width: t('Width'),
})

/** `config.gap` is `Settings: gap`. */
export function fieldWords(field: string): string {
  const known = words()
  const [whole, ...keys] = field.split('.')
  const name = Object.hasOwn(known, whole ?? '') ? known[whole ?? ''] : undefined
  if (name === undefined) return field
  return keys.length === 0 ? name : `${name}: ${keys.join('.')}`
}
