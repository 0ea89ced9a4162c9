import { type FormEvent, useState } from 'react'
import { problemsOf, wordsOf } from '../words/errors.ts'
import { t } from '../words/words.ts'
import { usePending } from './use-pending.ts'

export type Values = Record<string, string>

export type FormOptions<Field extends string> = {
  /** Those beside which the form shows problems, as the service names them. Others are shown about the whole form. */
  fields: readonly Field[]
  send(values: Values, form: HTMLFormElement): Promise<unknown>
}

/** A field that another person has changed differently. */
export type News = { name: string; label: string; words: string; onTake(): void }

export type FormState<Field extends string = string> = {
  isPending: boolean
  /** About the whole form. */
  problem: string | null
  problems: Readonly<Partial<Record<Field, string>>>
  news: readonly News[]
  onSubmit(event: FormEvent<HTMLFormElement>): void
}

/** Required fields without a value, which the form marks before it asks the service. */
const emptyFields = (form: HTMLFormElement) =>
  [...form.querySelectorAll<HTMLInputElement>('[required]')].filter(
    ({ value }) => value.trim() === '',
  )

/** A form whose values are read when it is sent, and whose problems the service names by field. */
export function useForm<Field extends string>({
  fields,
  send,
}: FormOptions<Field>): FormState<Field> {
  const { isPending, run } = usePending()
  const [error, setError] = useState<unknown>(null)
  const [missing, setMissing] = useState<readonly string[]>([])
  const problems: Partial<Record<Field, string>> = {}
  const others: string[] = []
  for (const [name, words] of Object.entries(problemsOf(error))) {
    // The first of a list stands for it.
    const field = fields.find((one) => one === name.split('[')[0])
    if (field === undefined) others.push(`${name} ${words}`)
    else problems[field] ??= words
  }
  for (const field of fields) {
    if (missing.includes(field)) problems[field] = t('Fill this in.')
  }
  const isShown = error === null || Object.keys(problems).length > 0
  return {
    isPending,
    problems,
    problem: others.join('; ') || (isShown ? null : wordsOf(error)),
    news: [],
    onSubmit: (event) => {
      event.preventDefault()
      const form = event.currentTarget
      const empty = emptyFields(form)
      setMissing(empty.map(({ name }) => name))
      if (empty.length > 0) {
        setError(null)
        return empty[0]?.focus()
      }
      run(() => {
        setError(null)
        // No form has a field for files, so all values are texts.
        return send(Object.fromEntries(new FormData(form)) as Values, form).catch(setError)
      })
    },
  }
}
