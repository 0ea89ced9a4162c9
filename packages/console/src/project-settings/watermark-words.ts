import { t } from '../words/words.ts'
import type { Position } from './mark-places.ts'

export const positionWords = (): { id: Position; label: string }[] => [
  { id: 'top-left', label: t('Top left') },
  { id: 'top', label: t('Top') },
  { id: 'top-right', label: t('Top right') },
  { id: 'left', label: t('Left') },
  { id: 'center', label: t('Centre') },
  { id: 'right', label: t('Right') },
  { id: 'bottom-left', label: t('Bottom left') },
  { id: 'bottom', label: t('Bottom') },
  { id: 'bottom-right', label: t('Bottom right') },
  { id: 'tile', label: t('All over the picture') },
]
