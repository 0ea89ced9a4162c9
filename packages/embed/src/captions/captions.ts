import extraCss from '../styles/captions.css'
import type { View } from '../view.js'

export { extraCss }

/** Gives each caption that does not fit into its lines a button that shows all of it. */
export function startCaptions(root: HTMLElement, { labels }: View): () => void {
  const measure = (clips: readonly HTMLElement[]) => {
    const closed = clips.filter((clip) => clip.clientWidth > 0 && !clip.matches('.unfolded'))
    for (const clip of closed) clip.classList.remove('cut')
    // All are measured before one is changed.
    const isCut = closed.map((clip) => clip.scrollHeight > clip.clientHeight + 3)
    closed.forEach((clip, index) => {
      const known = clip.querySelector('button')
      clip.classList.toggle('cut', isCut[index])
      if (!isCut[index]) known?.remove()
      else if (!known) clip.prepend(button(clip))
    })
    makeRoom(root)
  }
  const button = (clip: HTMLElement) => {
    const more = document.createElement('button')
    more.type = 'button'
    more.className = 'rest'
    more.textContent = labels.readMore ?? 'more'
    more.onclick = () => {
      clip.classList.replace('cut', 'unfolded')
      more.remove()
      // The focus must not be lost with the button.
      clip.tabIndex = -1
      clip.focus()
      makeRoom(root)
    }
    return more
  }
  // In the next frame: a size that changes while sizes are reported is an error in WebKit.
  const resizing = new ResizeObserver((entries) =>
    requestAnimationFrame(() => measure(entries.map(({ target }) => target as HTMLElement))),
  )
  for (const clip of root.querySelectorAll('.clip')) resizing.observe(clip)
  return () => resizing.disconnect()
}

/** Moves what is below a caption that has grown, where the places of pictures are computed: in masonry. */
function makeRoom(root: HTMLElement): void {
  const list =
    root.querySelector('.unfolded') && (root.matches('ul') ? root : root.querySelector('ul'))
  if (!list) return
  const growth = new Map<string, number>()
  const items = [...list.children].filter((one): one is HTMLElement => one instanceof HTMLElement)
  for (const item of items) {
    const { position } = getComputedStyle(item)
    if (position !== 'absolute') return
    const column = getComputedStyle(item).getPropertyValue('--c')
    const above = growth.get(column) ?? 0
    item.style.marginTop = `${above}px`
    const clip = item.querySelector('.unfolded')
    if (!clip) continue
    const style = getComputedStyle(clip)
    const room = Number.parseFloat(style.lineHeight) * (Number(style.getPropertyValue('--l')) || 2)
    growth.set(column, above + clip.clientHeight - room)
  }
  list.style.paddingBottom = `${Math.max(0, ...growth.values())}px`
}
