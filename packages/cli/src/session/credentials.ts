import { join } from 'node:path'
import type { SessionStore, Tokens } from '@vitrine/sdk'
import { type PrivateFile, privateFile } from '@vitrine/sdk/node'
import { configFolder } from './folders.js'

/** Of one address, so that a token is never sent to another. */
export type StoredCredentials = { url: string } & (Tokens | { personalToken: string })

/** For commands without the options `--url`, `--org` and `--project`. */
export type Defaults = { url: string; organizationId?: string; projectId?: string }

export const credentialsFile = (env: NodeJS.ProcessEnv): PrivateFile<StoredCredentials> =>
  privateFile(join(configFolder(env), 'credentials.json'))

export const defaultsFile = (env: NodeJS.ProcessEnv): PrivateFile<Defaults> =>
  privateFile(join(configFolder(env), 'defaults.json'))

/** The session of an address, for the SDK. */
export function sessionStore(file: PrivateFile<StoredCredentials>, url: string): SessionStore {
  return {
    read: async () => {
      const stored = await file.read()
      return stored?.url === url && 'refreshToken' in stored ? stored : null
    },
    write: (tokens) => file.write(tokens && { url, ...tokens }),
    exclusive: file.exclusive,
  }
}
