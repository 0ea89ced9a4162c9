/**
 * Sets a minimum height, pixels, so that replacing a placeholder with lower content causes no
 * visible shift. Released when the element leaves the viewport or the window's width changes.
 */
export function holdHeight(frame: HTMLElement, height: number): void {
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
