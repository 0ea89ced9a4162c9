import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { t } from '../words/words.ts'
import { IconButton } from './button.tsx'
import css from './dialog.module.css'
import { control, firstIn, useDialogFocus } from './use-dialog-focus.ts'

export type DialogProps = {
  title: string
  onClose(): void
  children: ReactNode
  /** Its buttons, the main one last. */
  actions?: ReactNode
  width?: 'sm' | 'md' | 'lg'
  role?: 'dialog' | 'alertdialog'
}

export const OpenDialog = ({
  title,
  onClose,
  children,
  actions,
  width = 'sm',
  role = 'dialog',
}: DialogProps) => (
  <ModalOverlay
    isOpen
    onOpenChange={(open) => open || onClose()}
    isDismissable={role === 'dialog'}
    className={`${css.overlay} center`}
  >
    <Modal className={`${css.modal} card ${css[width]}`}>
      <AriaDialog ref={useDialogFocus(role)} role={role} className={css.dialog ?? ''}>
        <header className={`${css.head} row`}>
          <Heading slot="title" level={2} className="clamp">
            {title}
          </Heading>
          <IconButton icon="close" label={t('Close')} size="sm" onPress={onClose} />
        </header>
        <Body>{children}</Body>
        {actions === undefined ? null : (
          <footer className={`${css.actions} wrap`} data-part="actions">
            {actions}
          </footer>
        )}
      </AriaDialog>
    </Modal>
  </ModalOverlay>
)

/** What scrolls between the title and the buttons, by keys as well. */
function Body({ children }: { children: ReactNode }) {
  const { scroller, content } = useScrollStop()
  return (
    <div ref={scroller} className={css.body} data-part="body">
      <div ref={content} className={`${css.content} stack-4`}>
        {children}
      </div>
    </div>
  )
}

/**
 * Makes an element a stop of the Tab key as long as its content is longer than it and has no control in it: keys
 * scroll it from there. Browsers differ in whether they do so themselves.
 */
function useScrollStop() {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [outer, inner] = [scroller.current, content.current]
    if (outer === null || inner === null) return
    const observer = new ResizeObserver(() => {
      const isStop =
        outer.scrollHeight > outer.clientHeight && firstIn(inner, control) === undefined
      if (isStop) outer.tabIndex = 0
      else outer.removeAttribute('tabindex')
    })
    observer.observe(outer)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [])
  return { scroller, content }
}
