import type { ImageParameters } from '@vitrine/sdk'
import { ladder } from '../../controls/picture.tsx'
import type { Project } from '../../server/projects.ts'

type Rule = Project['transformations']
export type Rules = Pick<Project, 'transformations' | 'originals' | 'maxPublicWidth'>
type Size = { width: number; height: number }
/** What a preset or typed numbers ask for. */
type Sides = { w?: number | null; h?: number | null }

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

/**
 * The size in which anyone may see a picture. Copy of the function of `@vitrine/contracts`, whose index does not run in
 * browsers; a test compares the two.
 */
export function publicSize({ width, height }: Size, { originals, maxPublicWidth }: Rules): Size {
  const longer = Math.max(width, height)
  if (originals === 'public' || longer <= maxPublicWidth) return { width, height }
  const publicWidth = Math.max(1, Math.floor((width * maxPublicWidth) / longer))
  return { width: publicWidth, height: Math.max(1, Math.round((height * publicWidth) / width)) }
}

/** Whether a picture in these sides, which never enlarge it, is larger than anyone may see it. */
function isBeyond({ w, h }: Sides, asset: Size, rules: Rules): boolean {
  if (rules.originals === 'public') return false
  const { width, height } = asset
  const wide = w ?? (h ? Math.ceil((h * width) / height) : width)
  const high = h ?? (w ? Math.ceil((w * height) / width) : height)
  return Math.max(Math.min(wide, width), Math.min(high, height)) > rules.maxPublicWidth
}

/** The embed's widths below the largest width that anyone may see, and that width. */
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
  rules: Rules,
  presets: readonly ({ name: string } & Sides)[],
  asset: Size,
): Offer | null {
  const { transformations: rule } = rules
  const { way, own, format, fit, gravity, width } = choice
  if (!waysOf(rule, presets).includes(way) || Object.keys(wrongOf(choice)).length > 0) return null
  const isPrivate = rules.originals === 'signed'
  if (way === 'original') return { parameters: {}, isSigned: isPrivate }
  if (way === 'width') {
    return { parameters: { w: width, ...formatted(way, format) }, isSigned: false }
  }
  const isSigned = rule === 'signed'
  if (way === 'preset') {
    const [first] = presets
    const preset = presets.find(({ name }) => name === choice.preset) ?? first
    if (preset === undefined) return null
    const { name } = preset
    return { parameters: { preset: name }, isSigned: isSigned || isBeyond(preset, asset, rules) }
  }
  const parameters: ImageParameters = {
    ...numbered('w', own.w),
    ...numbered('h', own.h),
    ...(hasBox(choice) && { fit, ...(fit === 'cover' && { gravity }) }),
    ...formatted(way, format),
    ...numbered('q', own.q),
  }
  // Without parameters it is the original.
  if (Object.keys(parameters).length === 0) return { parameters, isSigned: isPrivate }
  return { parameters, isSigned: isSigned || isBeyond(parameters, asset, rules) }
}

/** The address of the original without the signature of this console, which ends in hours. */
export function unsigned(original: string): string {
  const url = new URL(original)
  for (const name of ['exp', 's']) url.searchParams.delete(name)
  return url.href
}

/** Code that a server runs to sign the address. @param original without parameters. */
export function signingCode(original: string, parameters: ImageParameters): string {
  const named = Object.entries(parameters).map(([name, value]) =>
    typeof value === 'number' ? `${name}: ${value}` : `${name}: '${value}'`,
  )
  const sized = named.length === 0 ? '' : "import { imageUrl } from '@vitrine/sdk'\n"
  return `${sized}import { signImageUrl } from '@vitrine/sdk/sign'

const address = ${named.length === 0 ? `'${original}'` : `imageUrl('${original}', { ${named.join(', ')} })`}
const signed = await signImageUrl(address, {
  id: process.env.VITRINE_SIGNING_KEY_ID,
  secret: process.env.VITRINE_SIGNING_SECRET,
})`
}
