import type { Messages } from '@lingui/core'

/** The build puts the compiled words here, see `build/compiled-words.mjs`. */
export const compiled: Messages = {}
