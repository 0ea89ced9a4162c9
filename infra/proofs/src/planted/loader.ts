import { register } from 'node:module'

// For `node --import`: what the process imports as @vitrine/coherence is another module.
register('./resolve.js', import.meta.url)
