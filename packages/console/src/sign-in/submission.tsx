import type { ReactNode } from 'react'
import { type FormState, useForm, type Values } from '../forms/use-form.ts'
import css from './sign-in.module.css'

/** A form that is sent once at a time. @param fields those beside which it shows problems. */
export const useSubmission = <Field extends string>(
  fields: readonly Field[],
  send: (values: Values) => Promise<unknown>,
): FormState<Field> => useForm({ fields, send })

type Props = { form: FormState; label: string; children?: ReactNode }

/** With its button, and the error of the whole form. */
export const Submission = ({ form: { onSubmit, isPending, problem }, label, children }: Props) => (
  <form className="stack-4" onSubmit={onSubmit} noValidate>
    {children}
    <p role="alert" className="refusal" hidden={problem === null}>
      {problem}
    </p>
    <button type="submit" className={`${css.submit} row-2`} aria-disabled={isPending}>
      {isPending ? <span className="spinner" aria-hidden="true" /> : null}
      {label}
    </button>
  </form>
)
