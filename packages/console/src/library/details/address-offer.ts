import type { ImageParameters } from '@vitrine/sdk'
import { ladder } from '../../controls/picture.tsx'
import type { Project } from '../../server/projects.ts'

type Rule = Project['transformations']

/** How an address names a rendition. `own` names any parameters. */
export const ways = ['original', 'width', 'preset', 'own'] as const
export type Way = (typeof ways)[number]

export const formats = ['original', 'auto', 'webp', 'avif', 'jpeg', 'png'] as const
export type Format = (typeof formats)[number]
export const fits = ['cover', 'contain', 'fill'] as const
export type Fit = (typeof fits)[number]
export const gravities = ['focal', 'center', 'auto'] as const
export type Gravity = (typeof gravities)[number]

export type Choice = {
  way: Way
  /** One of the widths that every project allows. */
  width: number
  preset: string
  /** The typed values; empty for none. */
  own: { w: string; h: string; q: string }
  fit: Fit
  gravity: Gravity
  format: Format
}

/** Why a typed number is not taken, by its field. */
export type Wrong = Partial<Record<'w' | 'h' | 'q', 'size' | 'quality'>>

export type Offer = {
  parameters: ImageParameters
  /** Whether delivery answers it with a valid signature only. */
  isSigned: boolean
}

const mostPixels = 4096

/** The embed's widths below the picture's width, and that width. */
export const widthsOf = ({ width }: { width: number }): number[] => [
  ...ladder.filter((one) => one < width),
  width,
]

/** The initial choice of the builder: the address that is copied most often. */
export function firstChoice(asset: { width: number }): Choice {
  const widths = widthsOf(asset)
  return {
    way: 'width',
    width: widths.findLast((one) => one <= 640) ?? asset.width,
    preset: '',
    own: { w: '', h: '', q: '' },
    fit: 'cover',
    gravity: 'focal',
    format: 'auto',
  }
}

/** The ways that the rule of the project leaves. Under `signed` a server signs the last two. */
export const waysOf = (rule: Rule, presets: readonly unknown[]): Way[] =>
  ways.filter((way) => {
    if (way === 'preset') return presets.length > 0
    return way !== 'own' || rule !== 'listed'
  })

/** Beside a width alone, delivery refuses the others unless the rule is `any`. */
export const formatsOf = (way: Way): readonly Format[] =>
  way === 'width' ? formats.filter((one) => one !== 'jpeg' && one !== 'png') : formats

/** Whether both sides are named: only then the picture may have another ratio. */
export const hasBox = ({ own: { w, h } }: Choice): boolean => w.trim() !== '' && h.trim() !== ''

const isWhole = (text: string, most: number): boolean =>
  text.trim() === '' || (/^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most)

export function wrongOf({ way, own }: Choice): Wrong {
  if (way !== 'own') return {}
  return {
    ...(!isWhole(own.w, mostPixels) && { w: 'size' as const }),
    ...(!isWhole(own.h, mostPixels) && { h: 'size' as const }),
    ...(!isWhole(own.q, 100) && { q: 'quality' as const }),
  }
}

const numbered = (name: 'w' | 'h' | 'q', text: string) =>
  text.trim() === '' ? {} : { [name]: Number(text) }

const formatted = (way: Way, format: Format): Pick<ImageParameters, 'format'> =>
  format === 'original' || !formatsOf(way).includes(format) ? {} : { format }

/** The address of a choice; null while a number is wrong, or the way is not open to the project. */
export function offerOf(
  choice: Choice,
  rule: Rule,
  presets: readonly { name: string }[],
): Offer | null {
  const { way, own, format, fit, gravity, width } = choice
  if (!waysOf(rule, presets).includes(way) || Object.keys(wrongOf(choice)).length > 0) return null
  if (way === 'original') return { parameters: {}, isSigned: false }
  if (way === 'width') {
    return { parameters: { w: width, ...formatted(way, format) }, isSigned: false }
  }
  const isSigned = rule === 'signed'
  if (way === 'preset') {
    const [first] = presets
    const isKnown = presets.some(({ name }) => name === choice.preset)
    const preset = isKnown ? choice.preset : first?.name
    return preset === undefined ? null : { parameters: { preset }, isSigned }
  }
  const parameters: ImageParameters = {
    ...numbered('w', own.w),
    ...numbered('h', own.h),
    ...(hasBox(choice) && { fit, ...(fit === 'cover' && { gravity }) }),
    ...formatted(way, format),
    ...numbered('q', own.q),
  }
  // Without parameters it is the original, which needs no signature.
  return { parameters, isSigned: isSigned && Object.keys(parameters).length > 0 }
}

/** Code that a server runs to sign the address. @param original without parameters. */
export function signingCode(original: string, parameters: ImageParameters): string {
  const named = Object.entries(parameters).map(([name, value]) =>
    typeof value === 'number' ? `${name}: ${value}` : `${name}: '${value}'`,
  )
  return `import { imageUrl } from '@vitrine/sdk'
import { signImageUrl } from '@vitrine/sdk/sign'

const address = imageUrl('${original}', { ${named.join(', ')} })
const signed = await signImageUrl(address, {
  id: process.env.VITRINE_SIGNING_KEY_ID,
  secret: process.env.VITRINE_SIGNING_SECRET,
})`
}
