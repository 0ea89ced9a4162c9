import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

type Env = NodeJS.ProcessEnv

/** By the XDG Base Directory Specification, which ignores relative paths. */
const baseOf = (given: string | undefined, ...fallback: string[]) =>
  join(given && isAbsolute(given) ? given : join(homedir(), ...fallback), 'vitrine')

export const configFolder = ({ XDG_CONFIG_HOME }: Env) => baseOf(XDG_CONFIG_HOME, '.config')
export const stateFolder = ({ XDG_STATE_HOME }: Env) => baseOf(XDG_STATE_HOME, '.local', 'state')
