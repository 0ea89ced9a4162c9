/* Server entry point: renders a widget's markup and rules with the code that the browser runs. */
export { labelsFor, languageFor } from './labels/all.js'
export { escapeHtml, toHtml } from './markup/html.js'
export type { Published } from './published.js'
export {
  type ColorScheme,
  colorSchemeOf,
  preloadFirst,
  type Rendering,
  type RenderOptions,
  renderElement,
  renderShadow,
  renderSnippet,
  renderStyles,
  type SnippetOptions,
} from './render.js'
export { heightIn, reservation, reservedPlace } from './reserved-space/reservation.js'

/** Set by the build. */
declare const PINNED_FILE: string
declare const PINNED_INTEGRITY: string

/**
 * The entry script under the name that is unique to this build, for embed codes that pin it: its
 * path below `/embed/` and its `integrity` hash.
 */
export const pinnedEntry = { file: PINNED_FILE, integrity: PINNED_INTEGRITY }
