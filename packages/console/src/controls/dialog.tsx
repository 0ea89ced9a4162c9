import { type ReactNode, useState } from 'react'
import { usePending } from '../forms/use-pending.ts'
import { wordsOf } from '../words/errors.ts'
import { t } from '../words/words.ts'
import { Button } from './button.tsx'
import { OfflineReason, useIsOffline } from './offline.tsx'
import { onDemand } from './on-demand.tsx'
import type { DialogProps } from './open-dialog.tsx'

const dialog = onDemand(
  () => import('./open-dialog.tsx'),
  (parts) => parts.OpenDialog,
)

export const Dialog = (props: DialogProps) => <dialog.Shown {...props} />

/** Why it was refused. It stands beside the buttons, so that it is in sight wherever the body is. */
export const Refusal = ({ problem }: { problem: string | null }) => (
  <p role="alert" className="refusal" hidden={problem === null}>
    {problem}
  </p>
)

type ConfirmProps = {
  title: string
  onClose(): void
  children: ReactNode
  label: string
  /** Rejects with the error that the dialog shows. */
  act(): Promise<unknown>
  isReady?: boolean
  /** The button's look; `danger` if the act destroys something. */
  look?: 'danger' | 'primary'
}

/** A question before something that cannot be undone. It stays open until the service has agreed. */
export function Confirm({
  title,
  onClose,
  children,
  label,
  act,
  isReady = true,
  look = 'danger',
}: ConfirmProps) {
  const isOffline = useIsOffline()
  const { isPending, run } = usePending()
  const [problem, setProblem] = useState<string | null>(null)
  const confirm = async () => {
    setProblem(null)
    try {
      await act()
      onClose()
    } catch (error) {
      setProblem(wordsOf(error))
    }
  }
  const actions = (
    <>
      <Refusal problem={problem} />
      <OfflineReason />
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button
        look={look}
        isPending={isPending}
        isDisabled={!isReady || isOffline}
        onPress={() => run(confirm)}
      >
        {isPending ? t('Confirming …') : label}
      </Button>
    </>
  )
  return (
    <Dialog title={title} onClose={onClose} actions={actions} role="alertdialog">
      {children}
    </Dialog>
  )
}
