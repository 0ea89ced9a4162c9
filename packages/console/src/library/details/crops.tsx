import { addressOf } from '../../controls/picture.tsx'
import { t } from '../../words/words.ts'
import type { Asset } from '../queries.ts'
import { cropOf, type Point } from './crop.ts'
import css from './focal-point.module.css'

const ratios = [
  { label: '1:1', ratio: 1 },
  { label: '16:9', ratio: 16 / 9 },
  { label: '9:16', ratio: 9 / 16 },
]

/** The crops of the picture to common ratios, as one moves the point. */
export const Crops = ({ asset, point }: { asset: Asset; point: Point }) => (
  <ul className={css.crops} aria-label={t('Crops')}>
    {ratios.map(({ label, ratio }) => {
      const { left, top, width, height } = cropOf(asset, ratio, point)
      return (
        <li key={label}>
          <span className={css.crop} style={{ aspectRatio: ratio }} dir="ltr">
            <img
              src={addressOf(asset, 320)}
              alt=""
              draggable={false}
              style={{
                width: `${100 / width}%`,
                height: `${100 / height}%`,
                left: `${(-100 * left) / width}%`,
                top: `${(-100 * top) / height}%`,
              }}
            />
          </span>
          <span className={css.ratio}>{label}</span>
        </li>
      )
    })}
  </ul>
)
