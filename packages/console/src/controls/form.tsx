import { type FormEvent, type ReactNode, useState } from 'react'
import { say } from '../words/words.ts'
import { Button } from './button.tsx'
import css from './form.module.css'
import { Notice } from './notice.tsx'
import { OfflineReason, useIsOffline } from './offline.tsx'

export type Values = Record<string, string>

type Options = {
  send(values: Values, form: HTMLFormElement): Promise<unknown>
  wordsOf(error: unknown): string
  problemsOf(error: unknown): Readonly<Record<string, string>>
}

/** A field that another person has changed differently. */
export type News = { name: string; label: string; words: string; onTake(): void }

export type FormState = {
  isPending: boolean
  /** About the whole form. */
  problem: string | null
  /** By the name of the field. */
  problems: Readonly<Record<string, string>>
  news: readonly News[]
  onSubmit(event: FormEvent<HTMLFormElement>): void
}

/** A form whose values are read when it is sent, and whose problems the service names by field. */
export function useForm({ send, wordsOf, problemsOf }: Options): FormState {
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const problems = problemsOf(error)
  return {
    isPending,
    problems,
    problem: error === null || Object.keys(problems).length > 0 ? null : wordsOf(error),
    news: [],
    onSubmit: (event) => {
      event.preventDefault()
      if (isPending) return
      const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [
        name,
        String(value),
      ])
      setPending(true)
      setError(null)
      send(Object.fromEntries(entries) as Values, event.currentTarget)
        .catch(setError)
        .finally(() => setPending(false))
    },
  }
}

export const Form = ({ form, children }: { form: FormState; children: ReactNode }) => (
  <form className={css.form} onSubmit={form.onSubmit} noValidate>
    {children}
  </form>
)

type ActionsProps = { form: FormState; label: string; onCancel?: () => void }

export const FormActions = ({ form, label, onCancel }: ActionsProps) => (
  <>
    <p role="alert" className={css.problem} hidden={form.problem === null}>
      {form.problem}
    </p>
    <NewsOf form={form} />
    <OfflineReason />
    <div className={css.actions}>
      {onCancel === undefined ? null : <Button onPress={onCancel}>{say('Cancel')}</Button>}
      <Button type="submit" look="primary" isPending={form.isPending} isDisabled={useIsOffline()}>
        {label}
      </Button>
    </div>
  </>
)

/** Values that others have given to fields which this person has changed, too. Saving again keeps the own values. */
export const NewsOf = ({ form: { news } }: { form: Pick<FormState, 'news'> }) => (
  <div role="alert" className={css.news}>
    {news.map(({ name, label, words, onTake }) => (
      <Notice
        key={name}
        tone="warn"
        action={
          <Button size="sm" onPress={onTake}>
            {say('Take theirs')}
          </Button>
        }
      >
        {words === ''
          ? say('Another person has emptied this: {label}. Save again to keep yours.', { label })
          : say(
              'Another person has changed this: {label} is now “{words}”. Save again to keep yours.',
              {
                label,
                words,
              },
            )}
      </Notice>
    ))}
  </div>
)
