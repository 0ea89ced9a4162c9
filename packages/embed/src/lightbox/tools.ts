import type { RareLabels } from '../labels/labels.js'
import type { Item, View } from '../view.js'
import { largestOf } from './pages.js'

/** Pages in other languages load theirs with the other labels. */
type ToolLabels = Pick<RareLabels, 'close' | 'zoomIn' | 'zoomOut' | 'share' | 'download' | 'copied'>

const english: ToolLabels = {
  close: 'Close',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  share: 'Share',
  download: 'Download',
  copied: 'Link copied',
}

export const toolLabels = (view: View): ToolLabels => ({ ...english, ...view.labels })

/** Saves the largest rendition that the public may see; where scripts cannot, it is opened in a new tab. */
export async function download(item: Item): Promise<void> {
  const link = document.createElement('a')
  link.href = largestOf(item)
  try {
    const answer = await fetch(link.href)
    if (!answer.ok) throw answer
    const file = await answer.blob()
    link.href = URL.createObjectURL(file)
    // The rendition may have another type than the original, of which this is the name.
    link.download = `${item.asset.filename.replace(/\.\w+$/, '')}.${file.type.replace(/.*\//, '')}`
  } catch {
    link.target = '_blank'
  }
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/**
 * Shares the page's address, which with `deepLink` is that of the picture, or copies it.
 *
 * @param say shows a text.
 */
export async function share(title: string, copied: string, say: (text: string) => void) {
  const url = location.href
  try {
    if (navigator.share) return await navigator.share({ title, url })
  } catch (error) {
    // The visitor has changed their mind.
    if ((error as Error).name === 'AbortError') return
  }
  try {
    await navigator.clipboard.writeText(url)
    say(copied)
  } catch {
    say(url)
  }
}
