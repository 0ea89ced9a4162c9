/// <reference path="./color-name.d.ts" />
import names from 'color-name'
import { type Cursor, peek, take, takeMath } from './colour-math.js'
import { type Token, tokensOf } from './colour-tokens.js'

const hex = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i

/** CSS Color 4, 6.2. */
const systemColours =
  'accentcolor accentcolortext activetext buttonborder buttonface buttontext canvas canvastext field fieldtext graytext highlight highlighttext linktext mark marktext selecteditem selecteditemtext visitedtext'
const keywords = new Set([
  'transparent',
  'currentcolor',
  ...systemColours.split(' '),
  ...Object.keys(names),
])

/** Channels of each function; a hue takes angles, the others percentages. */
const channels: Readonly<Record<string, readonly [string, string, string]>> = {
  rgb: ['r', 'g', 'b'],
  rgba: ['r', 'g', 'b'],
  hsl: ['h', 's', 'l'],
  hsla: ['h', 's', 'l'],
  hwb: ['h', 'w', 'b'],
  lab: ['l', 'a', 'b'],
  lch: ['l', 'c', 'h'],
  oklab: ['l', 'a', 'b'],
  oklch: ['l', 'c', 'h'],
}
const withCommas = new Set(['rgb', 'rgba', 'hsl', 'hsla'])

const rgbSpaces = new Set(
  'srgb srgb-linear display-p3 display-p3-linear a98-rgb prophoto-rgb rec2020'.split(' '),
)
const xyzSpaces = new Set(['xyz', 'xyz-d50', 'xyz-d65'])
const polarSpaces = new Set(['hsl', 'hwb', 'lch', 'oklch'])
const mixSpaces = new Set([...rgbSpaces, ...xyzSpaces, ...polarSpaces, 'lab', 'oklab'])
const hueMethods = new Set(['shorter', 'longer', 'increasing', 'decreasing'])

const none: ReadonlySet<string> = new Set()

/** Nesting of parentheses, which the embed limits to the same depth. */
const maxDepth = 4

/**
 * Whether a text is a CSS colour that browsers accept (CSS Color 4 and 5): hex, a name, a system colour,
 * the functions, mixtures, and relative colours. Values that depend on something else are rejected: var(),
 * env(), attr(), url(). A colour cannot end a declaration or load a URL.
 */
export function isColour(text: string): boolean {
  const tokens = tokensOf(text)
  if (tokens === null || depthOf(tokens) > maxDepth) return false
  const cursor: Cursor = { tokens, index: 0 }
  return takeColour(cursor) && cursor.index === tokens.length
}

function depthOf(tokens: readonly Token[]): number {
  let depth = 0
  let deepest = 0
  for (const { kind, text } of tokens) {
    if (kind === 'function' || text === '(') depth += 1
    else if (text === ')') depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

function takeColour(cursor: Cursor): boolean {
  const token = peek(cursor)
  if (token === undefined) return false
  cursor.index += 1
  if (token.kind === 'hash') return hex.test(token.text)
  if (token.kind === 'name') return keywords.has(token.text)
  if (token.kind !== 'function') return false
  const takeArguments = Object.hasOwn(functions, token.text) ? functions[token.text] : undefined
  const own = Object.hasOwn(channels, token.text) ? channels[token.text] : undefined
  const isRight =
    takeArguments?.(cursor) ?? (own !== undefined && takeChannels(cursor, token.text, own))
  return isRight && take(cursor, 'mark', ')')
}

const functions: Readonly<Record<string, (cursor: Cursor) => boolean>> = {
  color: (cursor) => {
    const isRelative = take(cursor, 'name', 'from')
    if (isRelative && !takeColour(cursor)) return false
    const space = takeName(cursor, rgbSpaces) ?? takeName(cursor, xyzSpaces)
    if (space === undefined) return false
    const letters = xyzSpaces.has(space) ? 'xyz' : 'rgb'
    return takeModern(cursor, [...letters], isRelative ? new Set([...letters, 'alpha']) : none)
  },
  'color-mix': (cursor) => {
    if (!take(cursor, 'name', 'in')) return false
    const space = takeName(cursor, mixSpaces)
    if (space === undefined) return false
    const isHueNamed = polarSpaces.has(space) && takeName(cursor, hueMethods) !== undefined
    if (isHueNamed && !take(cursor, 'name', 'hue')) return false
    return takeShare(cursor) && takeShare(cursor)
  },
  'light-dark': (cursor) => takeColour(cursor) && take(cursor, 'mark', ',') && takeColour(cursor),
}

/** `, red 20%`, in either order. */
function takeShare(cursor: Cursor): boolean {
  if (!take(cursor, 'mark', ',')) return false
  const isFirst = takePercentage(cursor)
  if (!takeColour(cursor)) return false
  if (!isFirst) takePercentage(cursor)
  return true
}

function takePercentage(cursor: Cursor): boolean {
  const token = peek(cursor)
  const percent = Number(token?.text)
  return percent >= 0 && percent <= 100 && take(cursor, 'percentage')
}

function takeName(cursor: Cursor, known: ReadonlySet<string>): string | undefined {
  const token = peek(cursor)
  if (token?.kind !== 'name' || !known.has(token.text)) return undefined
  cursor.index += 1
  return token.text
}

/** The arguments of `rgb(` and similar functions. */
function takeChannels(cursor: Cursor, name: string, own: readonly string[]): boolean {
  const isRelative = take(cursor, 'name', 'from')
  if (isRelative) return takeColour(cursor) && takeModern(cursor, own, new Set([...own, 'alpha']))
  const start = cursor.index
  if (withCommas.has(name) && takeLegacy(cursor, own)) return true
  cursor.index = start
  return takeModern(cursor, own, none)
}

/** `1 2 3 / 50%` */
function takeModern(cursor: Cursor, own: readonly string[], names: ReadonlySet<string>): boolean {
  const takeValue = (channel: string): boolean =>
    take(cursor, 'number') ||
    take(cursor, 'name', 'none') ||
    take(cursor, channel === 'h' ? 'angle' : 'percentage') ||
    takeName(cursor, names) !== undefined ||
    takeMath(cursor, names)
  if (!own.every(takeValue)) return false
  return !take(cursor, 'mark', '/') || takeValue('alpha')
}

/** `1, 2, 3, 50%`: for rgb all are numbers or all percentages, for hsl the last two are percentages. */
function takeLegacy(cursor: Cursor, own: readonly string[]): boolean {
  const [first, second] = own[0] === 'h' ? hueKinds(cursor) : rgbKinds(cursor)
  const takeOne = (kind: 'number' | 'percentage' | 'angle') =>
    take(cursor, kind) || takeMath(cursor, none)
  const areThree =
    takeOne(first) &&
    take(cursor, 'mark', ',') &&
    takeOne(second) &&
    take(cursor, 'mark', ',') &&
    takeOne(second)
  if (!areThree) return false
  return !take(cursor, 'mark', ',') || takeOne('number') || takeOne('percentage')
}

const rgbKinds = (cursor: Cursor) => {
  const kind = peek(cursor)?.kind === 'percentage' ? 'percentage' : 'number'
  return [kind, kind] as const
}
const hueKinds = (cursor: Cursor) =>
  [peek(cursor)?.kind === 'angle' ? 'angle' : 'number', 'percentage'] as const
