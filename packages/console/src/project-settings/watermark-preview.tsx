import { useEffect, useRef, useState } from 'react'
import { addressOf } from '../controls/picture.tsx'
import type { Asset } from '../server/assets.ts'
import { t } from '../words/words.ts'
import { type Position, placesOf } from './mark-places.ts'
import css from './project-settings.module.css'

type Props = {
  /** A picture of the project. Its addresses are signed while a watermark is set, so that it comes clean. */
  sample: Asset
  mark: Asset
  position: Position
  opacity: number
  scale: number
}

/** A picture of the project as visitors will see it, before anything is saved. */
export default function WatermarkPreview({ sample, mark, position, opacity, scale }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const picture = useImage(addressOf(sample, 960))
  const logo = useImage(addressOf(mark, 960))
  useEffect(() => {
    const { current } = canvas
    const context = current?.getContext('2d')
    if (!current || !context || picture === null || logo === null) return
    const { naturalWidth: width, naturalHeight: height } = picture
    Object.assign(current, { width, height })
    context.globalAlpha = 1
    context.drawImage(picture, 0, 0)
    context.globalAlpha = Math.min(Math.max(opacity, 0), 1)
    for (const place of placesOf({ width, height }, mark, { position, scale })) {
      context.drawImage(logo, place.left, place.top, place.width, place.height)
    }
    current.dataset.drawn = `${position} ${opacity} ${scale}`
  }, [picture, logo, mark, position, opacity, scale])
  return (
    <figure className={css.preview}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={t('{name} with the watermark', { name: sample.filename })}
      />
      <figcaption className="hint">
        {t('{name}, as visitors will see it.', { name: sample.filename })}
      </figcaption>
    </figure>
  )
}

/** The loaded picture; null until then, and if it does not load. */
function useImage(src: string): HTMLImageElement | null {
  const [loaded, setLoaded] = useState<{ src: string; image: HTMLImageElement } | null>(null)
  useEffect(() => {
    const image = new Image()
    image.onload = () => setLoaded({ src, image })
    image.src = src
    return () => {
      image.onload = null
    }
  }, [src])
  return loaded?.src === src ? loaded.image : null
}
