const easeOut = (time: number): number => 1 - (1 - time) ** 3

/**
 * Calls `move` once per frame with positions between `from` and `to`.
 *
 * @returns cancels the animation at its current position; `onEnd` is then not called.
 */
export function glide(
  from: number,
  to: number,
  durationMs: number,
  move: (position: number) => void,
  onEnd: () => void,
): () => void {
  if (durationMs === 0 || from === to) {
    move(to)
    onEnd()
    return () => {}
  }
  const start = performance.now()
  let frame = requestAnimationFrame(function step(now) {
    const time = Math.min(1, Math.max(0, now - start) / durationMs)
    move(from + (to - from) * easeOut(time))
    if (time < 1) frame = requestAnimationFrame(step)
    else onEnd()
  })
  return () => cancelAnimationFrame(frame)
}
