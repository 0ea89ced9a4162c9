/** Set by the build. */
declare const PINNED_FILE: string
declare const PINNED_INTEGRITY: string

/**
 * The entry script under the name that is unique to this build, for embed codes that pin it: its
 * path below `/embed/` and its `integrity` hash.
 */
export const pinnedEntry = { file: PINNED_FILE, integrity: PINNED_INTEGRITY }
