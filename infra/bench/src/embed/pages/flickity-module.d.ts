/** The package has no types of its own. */
declare module 'flickity' {
  export default class Flickity {
    constructor(selector: string, options: Readonly<Record<string, unknown>>)
  }
}
