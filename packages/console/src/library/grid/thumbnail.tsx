import { Icon } from '../../controls/icon.tsx'
import { addressOf, Picture } from '../../controls/picture.tsx'
import type { Asset } from '../queries.ts'
import css from './asset.module.css'

type Props = {
  asset: Asset
  /** CSS pixels of its longer side. */
  size: number
  alt: string
  className: string | undefined
}

/** Pixels of the screen count, up to two: more is not seen at this size. */
const density = Math.min(2, globalThis.devicePixelRatio || 1)

export const Thumbnail = ({ asset, size, alt, className }: Props) => (
  <span className={`${css.thumbnail} ${className}`}>
    <Picture
      // A browser opens six connections to one address: uploads and calls do not wait behind a screen of pictures.
      fetchPriority="low"
      src={addressOf(asset, size * density)}
      alt={alt}
      width={asset.width}
      height={asset.height}
      draggable={false}
      decoding="async"
      color={asset.placeholder?.color}
    />
  </span>
)

/** Selects the picture: a press on it is not one on the cell or the line. */
export const Tick = ({ className }: { className: string | undefined }) => (
  <span className={`${css.tick} center ${className}`} data-tick aria-hidden="true">
    <Icon name="check" size={14} />
  </span>
)
