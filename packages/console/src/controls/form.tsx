import type { ReactNode } from 'react'
import type { FormState } from '../forms/use-form.ts'
import { t } from '../words/words.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import css from './form.module.css'
import { Notice } from './notice.tsx'
import { OfflineReason, useIsOffline } from './offline.tsx'

export { useForm } from '../forms/use-form.ts'

export const Form = ({ form, children }: { form: FormState; children: ReactNode }) => (
  <form className={`${css.form} stack-4`} onSubmit={form.onSubmit} noValidate>
    {children}
  </form>
)

type ActionsProps = { form: FormState; label: string; onCancel?: () => void }

export const FormActions = ({ form, label, onCancel }: ActionsProps) => (
  <>
    <p role="alert" className="refusal" hidden={form.problem === null}>
      {form.problem}
    </p>
    <NewsOf form={form} />
    <OfflineReason />
    <div className={`${css.actions} wrap`}>
      {onCancel === undefined ? null : <Button onPress={onCancel}>{t('Cancel')}</Button>}
      <Button type="submit" look="primary" isPending={form.isPending} isDisabled={useIsOffline()}>
        {label}
      </Button>
    </div>
  </>
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
export const FormDialog = ({ form, label, children, ...dialog }: DialogProps) => (
  <Dialog {...dialog} isOpen>
    <Form form={form}>
      {children}
      <FormActions form={form} label={label} onCancel={dialog.onClose} />
    </Form>
  </Dialog>
)

/** Values that others have given to fields which this person has changed, too. Saving again keeps the own values. */
export const NewsOf = ({ form: { news } }: { form: Pick<FormState, 'news'> }) => (
  <div role="alert" className={`${css.news} stack-2`}>
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
