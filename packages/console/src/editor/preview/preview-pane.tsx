import { type PointerEvent, type RefObject, useDeferredValue, useRef, useState } from 'react'
import { Icon } from '../../controls/icon.tsx'
import { LayoutPicture } from '../../controls/layout-picture.tsx'
import { Segments } from '../../controls/segments.tsx'
import { ToggleChip } from '../../controls/toggle-chip.tsx'
import { t } from '../../words/words.ts'
import { useEdited } from '../use-editing.tsx'
import { type Surroundings, usePosting, usual } from './posting.ts'
import css from './preview.module.css'
import { useSize } from './use-size.ts'
import {
  type Device,
  deviceOf,
  devices,
  draggedWidth,
  keyedWidth,
  leastWidth,
  mostWidth,
  scaleOf,
  typedWidth,
  type Width,
} from './width.ts'

/** The real embed, in a page of delivery without any rights, showing the working copy. */
export function PreviewPane() {
  const [width, setWidth] = useState<Width>('fit')
  const [surroundings, setSurroundings] = useState(usual)
  const stage = useRef<HTMLDivElement>(null)
  const room = useSize(stage)
  return (
    <div className={css.pane}>
      <div className={`${css.tools} row`}>
        <WidthTools width={width} room={room.width} onChange={setWidth} />
        <Chips
          surroundings={surroundings}
          onChange={(change) => setSurroundings({ ...surroundings, ...change })}
        />
      </div>
      <Stage
        stage={stage}
        room={room}
        surroundings={surroundings}
        width={width === 'fit' ? room.width : width}
        onResize={setWidth}
      />
    </div>
  )
}

type ChipsProps = { surroundings: Surroundings; onChange(change: Partial<Surroundings>): void }

/** Settings that a visitor's browser may have. */
function Chips({ surroundings, onChange }: ChipsProps) {
  const { dir, scheme, motion, scripts, connection } = surroundings
  const changed = Object.entries(usual).filter(
    ([name, value]) => surroundings[name as keyof Surroundings] !== value,
  ).length
  const chip = (label: string, isSelected: boolean, change: (isOn: boolean) => object) => (
    <ToggleChip isSelected={isSelected} onChange={(isOn) => onChange(change(isOn))}>
      {label}
    </ToggleChip>
  )
  return (
    <details className={css.tests}>
      <summary>
        <Icon name="eye" size={16} />
        {t('Test with …')}
        {changed === 0 ? null : <span className={css.count}>{changed}</span>}
      </summary>
      <div className={`${css.chips} wrap`}>
        {chip(t('Dark page'), scheme === 'dark', (is) => ({ scheme: is ? 'dark' : 'light' }))}
        {chip(t('Right to left'), dir === 'rtl', (is) => ({ dir: is ? 'rtl' : 'ltr' }))}
        {chip(t('Less motion'), motion === 'reduced', (is) => ({
          motion: is ? 'reduced' : 'full',
        }))}
        {chip(t('No JavaScript'), scripts === 'off', (is) => ({ scripts: is ? 'off' : 'on' }))}
        {chip(t('Slow connection'), connection === 'slow', (is) => ({
          connection: is ? 'slow' : 'fast',
        }))}
      </div>
    </details>
  )
}

type StageProps = {
  stage: RefObject<HTMLDivElement | null>
  room: { width: number; height: number }
  /** The page's width, px. */
  width: number
  surroundings: Surroundings
  onResize(width: number): void
}

function Stage({ stage, room, width, surroundings, onResize }: StageProps) {
  // Typing comes first.
  const mine = useDeferredValue(useEdited(({ copy }) => copy.mine))
  const frame = usePosting(mine, surroundings)
  const scale = scaleOf(width, room.width)
  return (
    // Before its room is measured, its parts would be seen to move.
    <div ref={stage} className={css.stage} data-unmeasured={room.width === 0 || undefined}>
      <div
        className={css.sheet}
        style={{ inlineSize: `${width * scale}px` }}
        data-scheme={surroundings.scheme}
      >
        <iframe
          // Only a page that is loaded again has pictures to wait for.
          key={surroundings.connection}
          ref={frame}
          title={t('Preview')}
          src="/embed/preview"
          sandbox="allow-scripts"
          className={css.frame}
          style={{
            inlineSize: `${width}px`,
            blockSize: `${room.height / scale}px`,
            transform: `scale(${scale})`,
          }}
        />
      </div>
      {mine.items.length === 0 ? (
        <div className={`${css.ghost} center`}>
          <LayoutPicture layout={mine.layout} />
          <p>{t('Your pictures will stand like this. Add them under “Pictures”.')}</p>
        </div>
      ) : null}
      <ResizeHandle width={width} scale={scale} onResize={onResize} />
      {scale < 1 ? (
        <p className={css.scale}>
          {t('{percent} % of its size', { percent: Math.round(scale * 100) })}
        </p>
      ) : null}
    </div>
  )
}

type Props = {
  /** The width of the page in the preview, px. */
  width: number
  scale: number
  onResize(width: number): void
}

const isRightToLeft = (element: Element): boolean => getComputedStyle(element).direction === 'rtl'

/** The edge of the page: dragged, or moved by the arrow keys. */
function ResizeHandle({ width, scale, onResize }: Props) {
  const start = useRef({ x: 0, width: 0, scale: 1 })
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    // Over the frame, its page would get the moves.
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, width, scale }
  }
  const onPointerMove = ({ currentTarget, pointerId, clientX }: PointerEvent) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return
    const { x, width: from, scale: of } = start.current
    const by = isRightToLeft(currentTarget) ? x - clientX : clientX - x
    onResize(draggedWidth({ from, by, scale: of }))
  }
  return (
    <span
      role="slider"
      tabIndex={0}
      className={css.handle}
      aria-label={t('Edge of the page')}
      aria-valuemin={leastWidth}
      aria-valuemax={mostWidth}
      aria-valuenow={width}
      aria-valuetext={t('{width} pixels wide', { width })}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onKeyDown={(event) => {
        const next = keyedWidth(width, event, isRightToLeft(event.currentTarget))
        if (next === null) return
        event.preventDefault()
        onResize(next)
      }}
    />
  )
}

type WidthToolsProps = {
  width: Width
  /** The current width of `fit`, px. */
  room: number
  onChange(width: Width): void
}

type Choice = 'fit' | Device | 'free'

/** The widths of common devices, and any other by its number. */
function WidthTools({ width, room, onChange }: WidthToolsProps) {
  const choice: Choice = width === 'fit' ? 'fit' : (deviceOf(width) ?? 'free')
  const device = (id: Device, label: string) => ({
    id,
    label,
    hint: t('{label}, {width} pixels wide', { label, width: devices[id] }),
  })
  return (
    <div className={`${css.width} wrap`}>
      <Segments<Choice>
        label={t('Width of the preview')}
        value={choice}
        onChange={(id) => onChange(id === 'fit' || id === 'free' ? 'fit' : devices[id])}
        options={[
          { id: 'fit', label: t('Fit') },
          device('phone', t('Phone')),
          device('tablet', t('Tablet')),
          device('desktop', t('Desktop')),
        ]}
      />
      <WidthField width={width === 'fit' ? room : width} onChange={onChange} />
    </div>
  )
}

/** Takes over the typed width as soon as it is valid. */
function WidthField({ width, onChange }: { width: number; onChange(width: number): void }) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <label className={`${css.number} row hint`}>
      <input
        type="number"
        inputMode="numeric"
        aria-label={t('Width in pixels')}
        aria-invalid={typed !== null && typedWidth(typed) === null}
        min={leastWidth}
        max={mostWidth}
        value={typed ?? width}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          const next = typedWidth(value)
          if (next !== null) onChange(next)
        }}
        onBlur={() => setTyped(null)}
      />
      <span aria-hidden="true">px</span>
    </label>
  )
}
