import { type EmbedPage, makePage, type PageFacts } from './page.js'

export const page = (facts: PageFacts): EmbedPage => makePage(facts)
