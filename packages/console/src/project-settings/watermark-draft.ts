import type { Shown } from '../controls/reconcile.ts'
import type { Project } from '../server/projects.ts'
import { t } from '../words/words.ts'
import type { Position } from './mark-places.ts'

type Watermark = NonNullable<Project['watermark']>

/** The texts of the form. Opacity and scale are percentages; without a picture there is no watermark. */
export type Draft = {
  assetId: string
  position: Position
  opacity: string
  scale: string
  from: string
}

export const positionWords = (): { id: Position; label: string }[] => [
  { id: 'top-left', label: t('Top left') },
  { id: 'top', label: t('Top') },
  { id: 'top-right', label: t('Top right') },
  { id: 'left', label: t('Left') },
  { id: 'center', label: t('Centre') },
  { id: 'right', label: t('Right') },
  { id: 'bottom-left', label: t('Bottom left') },
  { id: 'bottom', label: t('Bottom') },
  { id: 'bottom-right', label: t('Bottom right') },
  { id: 'tile', label: t('All over the picture') },
]

/** The service's own defaults. */
const unset: Omit<Watermark, 'assetId'> = {
  position: 'bottom-right',
  opacity: 0.5,
  scale: 0.25,
  from: 400,
}

const percent = (part: number): string => String(Math.round(part * 1000) / 10)

export function draftOf(watermark: Watermark | null): Draft {
  const { position, opacity, scale, from } = watermark ?? unset
  return {
    assetId: watermark?.assetId ?? '',
    position,
    opacity: percent(opacity),
    scale: percent(scale),
    from: String(from),
  }
}

/** What is no number is sent as it is, so that the service names it. */
export function watermarkOf({ assetId, position, opacity, scale, from }: Draft): Watermark | null {
  if (assetId === '') return null
  return {
    assetId,
    position,
    opacity: Number(opacity) / 100,
    scale: Number(scale) / 100,
    from: Number(from),
  }
}

export function shownOf({ watermark }: Project): Shown[] {
  const { assetId, position, opacity, scale, from } = draftOf(watermark)
  const place = positionWords().find(({ id }) => id === position)?.label ?? position
  const chosen = assetId === '' ? t('none') : t('another picture')
  return [
    { name: 'assetId', label: t('Watermark'), value: assetId, words: chosen },
    { name: 'position', label: t('Place'), value: position, words: place },
    { name: 'opacity', label: t('Strength, %'), value: opacity },
    { name: 'scale', label: t('Width, %'), value: scale },
    { name: 'from', label: t('From this size, px'), value: from },
  ]
}
