import { AnchoredMenu, MenuItem, MenuLine } from '../../controls/menu.tsx'
import { t } from '../../words/words.ts'

type Props = {
  /** The button of the row; null while it is closed. */
  anchor: Element | null
  onClose(): void
  onTexts(): void
  onMove(): void
  onFront(): void
  onRemove(): void
}

/** The actions for one picture, or for all that are selected. */
export const RowMenu = ({ anchor, onClose, onTexts, onMove, onFront, onRemove }: Props) => (
  <AnchoredMenu label={t('Actions')} anchor={anchor} onClose={onClose}>
    <MenuItem label={t('Texts and link …')} icon="text" onAction={onTexts} />
    <MenuItem label={t('Move to position …')} icon="arrowRight" onAction={onMove} />
    <MenuItem label={t('Move to the front')} icon="chevronRight" onAction={onFront} />
    <MenuLine />
    <MenuItem label={t('Remove from the widget')} icon="trash" isDanger onAction={onRemove} />
  </AnchoredMenu>
)
