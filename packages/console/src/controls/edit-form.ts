import { useRef, useState } from 'react'
import {
  type FormOptions,
  type FormState,
  type News,
  useForm,
  type Values,
} from '../forms/use-form.ts'
import { isStale } from '../words/errors.ts'
import { reconcile, type Shown } from './reconcile.ts'

type Options<Resource, Field extends string> = Omit<FormOptions<Field>, 'send'> & {
  /** The state that the form was opened with. */
  resource: Resource
  /** Reads its present state, after another person has changed it. */
  read(): Promise<Resource>
  shownOf(resource: Resource): readonly Shown[]
  /**
   * Rejects with an error that `isStale` knows if the resource is not the present state.
   *
   * @returns the new state, for forms that stay.
   */
  send(values: Values, resource: Resource): Promise<Resource | undefined>
  /** Sets fields that are no inputs of the browser. */
  onTake?(name: string, value: string): void
}

/**
 * A form that changes a resource which others may change at the same time. Their changes of other fields are taken
 * over; where both have changed a field differently the form shows theirs, and sends the own value only
 * when the person saves again.
 */
export function useEditForm<Resource extends { revision: number }, Field extends string>(
  options: Options<Resource, Field>,
): FormState<Field> {
  const { read, shownOf, send, onTake, ...shared } = options
  const base = useRef(options.resource)
  const element = useRef<HTMLFormElement>(null)
  const [news, setNews] = useState<readonly Shown[]>([])

  const take = (name: string, value: string) => {
    const input = element.current?.elements.namedItem(name)
    if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) {
      input.value = value
    }
    onTake?.(name, value)
  }
  const attempt = async (values: Values): Promise<void> => {
    try {
      base.current = (await send(values, base.current)) ?? base.current
    } catch (error) {
      const before = base.current
      if (!isStale(error)) throw error
      base.current = await read()
      if (base.current.revision === before.revision) throw error
      const found = reconcile(shownOf(before), shownOf(base.current), values)
      for (const { name, value } of found.taken) take(name, value)
      if (found.choices.length > 0) return setNews(found.choices)
      await attempt({
        ...values,
        ...Object.fromEntries(found.taken.map(({ name, value }) => [name, value])),
      })
    }
  }
  const form = useForm({
    ...shared,
    send: (values, target) => {
      element.current = target
      setNews([])
      return attempt(values)
    },
  })
  return {
    ...form,
    news: news.map(({ name, label, value, words: said = value }): News => {
      const onTheirs = () => {
        take(name, value)
        setNews((before) => before.filter((one) => one.name !== name))
      }
      return { name, label, words: said, onTake: onTheirs }
    }),
  }
}
