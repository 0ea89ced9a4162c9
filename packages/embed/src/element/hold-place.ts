/**
 * Keeps what is shown at least as high as the place that was kept free for it, pixels, for as long
 * as a change would be seen: until it has left the screen, or the window has another width.
 */
export function holdPlace(frame: HTMLElement, height: number): void {
  const width = innerWidth
  const release = () => {
    frame.style.minHeight = ''
    sight.disconnect()
    removeEventListener('resize', onResize)
  }
  const onResize = () => innerWidth !== width && release()
  const sight = new IntersectionObserver(([entry]) => entry?.isIntersecting || release())
  frame.style.minHeight = `${height}px`
  sight.observe(frame)
  addEventListener('resize', onResize)
}
