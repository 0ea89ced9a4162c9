import { upload } from '@vitrine/sdk'
import { vitrine } from '../server/client.ts'
import { queries } from '../server/queries.ts'
import botanical from './samples/botanical.webp'
import ceramicVase from './samples/ceramic-vase.webp'
import dawnRidges from './samples/dawn-ridges.webp'
import mistyForest from './samples/misty-forest.webp'
import oceanSunset from './samples/ocean-sunset.webp'
import paperCut from './samples/paper-cut.webp'

type Sample = { url: string; filename: string; altText: string; tags: string[] }

const samples: readonly Sample[] = [
  {
    url: dawnRidges,
    filename: 'dawn-ridges.webp',
    altText: 'The sun rises behind eight mountain ridges that fade from deep blue to peach',
    tags: ['landscape'],
  },
  {
    url: oceanSunset,
    filename: 'ocean-sunset.webp',
    altText: 'The setting sun draws a path of light across a calm sea',
    tags: ['landscape'],
  },
  {
    url: mistyForest,
    filename: 'misty-forest.webp',
    altText: 'Rows of spruces in the morning mist',
    tags: ['landscape'],
  },
  {
    url: botanical,
    filename: 'botanical.webp',
    altText: 'Green, sand and terracotta sprigs before a peach-coloured disc',
    tags: ['print'],
  },
  {
    url: ceramicVase,
    filename: 'ceramic-vase.webp',
    altText: 'A white vase with dried branches beside a bowl of oranges in window light',
    tags: ['still life'],
  },
  {
    url: paperCut,
    filename: 'paper-cut.webp',
    altText: 'Layers of cut paper from violet to cream around a pale moon',
    tags: ['abstract'],
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
  folderId: string | null,
  onProgress: (part: number) => void,
): Promise<void> {
  try {
    for (const [index, { url, ...fields }] of samples.entries()) {
      onProgress(index / samples.length)
      const file = await fetchSample(url)
      await upload(vitrine, {
        ...{ projectId, file, ...fields },
        ...(folderId !== null && { folderId }),
      })
    }
  } finally {
    await Promise.all(
      ['assets', 'folders', 'project'].map((key) =>
        queries.invalidateQueries({ queryKey: [key, projectId] }),
      ),
    )
  }
}
