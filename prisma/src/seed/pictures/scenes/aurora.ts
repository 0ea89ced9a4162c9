import { type Canvas, grain, shade } from '../canvas.js'
import { add, gradient, mix, type Rgb, rgb, smoothstep } from '../colour.js'
import { createNoise } from '../noise.js'

const width = 3000
const height = 1100
const shore = 800

const hillFoot = rgb('#0d2c42')
const deepWater = rgb('#04101c')

/** Curtains of northern light over dark hills and a still lake: a panorama. */
export async function aurora(): Promise<Canvas> {
  const noise = createNoise(2024)
  const sky = gradient('#050a1c', '#0a1630', '#10284a', '#1d4a63')
  const curtains = [
    { base: 560, sway: 150, reach: 330, seed: 1, light: [40, 225, 150] as Rgb },
    { base: 470, sway: 190, reach: 300, seed: 7, light: [60, 190, 165] as Rgb },
    { base: 640, sway: 90, reach: 240, seed: 13, light: [30, 150, 110] as Rgb },
  ].map((curtain) => ({
    ...curtain,
    hem: column((x) => curtain.base + noise.fractal(x / 620, curtain.seed, 3) * curtain.sway),
    rays: column((x) => rayAt(x, curtain.seed)),
  }))
  const hills = [0, 1, 2].map((layer) => column((x) => hillAt(x, layer)))
  const hillColours = ['#2c5f74', '#173b52', '#07131f'].map(rgb)
  return grain(
    await shade(width, height, (x, y) => (y < shore ? landAt(x, y) : lakeAt(x, y))),
    2.2,
    8,
  )

  function column(of: (x: number) => number): Float32Array {
    return Float32Array.from({ length: width }, (_, x) => of(x))
  }

  function rayAt(x: number, seed: number): number {
    const broad = smoothstep(-0.35, 0.45, noise.fractal(x / 430, seed * 5, 2))
    const fine = 0.62 + 0.5 * noise.fractal(x / 46, seed * 3, 3)
    return broad * fine
  }

  function hillAt(x: number, layer: number): number {
    const peaks = 1 - 2 * Math.abs(noise.fractal(x / (520 - layer * 90), 40 + layer * 11, 2))
    const rough = noise.fractal(x / 90, 70 + layer, 4)
    return 745 + layer * 26 - peaks * (130 - layer * 42) - rough * (26 - layer * 4)
  }

  function landAt(x: number, y: number): Rgb {
    const layer = hills.findLastIndex((crest) => (crest[x] ?? height) <= y)
    const hill = hillColours[layer]
    if (!hill) return skyAt(x, y)
    const depth = y - (hills[layer]?.[x] ?? 0)
    return mix(hill, hillFoot, smoothstep(0, 150, depth) * 0.6)
  }

  function skyAt(x: number, y: number): Rgb {
    let colour = add(sky(y / shore), [200, 220, 255], starAt(x, y))
    for (const { hem, rays, reach, light } of curtains) {
      const above = (hem[x] ?? 0) - y
      const glow = above > 0 ? Math.exp(-above / reach) : Math.exp(above / 26)
      const strength = glow * (rays[x] ?? 0)
      const violet = smoothstep(120, 460, above)
      colour = add(colour, mix(light, [130, 70, 190], violet), strength * 0.85)
    }
    return colour
  }

  function lakeAt(x: number, y: number): Rgb {
    const depth = (y - shore) / (height - shore)
    const ripple = noise.fractal(x / (30 + depth * 150), y / (2 + depth * 11), 3)
    const column = Math.min(Math.max(Math.round(x + ripple * 14 * depth), 0), width - 1)
    const row = Math.max(0, Math.round(shore - (y - shore) * 1.9 - 2 + ripple * 38 * depth))
    return mix(add(landAt(column, row), [14, 26, 30], ripple), deepWater, 0.25 + depth * 0.42)
  }
}

/** Brightness of the star at this pixel, mostly none: a hash of the place decides. */
function starAt(x: number, y: number): number {
  const [column, row] = [Math.floor(x / 3), Math.floor(y / 3)]
  let hash = Math.imul(column, 374_761_393) ^ Math.imul(row, 668_265_263)
  hash = Math.imul(hash ^ (hash >>> 13), 1_274_126_177)
  const chance = ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
  if (chance > 0.0022) return 0
  const away = Math.hypot((x % 3) - 1, (y % 3) - 1)
  return (0.25 + 330 * chance) * Math.exp(-away * 1.1)
}
