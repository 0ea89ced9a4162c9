import type { RenditionFormat } from '../peers/image-server.js'
import { sentenceOf } from '../report/sentence.js'
import type { Contender } from './contenders.js'
import type { Sample } from './curve.js'
import { createComparison, type Original } from './originals.js'

/** One format of the comparison: the originals, and the qualities in percent. */
export type Series = {
  format: RenditionFormat
  originals: readonly Original[]
  /** Ours have more, so that the SSIM of each peer lies between two of them. */
  ours: readonly number[]
  peers: readonly number[]
}

/** The results of one contender in one format. */
export type Results = { samples: Map<number, Map<string, Sample>>; failure: string | null }

export async function measureSeries(
  { format, originals, ours, peers }: Series,
  width: number,
  contenders: readonly Contender[],
): Promise<Map<string, Results>> {
  const results = new Map<string, Results>(
    contenders.map(({ name }) => [name, { samples: new Map(), failure: null }]),
  )
  for (const original of originals) {
    const similarityOf = await createComparison(original)
    for (const contender of contenders) {
      const result = results.get(contender.name)
      for (const quality of contender.name === 'ours' ? ours : peers) {
        try {
          const bytes = await contender.render(original, { width, format, quality })
          const sample = { bytes: bytes.length, ssim: await similarityOf(bytes) }
          const byName = result?.samples.get(quality) ?? new Map<string, Sample>()
          result?.samples.set(quality, byName.set(original.name, sample))
        } catch (error) {
          if (contender.name === 'ours') throw error
          if (result) result.failure ??= sentenceOf(error)
        }
      }
    }
  }
  return results
}
