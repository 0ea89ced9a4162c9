import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { OfflineReason, useIsOffline } from '../controls/offline.tsx'
import { toast, toastProblem } from '../controls/toast.tsx'
import { t } from '../words/words.ts'
import { ProofLine } from './proof-line.tsx'
import type { Effect } from './proof-words.ts'
import { type Change, type Outcome, useConfirmation } from './use-confirmation.ts'

type Props<Data> = {
  title: string
  /** The label of the button that makes the change. */
  label: string
  effect: Effect
  change: Change<Data>
  /** Shown before the change: its effect. */
  children: ReactNode
  /** After it: the title, which says what has happened. */
  doneTitle?: string
  /** After it, beside the proof. */
  done?: ReactNode
  /** After it, beside the button that closes: the next step. */
  doneActions?: ReactNode
  isDanger?: boolean
  isReady?: boolean
  width?: 'sm' | 'md'
  onClose(): void
  /** After the service has confirmed it, with its answer, or has refused it because of another change. */
  onSettled(outcome: Outcome<Data>): void
}

/** Asks, makes a change that the public sees, and stays with the proof that it counts everywhere. */
export function ChangeSheet<Data>(props: Props<Data>) {
  const {
    title,
    label,
    effect,
    change,
    isReady = true,
    isDanger = false,
    onClose,
    onSettled,
  } = props
  const { state, send, again } = useConfirmation<Data>()
  const isOpen = useIsMounted()
  const isOffline = useIsOffline()
  const settle = async (sent: Promise<Outcome<Data>>) => {
    const outcome = await sent
    onSettled(outcome)
    if (isOpen.current) return
    if (outcome === null) toastProblem(t('A change was not confirmed. Look at its state.'))
    else toast(props.doneTitle ?? title)
  }
  const isSending = state.step === 'sending'
  const isDone = state.step === 'confirmed'
  const isStored = state.step === 'failed' && state.isStored
  const actions = isDone ? (
    <>
      {/* Without a key it would be the former button, which takes no focus again. */}
      <Button
        key="done"
        look={props.doneActions ? 'normal' : 'primary'}
        autoFocus
        onPress={onClose}
      >
        {t('Done')}
      </Button>
      {props.doneActions}
    </>
  ) : (
    <>
      <Button onPress={onClose}>{isSending || isStored ? t('Close') : t('Cancel')}</Button>
      <Button
        look={isDanger ? 'danger' : 'primary'}
        isPending={isSending}
        isDisabled={!isReady || (isOffline && !isSending)}
        onPress={() => void settle(isStored ? again() : send(change))}
      >
        {isSending ? t('Confirming …') : isStored ? t('Ask again') : label}
      </Button>
    </>
  )
  return (
    <Dialog
      title={isDone ? (props.doneTitle ?? title) : title}
      onClose={onClose}
      actions={actions}
      width={props.width ?? 'sm'}
      role={isDanger ? 'alertdialog' : 'dialog'}
    >
      {isDone ? (props.done ?? null) : props.children}
      <ProofLine state={state} effect={effect} />
      {isSending || isDone ? null : <OfflineReason />}
    </Dialog>
  )
}

function useIsMounted() {
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}
