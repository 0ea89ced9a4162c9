import { VitrineError } from '@vitrine/sdk'
import { useEffect, useSyncExternalStore } from 'react'
import { queries } from '../../server/queries.ts'
import { assetQuery } from '../queries.ts'
import { createTexts, type Texts, type TextsState } from './texts.ts'

/** Loaded while the first text is written. */
export const loadSaving = () => import('./save-text.ts')

/** Those of each project, for as long as the tab is open: leaving the run loses none. */
const projects = new Map<string, Texts>()

function textsOf(projectId: string): Texts {
  const known = projects.get(projectId)
  if (known !== undefined) return known
  const texts = createTexts(async (id, change) => {
    const before = await queries.ensureQueryData(assetQuery(projectId, id))
    const { altText = before.altText, decorative = before.decorative } = change
    const isSame = before.altText === altText && before.decorative === decorative
    if (isSame) return null
    const { saveText } = await loadSaving()
    return { before, after: await saveText(before, change) }
  })
  projects.set(projectId, texts)
  return texts
}

addEventListener('beforeunload', (event) => {
  if (![...projects.values()].every((texts) => texts.isEmpty())) event.preventDefault()
})

const isUnanswered = (problem: unknown): boolean =>
  problem !== null && !(problem instanceof VitrineError && problem.status !== 0)

export function useTexts(projectId: string): { texts: Texts; state: TextsState } {
  const texts = textsOf(projectId)
  const state = useSyncExternalStore(texts.subscribe, texts.get)
  useEffect(() => void loadSaving(), [])
  useEffect(() => {
    const sendAgain = () => {
      if ([...texts.get().entered.values()].some(({ problem }) => isUnanswered(problem)))
        texts.sendAgain()
    }
    addEventListener('online', sendAgain)
    return () => removeEventListener('online', sendAgain)
  }, [texts])
  return { texts, state }
}
