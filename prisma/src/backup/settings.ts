import { loadConfig, settings, storeSettings, withRules } from '@vitrine/config'
import { createObjectStore } from '@vitrine/object-store'
import Type from 'typebox'
import { bucketVault, folderVault, type Vault } from './vault.js'

type Env = Readonly<Record<string, string | undefined>>

const { OBJECT_SECRET, ...storeProperties } = storeSettings.properties
const Store = withRules(Type.Object(storeProperties), storeSettings.rules)
const Connection = Type.Object({ DATABASE_URL: settings.DatabaseUrl })
const Secrets = Type.Object({ OBJECT_SECRET: Type.Optional(OBJECT_SECRET) })

export const databaseUrlOf = (env: Env): string => loadConfig(Connection, env).DATABASE_URL

/** Without it, signatures are not checked. */
export function objectSecretsOf(env: Env): string[] {
  const { OBJECT_SECRET } = loadConfig(Secrets, env)
  return OBJECT_SECRET === undefined ? [] : storeSettings.objectSecretsOf({ OBJECT_SECRET })
}

const openBucket = (env: Env) =>
  createObjectStore(storeSettings.optionsOf({ ...loadConfig(Store, env), OBJECT_SECRET: '' }))

/** The store of the installation. */
export const openStore = openBucket

const backupPrefix = 'BACKUP_'

/**
 * Opens a vault: a folder, or `s3://bucket[/prefix]`. Its store has the settings of the installation's, but for those that
 * variables such as BACKUP_S3_ENDPOINT replace.
 */
export function openVault(place: string, env: Env): Vault {
  const [, bucket, path = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(place) ?? []
  if (bucket === undefined) return folderVault(place)
  const own = Object.entries(env).flatMap(([name, value]) =>
    name.startsWith(`${backupPrefix}S3_`) ? [[name.slice(backupPrefix.length), value]] : [],
  )
  const prefix = path.replace(/\/*$/, '/')
  const store = openBucket({ ...env, ...Object.fromEntries(own), S3_BUCKET: bucket })
  return bucketVault(store, prefix === '/' ? '' : prefix)
}
