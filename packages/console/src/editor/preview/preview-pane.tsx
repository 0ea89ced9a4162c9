import { useDeferredValue, useRef, useState } from 'react'
import { Segments } from '../../controls/segments.tsx'
import { ToggleChip } from '../../controls/toggle-chip.tsx'
import { say } from '../../words/words.ts'
import { useEdited } from '../use-editing.tsx'
import { type Surroundings, usePosting } from './posting.ts'
import css from './preview.module.css'
import { useSize } from './use-size.ts'

const widths = ['fit', '360', '768', '1280'] as const
type Width = (typeof widths)[number]

/** The real embed, in a page of delivery without any rights, showing the working copy. */
export function PreviewPane() {
  const [width, setWidth] = useState<Width>('fit')
  const [surroundings, setSurroundings] = useState<Surroundings>({
    dir: 'ltr',
    scheme: 'light',
    motion: 'full',
  })
  const { dir, scheme, motion } = surroundings
  const set = (change: Partial<Surroundings>) => setSurroundings({ ...surroundings, ...change })
  return (
    <div className={css.pane}>
      <div className={css.tools}>
        <Segments<Width>
          label={say('Width of the preview')}
          value={width}
          onChange={setWidth}
          options={widths.map((id) =>
            id === 'fit'
              ? { id, label: say('Fit') }
              : { id, label: id, hint: say('{id} pixels wide', { id }) },
          )}
        />
        <div className={css.chips}>
          <ToggleChip
            isSelected={scheme === 'dark'}
            onChange={(isDark) => set({ scheme: isDark ? 'dark' : 'light' })}
          >
            {say('Dark page')}
          </ToggleChip>
          <ToggleChip
            isSelected={dir === 'rtl'}
            onChange={(isRight) => set({ dir: isRight ? 'rtl' : 'ltr' })}
          >
            {say('Right to left')}
          </ToggleChip>
          <ToggleChip
            isSelected={motion === 'reduced'}
            onChange={(isReduced) => set({ motion: isReduced ? 'reduced' : 'full' })}
          >
            {say('Less motion')}
          </ToggleChip>
        </div>
      </div>
      <Stage width={width} surroundings={surroundings} />
    </div>
  )
}

type StageProps = { width: Width; surroundings: Surroundings }

function Stage({ width, surroundings }: StageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const room = useSize(stage)
  // Typing comes first.
  const mine = useDeferredValue(useEdited(({ copy }) => copy.mine))
  const frame = usePosting(mine, surroundings)
  const wanted = width === 'fit' ? room.width : Number(width)
  const scale = wanted === 0 ? 1 : Math.min(1, room.width / wanted)
  return (
    <div ref={stage} className={css.stage}>
      <div
        className={css.sheet}
        style={{ inlineSize: `${wanted * scale}px` }}
        data-scheme={surroundings.scheme}
      >
        <iframe
          ref={frame}
          title={say('Preview')}
          src="/embed/preview"
          sandbox="allow-scripts"
          className={css.frame}
          style={{
            inlineSize: `${wanted}px`,
            blockSize: `${room.height / scale}px`,
            transform: `scale(${scale})`,
          }}
        />
      </div>
      {scale < 1 ? (
        <p className={css.scale}>
          {say('{percent} % of its size', { percent: Math.round(scale * 100) })}
        </p>
      ) : null}
    </div>
  )
}
