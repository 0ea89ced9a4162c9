import { type FormEvent, useState } from 'react'
import { problemsOf, wordsOf } from '../server/error-words.ts'

type Submission = {
  isPending: boolean
  /** One sentence about the whole form; null if there is none. */
  problem: string | null
  /** By the name of the field. */
  problems: Readonly<Record<string, string>>
  onSubmit(event: FormEvent<HTMLFormElement>): void
}

/** A form that is sent once at a time. Its values are read when it is sent. */
export function useSubmission(
  send: (values: Record<string, string>) => Promise<unknown>,
): Submission {
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const problems = problemsOf(error)
  return {
    isPending,
    problems,
    problem: error === null || Object.keys(problems).length > 0 ? null : wordsOf(error),
    onSubmit: (event) => {
      event.preventDefault()
      if (isPending) return
      const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [
        name,
        String(value),
      ])
      setPending(true)
      setError(null)
      send(Object.fromEntries(entries) as Record<string, string>)
        .catch(setError)
        .finally(() => setPending(false))
    },
  }
}
