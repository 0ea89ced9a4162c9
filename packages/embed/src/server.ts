/* What the server needs: a widget's markup and rules, made by the code that the browser runs. */
export { labelsFor } from './labels/all.js'
export { escapeHtml, toHtml } from './markup/html.js'
export type { Markup } from './markup/markup.js'
export type { Published } from './published.js'
export {
  type Rendering,
  type RenderOptions,
  renderShadow,
  renderSnippet,
  type SnippetOptions,
} from './render.js'
export { reservation } from './reservation.js'
