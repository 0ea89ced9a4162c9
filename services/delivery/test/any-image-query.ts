import type { Random } from '@vitrine/testing/random'

export const inSeconds = (seconds: number) => String(Math.floor(Date.now() / 1000) + seconds)

/**
 * Makes queries of images without a valid signature: parameters in every order and encoding, doubled, malformed, and with
 * the second question mark of old embeds. The presets `large` {w: 500}, `plain` {} and `small` {w: 100, h: 80} may exist.
 */
export function anyImageQuery(random: Random): () => string {
  const values: Record<string, readonly string[]> = {
    w: [
      '1',
      '100',
      '200',
      '320',
      '330',
      '331',
      '400',
      '600',
      '0600',
      '3e2',
      '330.5',
      '4096',
      '1920',
    ],
    h: ['50', '150', '330', '331', '400', '900', '4096'],
    fit: ['cover', 'contain', 'fill'],
    gravity: ['focal', 'center', 'auto'],
    format: ['webp', 'jpeg', 'png', 'auto', 'avif'],
    q: ['80', '100'],
    dpr: ['1', '1.5', '3'],
    v: ['1', '01'],
    preset: ['large', 'plain', 'small', 'Large', ''],
    exp: [inSeconds(600)],
    s: ['k1.x', `k1.${'A'.repeat(43)}`, `v.${'A'.repeat(43)}`, `k2.${'B'.repeat(43)}`],
    unknown: ['w=1'],
    W: ['600'],
    'w[]': ['600'],
    ' w': ['600'],
  }
  const encoded = (text: string) =>
    [...text]
      .map((letter) =>
        random.chance(0.2) ? `%${letter.charCodeAt(0).toString(16)}` : encodeURIComponent(letter),
      )
      .join('')
  return () => {
    const wanted = random.shuffled(Object.keys(values)).slice(0, random.int(0, 4))
    const doubled = random.chance(0.1) ? wanted.slice(0, 1) : []
    const parts = [...wanted, ...doubled].map(
      (name) => `${encoded(name)}=${encoded(random.pick(values[name] ?? []))}`,
    )
    // The second question mark of scripts that were pasted long ago.
    const joint = random.chance(0.1) ? '?' : '&'
    return parts.join(joint)
  }
}
