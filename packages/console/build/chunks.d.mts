import type { Rolldown } from 'vite'

export function groups(): Rolldown.CodeSplittingGroup[]
