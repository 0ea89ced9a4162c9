import { Icon } from '../../controls/icon.tsx'
import css from './asset.module.css'

/** Selects the picture: a press on it is not one on the cell or the line. */
export const Tick = ({ className }: { className: string | undefined }) => (
  <span className={`${css.tick} ${className}`} data-tick aria-hidden="true">
    <Icon name="check" size={14} />
  </span>
)
