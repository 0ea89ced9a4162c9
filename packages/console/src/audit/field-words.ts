import { say } from '../words/words.ts'

/** Labels of the API's fields. Parameters of presets and unknown fields are shown by their names. */
const words = (): Readonly<Record<string, string>> => ({
  allowedOrigins: say('Sites'),
  altText: say('Alt text'),
  assetIds: say('Pictures'),
  config: say('Settings'),
  contentType: say('Type of file'),
  decorative: say('Decorative'),
  email: say('E-mail'),
  expiresAt: say('Ends on'),
  filename: say('File name'),
  focalPoint: say('Focal point'),
  folderId: say('Folder'),
  height: say('Height'),
  items: say('Texts and links'),
  key: say('Key'),
  keyPrefix: say('Beginning of the key'),
  layout: say('Layout'),
  metadata: say('Metadata'),
  name: say('Name'),
  parentId: say('Folder above'),
  path: say('Path'),
  permissions: say('Permissions'),
  role: say('Role'),
  sha256: say('Checksum'),
  sizeBytes: say('Size in bytes'),
  slug: say('Slug'),
  status: say('Status'),
  tags: say('Tags'),
  theme: say('Appearance'),
  transformations: say('Variants of pictures'),
  version: say('Version'),
  width: say('Width'),
})

/** `config.gap` is `Settings: gap`. */
export function fieldWords(field: string): string {
  const known = words()
  const [whole, ...keys] = field.split('.')
  const name = Object.hasOwn(known, whole ?? '') ? known[whole ?? ''] : undefined
  if (name === undefined) return field
  return keys.length === 0 ? name : `${name}: ${keys.join('.')}`
}
