import { useMemo, useRef } from 'react'
import { t } from '../../words/words.ts'
import { type Surroundings, usePosting, usual } from '../preview/posting.ts'
import preview from '../preview/preview.module.css'
import { useSize } from '../preview/use-size.ts'
import { useEdited } from '../use-editing.tsx'
import { type Conflict, withChoice } from '../working-copy/merge.ts'
import css from './conflicts.module.css'
import type { Side } from './who.ts'

/** The widget's page, in pixels, before it is scaled down. */
const page = { width: 720, height: 320 }
const surroundings: Surroundings = { ...usual, motion: 'reduced' }

type Props = { conflicts: readonly Conflict[]; side: Side }

/** The widget with one side of all choices, by the real embed. It can be looked at, not used. */
export function SidePreview({ conflicts, side }: Props) {
  const mine = useEdited(({ copy }) => copy.mine)
  const fields = useMemo(
    () => conflicts.reduce((all, one) => withChoice(all, one, side), mine),
    [mine, conflicts, side],
  )
  const frame = usePosting(fields, surroundings)
  const stage = useRef<HTMLDivElement>(null)
  const scale = useSize(stage).width / page.width
  return (
    <div
      ref={stage}
      inert
      className={css.preview}
      style={{ blockSize: `${page.height * scale}px` }}
      data-side={side}
    >
      <iframe
        ref={frame}
        title={side === 'mine' ? t('Preview of mine') : t('Preview of theirs')}
        src="/embed/preview"
        sandbox="allow-scripts"
        className={preview.frame}
        style={{
          inlineSize: `${page.width}px`,
          blockSize: `${page.height}px`,
          transform: `scale(${scale})`,
        }}
      />
    </div>
  )
}
