export type { Engine, Key, Point } from './engine.js'
export { startFirefox } from './firefox.js'
export { programPath } from './program-path.js'
export { startWebKit } from './webkit.js'
