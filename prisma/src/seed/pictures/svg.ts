export type Point = readonly [x: number, y: number]

/** A document of `width` × `height` px; `body` is markup, `defs` its gradients and filters. */
export function svg(width: number, height: number, body: string, defs = ''): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${defs}</defs>${body}</svg>`
}

export type Stop = readonly [offset: number, colour: string, opacity?: number]

/** Vertical unless given other ends, in shares of the painted shape. */
export function linearGradient(id: string, stops: readonly Stop[], ends = '0 0 0 1'): string {
  const [x1, y1, x2, y2] = ends.split(' ')
  return `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${markup(stops)}</linearGradient>`
}

export function radialGradient(id: string, stops: readonly Stop[], place = '.5 .5 .5'): string {
  const [cx, cy, r] = place.split(' ')
  return `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${markup(stops)}</radialGradient>`
}

/** `deviation` in px; the region is wide so that a blur is never cut off. */
export function blur(id: string, deviation: number | string): string {
  return `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur color-interpolation-filters="sRGB" stdDeviation="${deviation}"/></filter>`
}

export function polygon(points: readonly Point[]): string {
  return `M${points.map(place).join('L')}Z`
}

/** A closed curve through the points (Catmull–Rom, as cubic Béziers). */
export function closedCurve(points: readonly Point[]): string {
  const count = points.length
  const at = (index: number): Point => points[(index + count) % count] ?? [0, 0]
  const curves = points.map((_, index) => {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    const first: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]
    const second: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]
    return `C${place(first)} ${place(second)} ${place(to)}`
  })
  return `M${place(at(0))}${curves.join('')}Z`
}

export function rect(x: number, y: number, width: number, height: number, paint: string): string {
  return `<rect x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}" ${paint}/>`
}

export function circle(x: number, y: number, radius: number, paint: string): string {
  return `<circle cx="${px(x)}" cy="${px(y)}" r="${px(radius)}" ${paint}/>`
}

export function ellipse(x: number, y: number, rx: number, ry: number, paint: string): string {
  return `<ellipse cx="${px(x)}" cy="${px(y)}" rx="${px(rx)}" ry="${px(ry)}" ${paint}/>`
}

/**
 * Stops of a shadow that fades like a blurred one. Painted on an ellipse it costs a fraction of
 * a blur filter, whose region would also cut a flat ellipse off.
 */
export function softStops(colour: string): Stop[] {
  return [
    [0, colour, 1],
    [0.3, colour, 0.8],
    [0.55, colour, 0.42],
    [0.8, colour, 0.1],
    [1, colour, 0],
  ]
}

export function path(d: string, paint: string): string {
  return `<path d="${d}" ${paint}/>`
}

export function px(value: number): string {
  return String(Math.round(value * 10) / 10)
}

function place([x, y]: Point): string {
  return `${px(x)} ${px(y)}`
}

function markup(stops: readonly Stop[]): string {
  return stops
    .map(([offset, colour, opacity = 1]) => {
      return `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`
    })
    .join('')
}
