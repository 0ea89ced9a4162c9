type Page = {
  name: string
  path: string
  source: string
  around: readonly string[]
  isBehindSignIn: boolean
  /** KB after gzip. */
  most: number
  now: number
}

export const pages: readonly Page[]
export const surroundings: readonly string[]
export const startPage: string
