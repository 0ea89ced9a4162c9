import { type Canvas, grain, shade } from '../canvas.js'
import { add, gradient, mix, type Rgb, rgb, smoothstep } from '../colour.js'
import { createNoise } from '../noise.js'

const width = 1600
const height = 2400
const horizon = 1290
const sun = { x: 860, y: 1120, radius: 92 }

const sunlight = rgb('#fff3cf')
const glowLight = rgb('#ffdfa0')
const cloudLight = rgb('#ffb487')
const cloudShade = rgb('#6b4a73')
const deepSea = rgb('#14264a')
const seaHaze = rgb('#f2a172')

/** A low sun over open water; the waves mirror the sky at the angle that they face. */
export async function oceanSunset(): Promise<Canvas> {
  const noise = createNoise(77)
  const sky = gradient('#22335c', '#46497a', '#8b5a86', '#d4717a', '#f59a6c', '#fcc87f', '#fde2a4')
  return grain(
    await shade(width, height, (x, y) => (y < horizon ? skyAt(x, y) : seaAt(x, y))),
    2.6,
    5,
  )

  function skyAt(x: number, y: number): Rgb {
    const distance = Math.hypot(x - sun.x, y - sun.y)
    const glow = Math.exp(-distance / 330)
    const band = noise.fractal(x / 620 + 4, y / 74, 5) + 0.25 * noise.fractal(x / 150, y / 20, 3)
    const cloud =
      smoothstep(0.02, 0.5, band) * smoothstep(140, 500, y) * smoothstep(horizon, 900, y)
    const base = mix(sky(y / horizon), glowLight, glow * 0.75)
    const clouded = mix(base, mix(cloudShade, cloudLight, glow * 1.5), cloud * 0.55)
    return mix(clouded, sunlight, smoothstep(sun.radius + 1.5, sun.radius - 1.5, distance))
  }

  function seaAt(x: number, y: number): Rgb {
    const depth = (y - horizon + 3) / (height - horizon)
    const reach = 1 / (depth + 0.018)
    const across = (x - width / 2) * reach
    const swell = noise.fractal(across / 560, reach * 5.2, 3)
    const chop = noise.fractal(across / 170 + 9, reach * 19, 3)
    const ripple = noise.fractal(across / 48 + 5, reach * 64, 3) * smoothstep(0, 0.5, depth)
    const slope = swell * 0.42 + chop * 0.5 + ripple * 0.5
    const mirrored = mix(
      sky(0.8 - depth * 0.62 - slope * 0.2),
      deepSea,
      0.16 + depth * 0.5 - slope * 0.35,
    )
    const spread = sun.radius * (0.75 + depth * 2.1)
    const column = Math.exp(-(((x - sun.x + slope * 130 * depth) / spread) ** 2))
    const glint = column * smoothstep(-0.12, 0.3, slope + 0.24 * (1 - depth) - depth * 0.1)
    const haze = smoothstep(0.07, 0, depth) * 0.6
    return mix(add(mirrored, [205, 128, 62], glint * (0.95 - depth * 0.35)), seaHaze, haze)
  }
}
