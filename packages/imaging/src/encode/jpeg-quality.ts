/** Our table has the SSIM of the standard's when its entries are scaled by this much more (infra/bench/README.md, Quality). */
const ratio = 1.63

/** How libjpeg scales a table, percent. */
const scaleOf = (quality: number): number => (quality < 50 ? 5000 / quality : 200 - 2 * quality)

const qualityOf = (scale: number): number => (scale > 100 ? 5000 / scale : 100 - scale / 2)

/**
 * The quality of our table at which a JPEG has the SSIM of one with the table of the standard, which other
 * programs use: 1 to 100, and never lower for a higher one.
 */
export const jpegQuality = (quality: number): number =>
  Math.max(1, Math.round(qualityOf(ratio * scaleOf(quality))))
