/** Transparent pixels show this: neither a white nor a black object disappears in it. */
const background: i32 = 128

/**
 * Interleaved RGBA of 8 bits into the planes L*, a* and b* of CIELAB (D65), in which distances
 * resemble those that people see.
 *
 * @param linear for each code of sRGB its linear light, 0–1, in 32-bit floats.
 * @param lab has room for three planes, one after another.
 */
export function toLab(pixels: usize, count: i32, linear: usize, lab: usize): void {
  const next: usize = 4 * count
  const end = lab + next
  while (lab < end) {
    const red = light(pixels, 0, linear)
    const green = light(pixels, 1, linear)
    const blue = light(pixels, 2, linear)
    const x = compress((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047)
    const y = compress(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    const z = compress((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883)
    store<f32>(lab, 116 * y - 16)
    store<f32>(lab + next, 500 * (x - y))
    store<f32>(lab + 2 * next, 200 * (y - z))
    pixels += 4
    lab += 4
  }
}

/** One channel of a pixel on the background. */
function light(pixel: usize, channel: usize, linear: usize): f32 {
  const code = <i32>load<u8>(pixel + channel)
  const alpha = <i32>load<u8>(pixel, 3)
  const shown = (255 * background + alpha * (code - background) + 127) / 255
  return load<f32>(linear + 4 * shown)
}

function compress(t: f32): f32 {
  return t > 0.008856 ? Mathf.cbrt(t) : 7.787 * t + 16.0 / 116.0
}
