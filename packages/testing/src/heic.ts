import { readFileSync } from 'node:fs'

/** Described in `pictures/README.md`. */
export type HeicName =
  | 'plain'
  | 'alpha'
  | 'p3'
  | 'ten-bits'
  | 'turned'
  | 'second-is-primary'
  | 'grid'
  | 'corners'
  | 'noise'
  | 'large'

export const heic = (name: HeicName = 'corners'): Buffer =>
  readFileSync(new URL(`../pictures/${name}.heic`, import.meta.url))
