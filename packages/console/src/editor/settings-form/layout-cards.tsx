import { LayoutPicture } from '../../controls/layout-picture.tsx'
import { layoutName } from '../../publishing/layout-words.ts'
import type { Layout } from '../working-copy/fields.ts'
import css from './form.module.css'

const layouts: readonly Layout[] = [
  ...(['CAROUSEL', 'SLIDER', 'GRID'] as const),
  ...(['MASONRY', 'LIST_VERTICAL', 'LIST_HORIZONTAL'] as const),
]

type Props = { value: Layout; onChange(layout: Layout): void; isReadOnly: boolean }

export const LayoutCards = ({ value, onChange, isReadOnly }: Props) => (
  <div className={css.cards}>
    {layouts.map((layout) => (
      <label key={layout} className={css.card}>
        <input
          type="radio"
          name="layout"
          className="visually-hidden"
          checked={layout === value}
          disabled={isReadOnly}
          onChange={() => onChange(layout)}
        />
        <LayoutPicture layout={layout} />
        <span>{layoutName(layout)}</span>
      </label>
    ))}
  </div>
)
