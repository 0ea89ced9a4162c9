import { upload } from '@vitrine/sdk'
import { vitrine } from '../server/client.ts'
import { queries } from '../server/queries.ts'
import courtyardSky from './samples/courtyard-sky.webp'
import desertHikers from './samples/desert-hikers.webp'
import forgetMeNots from './samples/forget-me-nots.webp'
import mountainLake from './samples/mountain-lake.webp'
import pierAtDusk from './samples/pier-at-dusk.webp'
import shrineGates from './samples/shrine-gates.webp'

type Sample = { url: string; filename: string; altText: string; tags: string[] }

/** Smaller copies of the demo's pictures; `prisma/pictures` says whose they are. */
const samples: readonly Sample[] = [
  {
    url: pierAtDusk,
    filename: 'pier-at-dusk.webp',
    altText: 'A wooden pier leads out onto still water under a violet evening sky',
    tags: ['landscape'],
  },
  {
    url: mountainLake,
    filename: 'mountain-lake.webp',
    altText: 'Snow-covered mountains above the still water of Lake Sherburne',
    tags: ['landscape'],
  },
  {
    url: shrineGates,
    filename: 'shrine-gates.webp',
    altText: 'A stone path runs through a long row of vermilion torii gates',
    tags: ['architecture'],
  },
  {
    url: forgetMeNots,
    filename: 'forget-me-nots.webp',
    altText: 'Small blue forget-me-nots against dark green leaves',
    tags: ['plants'],
  },
  {
    url: courtyardSky,
    filename: 'courtyard-sky.webp',
    altText: 'The courtyard of Casa Milà in Barcelona, seen from below, opens to a bright sky',
    tags: ['architecture'],
  },
  {
    url: desertHikers,
    filename: 'desert-hikers.webp',
    altText:
      'Hikers walk along the ridge of a tall orange dune while the wind blows sand off its crest',
    tags: ['landscape'],
  },
]

async function fetchSample(url: string): Promise<Blob> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`the sample picture is answered with ${response.status}`)
  return response.blob()
}

/** Uploads six pictures to try widgets with. @param onProgress from 0 to 1. */
export async function addSamples(
  projectId: string,
  onProgress: (part: number) => void,
): Promise<void> {
  try {
    for (const [index, { url, ...fields }] of samples.entries()) {
      onProgress(index / samples.length)
      const file = await fetchSample(url)
      await upload(vitrine, { projectId, file, ...fields })
    }
  } finally {
    await Promise.all(
      ['assets', 'folders', 'project'].map((key) =>
        queries.invalidateQueries({ queryKey: [key, projectId] }),
      ),
    )
  }
}
