import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { Button } from '../../controls/button.tsx'
import { Notice } from '../../controls/notice.tsx'
import { addressOf, Picture, shapeOf } from '../../controls/picture.tsx'
import { usePending } from '../../forms/use-pending.ts'
import { wordsOf } from '../../words/errors.ts'
import { t } from '../../words/words.ts'
import { updateAsset } from '../commands.ts'
import type { Asset } from '../queries.ts'
import { toastChange } from '../toast-change.ts'
import { cropOf, movedBy, type Point, pointAt } from './crop.ts'
import css from './focal-point.module.css'

const centre: Point = { x: 0.5, y: 0.5 }
const percent = (part: number): number => Math.round(part * 100)

/** The edited point, and saving it. */
function usePoint(asset: Asset) {
  const stored = asset.focalPoint
  const [edited, setEdited] = useState<Point | null>(null)
  const { isPending, run } = usePending()
  const [error, setError] = useState<unknown>(null)
  const send = async (focalPoint: Point | null) => {
    const after = await updateAsset(asset, { focalPoint })
    const words = focalPoint === null ? t('Crops keep the middle.') : t('Crops keep this point.')
    toastChange(words, { before: asset, after, change: { focalPoint } })
  }
  const save = (focalPoint: Point | null) =>
    run(() => {
      setError(null)
      return send(focalPoint).catch(setError)
    })
  return {
    point: edited ?? stored ?? centre,
    isSet: stored !== null,
    edited,
    setEdited,
    isPending,
    error,
    save,
  }
}

/** The picture with the point that crops keep in sight: dragged, or moved by the arrow keys. */
export function FocalPoint({ asset, isReadOnly }: { asset: Asset; isReadOnly: boolean }) {
  const editing = usePoint(asset)
  const { point, setEdited, error } = editing
  const image = useRef<HTMLSpanElement>(null)
  const place = ({ clientX, clientY }: PointerEvent) => {
    const box = image.current?.getBoundingClientRect()
    if (box) setEdited(pointAt((clientX - box.x) / box.width, (clientY - box.y) / box.height))
  }
  return (
    <div className="stack-3">
      <figure className={`${css.stage} center`}>
        <span
          ref={image}
          className={css.image}
          style={shapeOf(asset)}
          dir="ltr"
          data-editable={!isReadOnly || undefined}
          onPointerDown={(event) => {
            if (isReadOnly || event.button !== 0) return
            event.currentTarget.setPointerCapture(event.pointerId)
            place(event)
          }}
          onPointerMove={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId)) place(event)
          }}
        >
          <Picture
            src={addressOf(asset, 640)}
            alt={asset.altText ?? ''}
            width={asset.width}
            height={asset.height}
            color={asset.placeholder?.color}
          />
          {isReadOnly ? null : <Marker point={point} onMove={setEdited} />}
        </span>
      </figure>
      <Crops asset={asset} point={point} />
      {error === null ? null : <Notice tone="bad">{wordsOf(error)}</Notice>}
      {isReadOnly ? null : <Actions editing={editing} />}
    </div>
  )
}

function Marker({ point, onMove }: { point: Point; onMove(to: Point): void }) {
  const { x, y } = point
  const onKeyDown = (event: KeyboardEvent) => {
    const to = movedBy(point, event.key, event.shiftKey)
    if (to === null) return
    event.preventDefault()
    onMove(to)
  }
  return (
    <span
      role="slider"
      tabIndex={0}
      className={css.marker}
      style={{ insetInlineStart: `${x * 100}%`, insetBlockStart: `${y * 100}%` }}
      aria-label={t('Focal point')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent(x)}
      aria-valuetext={t('{x} % from the left, {y} % from the top', {
        x: percent(x),
        y: percent(y),
      })}
      onKeyDown={onKeyDown}
    />
  )
}

function Actions({ editing }: { editing: ReturnType<typeof usePoint> }) {
  const { isSet, edited, setEdited, isPending, save } = editing
  if (edited !== null) {
    return (
      <div className={`${css.actions} wrap`}>
        <Button size="sm" look="primary" isPending={isPending} onPress={() => save(edited)}>
          {t('Save this point')}
        </Button>
        <Button size="sm" look="quiet" onPress={() => setEdited(null)}>
          {t('Discard')}
        </Button>
      </div>
    )
  }
  return (
    <div className={`${css.actions} wrap`}>
      <p className="fine">{t('Click where the subject is: crops keep it in sight.')}</p>
      {isSet ? (
        <Button size="sm" look="quiet" isPending={isPending} onPress={() => save(null)}>
          {t('Use the middle')}
        </Button>
      ) : null}
    </div>
  )
}

const ratios = [
  { label: '1:1', ratio: 1 },
  { label: '16:9', ratio: 16 / 9 },
  { label: '9:16', ratio: 9 / 16 },
]

/** The crops of the picture to common ratios, as one moves the point. */
const Crops = ({ asset, point }: { asset: Asset; point: Point }) => (
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
          <span className="fine">{label}</span>
        </li>
      )
    })}
  </ul>
)
