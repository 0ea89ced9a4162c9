import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const kinds = ['people', 'animals', 'objects', 'places'] as const
export type Kind = (typeof kinds)[number]

/** Fractions of the picture's width and height. */
export type Box = { left: number; top: number; right: number; bottom: number }
export type Point = { x: number; y: number }

export type Package = { registry: 'npm' | 'deb'; name: string; version: string }

/** The subject's `box` and the `point` in it that must not be cut off, such as a face, were set by eye. */
export type Photograph = {
  name: string
  kind: Kind
  package: Package
  /** In the unpacked package. Of a Qt resource file (`.rcc`), one of the WebP pictures in it. */
  file: string
  sha256: string
  box: Box
  point: Point
}

const path = join(import.meta.dirname, '../../photographs.tsv')

/** The lines below the headings: texts, then numbers. */
export const readPhotographs = (): Photograph[] =>
  readFileSync(path, 'utf8').trim().split('\n').slice(1).map(parse)

function parse(line: string): Photograph {
  const [
    name = '',
    kind,
    registry,
    packageName = '',
    version = '',
    file = '',
    sha256 = '',
    ...rest
  ] = line.split('\t')
  const [left = 0, top = 0, right = 0, bottom = 0, x = 0, y = 0] = rest.map(Number)
  return {
    name,
    kind: kind as Kind,
    package: { registry: registry as Package['registry'], name: packageName, version },
    file,
    sha256,
    box: { left, top, right, bottom },
    point: { x, y },
  }
}

/** The weights of `salientPoint` were chosen on those whose hash begins with an even digit. */
export const isTuned = ({ sha256 }: Photograph): boolean =>
  Number.parseInt(sha256.slice(0, 1), 16) % 2 === 0
