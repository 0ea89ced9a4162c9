import type { ReactElement } from 'react'

const files = import.meta.glob<Readonly<Record<string, ReactElement>>>('./*.story.tsx', {
  eager: true,
})

/** By the names of their exports. */
export const stories = new Map(Object.values(files).flatMap((file) => Object.entries(file)))
