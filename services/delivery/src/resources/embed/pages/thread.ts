import { type PageFacts, type Rendered, render } from './page.js'

export const page = (facts: PageFacts): Rendered => render('page', facts)
export const styles = (facts: PageFacts): Rendered => render('styles', facts)
