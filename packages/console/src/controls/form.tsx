import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { FormState } from '../forms/use-form.ts'
import { t } from '../words/words.ts'
import { Button } from './button.tsx'
import { Dialog, Refusal } from './dialog.tsx'
import css from './form.module.css'
import { Notice } from './notice.tsx'
import { OfflineReason, useIsOffline } from './offline.tsx'

export { useForm } from '../forms/use-form.ts'

type FormProps = { form: FormState; id?: string; children: ReactNode }

/** When it was refused, its first wrong field takes the focus: the field may be out of sight. */
export function Form({ form, id, children }: FormProps) {
  const element = useRef<HTMLFormElement>(null)
  const { isPending, problems, news } = form
  const wrong = [...Object.keys(problems), ...news.map(({ name }) => name)].join()
  useEffect(() => {
    if (isPending || wrong === '') return
    const { current } = element
    current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    current?.querySelector('[data-part="news"] > *')?.scrollIntoView({ block: 'nearest' })
  }, [isPending, wrong])
  return (
    <form
      ref={element}
      id={id}
      className={`${css.form} stack-4`}
      onSubmit={form.onSubmit}
      noValidate
    >
      {children}
    </form>
  )
}

type ActionsProps = { form: FormState; label: string }

export const FormActions = ({ form, label }: ActionsProps) => (
  <>
    <Refusal problem={form.problem} />
    <NewsOf form={form} />
    <OfflineReason />
    <div className={`${css.actions} wrap`}>
      <Submit form={form} label={label} />
    </div>
  </>
)

/** @param formId the form's, if the button stands outside of it. */
const Submit = ({ form, label, formId }: ActionsProps & { formId?: string }) => (
  <Button
    type="submit"
    look="primary"
    isPending={form.isPending}
    isDisabled={useIsOffline()}
    {...(formId !== undefined && { form: formId })}
  >
    {label}
  </Button>
)

type DialogProps = {
  title: string
  /** The label of the button that sends the form. */
  label: string
  form: FormState
  onClose(): void
  width?: 'sm' | 'md'
  children: ReactNode
}

/** A dialog with a form, for as long as it is rendered. */
export function FormDialog({ form, label, children, ...dialog }: DialogProps) {
  const id = useId()
  const actions = (
    <>
      <Refusal problem={form.problem} />
      <OfflineReason />
      <Button onPress={dialog.onClose}>{t('Cancel')}</Button>
      <Submit form={form} label={label} formId={id} />
    </>
  )
  return (
    <Dialog {...dialog} actions={actions}>
      <Form form={form} id={id}>
        {children}
        <NewsOf form={form} />
      </Form>
    </Dialog>
  )
}

/** Values that others have given to fields which this person has changed, too. Saving again keeps the own values. */
export const NewsOf = ({ form: { news } }: { form: Pick<FormState, 'news'> }) => (
  <div role="alert" className="stack-2 optional" data-part="news">
    {news.map(({ name, label, words, onTake }) => (
      <Notice
        key={name}
        tone="warn"
        action={
          <Button size="sm" onPress={onTake}>
            {t('Take theirs')}
          </Button>
        }
      >
        {words === ''
          ? t('Another person has emptied this: {label}. Save again to keep yours.', { label })
          : t(
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
