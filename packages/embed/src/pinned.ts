/** Set by the build. */
declare const PINNED_FILE: string
declare const PINNED_INTEGRITY: string

/**
 * The entry of this build under a name that no other build has, for codes that pin it: its path below
 * `/embed/`, and the `integrity` by which a browser checks it.
 */
export const pinnedEntry = { file: PINNED_FILE, integrity: PINNED_INTEGRITY }
