import type { SessionStore, Tokens } from '../session/store.js'
import { privateFile } from './private-file.js'

/** For command lines: the session in a file that only its owner can read. One process at a time refreshes. */
export const fileStore = (path: string): SessionStore => privateFile<Tokens>(path)
