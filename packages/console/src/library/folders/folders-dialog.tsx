import type { ReactNode } from 'react'
import { Dialog } from '../../controls/dialog.tsx'
import { t } from '../../words/words.ts'

type Props = { onClose(): void; children: ReactNode }

/** The folders of narrow windows. */
export default function FoldersDialog({ onClose, children }: Props) {
  return (
    <Dialog title={t('Folders')} onClose={onClose}>
      {children}
    </Dialog>
  )
}
