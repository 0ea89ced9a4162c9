/** The package ships no types. */
declare module 'flickity' {
  export default class Flickity {
    constructor(selector: string, options: Readonly<Record<string, unknown>>)
  }
}
