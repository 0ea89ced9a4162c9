/* Server entry point: renders a widget's markup and rules with the code that the browser runs. */
export { labelsFor, languageFor } from './labels/all.js'
export { escapeHtml, toHtml } from './markup/html.js'
export { pinnedEntry } from './pinned.js'
export type { Published } from './published.js'
export {
  type Rendering,
  type RenderOptions,
  renderElement,
  renderShadow,
  renderSnippet,
  type SnippetOptions,
} from './render.js'
export { reservation } from './reserved-space/reservation.js'
