import { type Canvas, grain, shade } from '../canvas.js'
import { add, gradient, mix, type Rgb, rgb, smoothstep } from '../colour.js'
import { createNoise } from '../noise.js'

const width = 2400
const height = 1350

type Dune = { base: number; rise: number; peak: number; spread: number; lean: number }

/** From far to near; lengths in px. */
const dunes: readonly Dune[] = [
  { base: 640, rise: 70, peak: 620, spread: 620, lean: 0.5 },
  { base: 700, rise: 120, peak: 1750, spread: 700, lean: 0.9 },
  { base: 800, rise: 190, peak: 900, spread: 760, lean: 0.8 },
  { base: 1010, rise: 250, peak: 1840, spread: 900, lean: 1.1 },
  { base: 1290, rise: 330, peak: 520, spread: 900, lean: 1.3 },
]

const haze = rgb('#f3c796')
const halo = rgb('#fff0cf')
const sunlight = rgb('#fffaf0')
const crestSand = rgb('#f0a765')
const footSand = rgb('#c9743f')
const crestShade = rgb('#8a4a3c')
const footShade = rgb('#b86a45')

/** Dunes in low light: each has a warm windward face, a cool lee face and fine ripples. */
export async function desertDunes(): Promise<Canvas> {
  const noise = createNoise(12)
  const crests = dunes.map((dune, index) =>
    Float32Array.from({ length: width }, (_, x) =>
      crestAt(dune, x, noise.fractal(x / 900, index * 3, 2)),
    ),
  )
  const sky = gradient('#7fb0c4', '#b7cfd0', '#f0dcc0', '#f9d3a6', '#f6c18c')
  return grain(await shade(width, height, (x, y) => behind(dunes.length, x, y)), 2.4, 3)

  /** The colour of a pixel in front of which there are only the dunes from `layer` on. */
  function behind(layer: number, x: number, y: number): Rgb {
    const index = crests.findLastIndex((crest, at) => at < layer && (crest[x] ?? height) <= y)
    const dune = dunes[index]
    if (!dune) return skyAt(x, y)
    const depth = y - (crests[index]?.[x] ?? 0)
    const near = index / (dunes.length - 1)
    const sand = mix(sandAt(dune, x, y, depth, near), haze, 0.6 * (1 - near) ** 1.6)
    return depth < 1 ? mix(behind(index, x, y), sand, depth) : sand
  }

  function skyAt(x: number, y: number): Rgb {
    const distance = Math.hypot(x - 1840, y - 380)
    const sun = smoothstep(62, 58, distance)
    const glow = Math.exp(-distance / 260)
    return mix(mix(sky(y / 700), halo, glow * 0.8), sunlight, sun)
  }

  function sandAt(dune: Dune, x: number, y: number, depth: number, near: number): Rgb {
    const scale = 0.4 + near
    const wander =
      Math.sin(depth / (110 * scale)) * 46 * scale + Math.sin(depth / (47 * scale) + 1) * 9
    const edge = dune.peak - depth * dune.lean * 0.55 + wander * smoothstep(0, 160, depth)
    const lee =
      smoothstep(-3, 3 + depth * 0.05, x - edge) * smoothstep(900 + near * 900, 150, x - edge)
    const lit = mix(
      crestSand,
      footSand,
      depth / (380 + near * 300) + 0.12 * noise.value(x / 300, y / 160),
    )
    const shaded = mix(crestShade, footShade, depth / (600 * scale))
    const bend = noise.value(x / 210, y / 90) * 5 + noise.value(x / 60, y / 40) * 1.2
    const ripple = Math.sin(y / (2.2 + near * 2.6) + x / 60 + bend) * near * (1 - lee * 0.7)
    return add(mix(lit, shaded, lee), [9, 7, 4], ripple * smoothstep(20, 260, depth))
  }
}

function crestAt(dune: Dune, x: number, roll: number): number {
  const away = (x - dune.peak) / dune.spread
  // The lee side falls more steeply than the windward side.
  const hump = away < 0 ? Math.exp(-((-away) ** 1.5)) : Math.exp(-((away * 1.5) ** 1.3))
  return dune.base - dune.rise * hump - roll * 50
}
