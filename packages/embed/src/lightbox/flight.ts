/** Whether the visitor wants no motion. */
export const isStill = (): boolean => matchMedia('(prefers-reduced-motion:reduce)').matches

/**
 * Moves a picture between its place in the lightbox and its place in the page, or fades it if that is out of sight.
 * Animations of scripts need no style attributes, which a page's policy may forbid.
 */
export async function fly(
  picture: HTMLElement,
  place: HTMLImageElement | null | undefined,
  direction: 'normal' | 'reverse',
): Promise<void> {
  if (isStill()) return
  const away = (place && keyframeAt(place, picture)) ?? { opacity: 0 }
  const here = { transform: picture.style.transform || 'none', clipPath: 'inset(0 round 0)' }
  await picture.animate([away, { ...here, opacity: 1 }], {
    duration: 280,
    easing: 'ease-in-out',
    direction,
  }).finished
}

/** The picture drawn exactly over its smaller self, cropped in the same way. */
function keyframeAt(place: HTMLImageElement, picture: HTMLElement): Keyframe | undefined {
  const to = place.getBoundingClientRect()
  const isSeen = to.width > 0 && to.bottom > 0 && to.top < innerHeight && !place.closest('[inert]')
  const page = picture.parentElement?.getBoundingClientRect()
  if (!isSeen || !page) return
  const { offsetWidth: width, offsetHeight: height } = picture
  const { objectFit, objectPosition, borderRadius } = getComputedStyle(place)
  const scales = [to.width / width, to.height / height]
  const scale = objectFit === 'cover' ? Math.max(...scales) : Math.min(...scales)
  const [left = 0.5, top = 0.5] = objectPosition.split(' ').map((part) => parseFloat(part) / 100)
  // What is cut off on each side; negative where the picture does not fill its place.
  const [x, y] = [width * scale - to.width, height * scale - to.height]
  const by = [
    to.left - left * x + (width * scale) / 2 - page.left - page.width / 2,
    to.top - top * y + (height * scale) / 2 - page.top - page.height / 2,
  ]
  const cuts = [top * y, (1 - left) * x, (1 - top) * y, left * x]
  const inset = cuts.map((cut) => `${Math.max(0, cut / scale)}px`).join(' ')
  return {
    transform: `translate(${by[0]}px,${by[1]}px) scale(${scale})`,
    clipPath: `inset(${inset} round ${parseFloat(borderRadius) / scale || 0}px)`,
    opacity: 1,
  }
}
