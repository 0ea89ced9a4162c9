export { type Rule, rules } from './planted/bugs.js'
export { type Coherence, coherenceWithout } from './planted/load.js'
export { settingsWithout } from './planted/service-settings.js'
