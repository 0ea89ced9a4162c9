import { type CSSProperties, type ImgHTMLAttributes, useEffect, useState } from 'react'

type Pictured = { originalUrl: string; width: number }

/**
 * Copy of the widths of `@vitrine/contracts`, whose index does not run in browsers; a test compares the two.
 * Every setting of a project allows these and the picture's own.
 */
export const ladder = [320, 480, 640, 960, 1280, 1920]

/** The address of a picture at least `width` wide, if it is that large. */
export function addressOf({ originalUrl, width: own }: Pictured, width: number): string {
  const step = ladder.find((one) => one >= width) ?? own
  const address = new URL(originalUrl)
  address.searchParams.set('w', String(Math.min(step, own)))
  address.searchParams.set('format', 'auto')
  return address.href
}

type Hashed = { placeholder: { thumbhash: string } | null }

/** Whether parts of a picture are transparent, by the bit of its ThumbHash that says so. */
export const isTransparent = ({ placeholder }: Hashed): boolean =>
  placeholder !== null && atob(placeholder.thumbhash).charCodeAt(2) >= 128

/** Between attempts, ms. A service that renders many pictures at once refuses some for a few seconds. */
const pausesMs = [1500, 3000, 6000, 12_000, 24_000]

type Props = Omit<ImgHTMLAttributes<HTMLImageElement>, 'onError' | 'onLoad' | 'style'> & {
  src: string
  alt: string
  /** Shown until the picture is loaded. */
  color?: string | undefined
}

type Sides = { width?: number | string | undefined; height?: number | string | undefined }

/** The shape of a picture for styles: they keep its room free before it is loaded. */
export const shapeOf = ({ width, height }: Sides): CSSProperties =>
  width === undefined || height === undefined
    ? {}
    : ({ '--own-width': `${width}px`, '--ratio': Number(width) / Number(height) } as CSSProperties)

/** A picture that is requested again if it does not load. */
export function Picture({ src, alt, color, ...props }: Props) {
  const [state, setState] = useState({ src, attempt: 0, hasFailed: false, isLoaded: false })
  const fresh = { src, attempt: 0, hasFailed: false, isLoaded: false }
  const now = state.src === src ? state : fresh
  const { attempt, hasFailed, isLoaded } = now
  const pause = pausesMs[attempt]
  useEffect(() => {
    if (!hasFailed || pause === undefined) return
    // At random, so that a screen of pictures does not ask at the same moment again.
    const timer = setTimeout(
      () => setState({ src, attempt: attempt + 1, hasFailed: false, isLoaded: false }),
      pause * (0.5 + Math.random() / 2),
    )
    return () => clearTimeout(timer)
  }, [hasFailed, pause, src, attempt])
  return (
    <img
      // Another element asks again; the same address in the same one does not.
      key={`${src} ${attempt}`}
      src={src}
      alt={alt}
      {...props}
      data-loaded={isLoaded || undefined}
      style={{ ...shapeOf(props), ...(!isLoaded && color && { background: color }) }}
      onLoad={() => setState({ ...now, isLoaded: true })}
      onError={() => setState({ ...now, hasFailed: true })}
    />
  )
}
