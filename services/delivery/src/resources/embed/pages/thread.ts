import { type EmbedPage, makePage } from './make-page.js'
import type { PageFacts } from './page.js'

export const page = (facts: PageFacts): EmbedPage => makePage(facts)
