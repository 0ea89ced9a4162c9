import type { Plane } from './plane.js'
import type { SmallPicture } from './small-picture.js'

/** sRGB code to linear light, 0–1. */
const linear = Float32Array.from({ length: 256 }, (_, code) => {
  const value = code / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
})

/** Transparent pixels show this: neither a white nor a black object disappears in it. */
const background = 128

/** L*, a* and b* of CIELAB (D65), in which distances resemble those that people see. */
export type LabPlanes = readonly [Plane, Plane, Plane]

export function labPlanes({ data, width, height }: SmallPicture): LabPlanes {
  const plane = (): Plane => ({ values: new Float32Array(width * height), width, height })
  const planes: LabPlanes = [plane(), plane(), plane()]
  for (let i = 0; i < width * height; i++) {
    const opacity = (data[4 * i + 3] ?? 0) / 255
    const light = (channel: number) =>
      linear[Math.round(background + opacity * ((data[4 * i + channel] ?? 0) - background))] ?? 0
    const [red, green, blue] = [light(0), light(1), light(2)]
    const x = compress((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047)
    const y = compress(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    const z = compress((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883)
    planes[0].values[i] = 116 * y - 16
    planes[1].values[i] = 500 * (x - y)
    planes[2].values[i] = 200 * (y - z)
  }
  return planes
}

const compress = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116)
