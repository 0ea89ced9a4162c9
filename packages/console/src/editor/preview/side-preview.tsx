import { useMemo, useRef } from 'react'
import { t } from '../../words/words.ts'
import { useEdited } from '../use-editing.tsx'
import { type Conflict, withChoice } from '../working-copy/merge.ts'
import { type Surroundings, usePosting } from './posting.ts'
import css from './preview.module.css'
import { useSize } from './use-size.ts'

/** The widget's page, in pixels, before it is scaled down. */
const page = { width: 720, height: 320 }
const surroundings: Surroundings = {
  dir: 'ltr',
  scheme: 'light',
  motion: 'reduced',
  scripts: 'on',
  connection: 'fast',
}

/** Whether the sides of a choice look different. */
export const isVisible = ({ part }: Conflict): boolean =>
  ['layout', 'config', 'theme', 'order'].includes(part)

type Props = { conflict: Conflict; side: 'mine' | 'theirs' }

/** The widget with one side of a choice, by the real embed. It can be looked at, not used. */
export function SidePreview({ conflict, side }: Props) {
  const mine = useEdited(({ copy }) => copy.mine)
  const fields = useMemo(() => withChoice(mine, conflict, side), [mine, conflict, side])
  const frame = usePosting(fields, surroundings)
  const stage = useRef<HTMLDivElement>(null)
  const scale = useSize(stage).width / page.width
  return (
    <div
      ref={stage}
      inert
      className={css.side}
      style={{ blockSize: `${page.height * scale}px` }}
      data-side={side}
    >
      <iframe
        ref={frame}
        title={side === 'mine' ? t('Preview of mine') : t('Preview of theirs')}
        src="/embed/preview"
        sandbox="allow-scripts"
        className={css.frame}
        style={{
          inlineSize: `${page.width}px`,
          blockSize: `${page.height}px`,
          transform: `scale(${scale})`,
        }}
      />
    </div>
  )
}
