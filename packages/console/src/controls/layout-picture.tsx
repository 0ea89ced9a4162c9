import css from './layout-picture.module.css'

export type Layout =
  | 'CAROUSEL'
  | 'SLIDER'
  | 'GRID'
  | 'MASONRY'
  | 'LIST_HORIZONTAL'
  | 'LIST_VERTICAL'

/** Pictures as x, y, width, height on a canvas of 96 × 60. The second list lies outside of the view. */
const shapes: Record<Layout, { near: readonly Box[]; far: readonly Box[]; dots?: true }> = {
  CAROUSEL: {
    near: [[22, 10, 52, 34]],
    far: [
      [-10, 14, 26, 26],
      [80, 14, 26, 26],
    ],
    dots: true,
  },
  SLIDER: { near: [[8, 8, 80, 38]], far: [], dots: true },
  GRID: {
    near: [
      [8, 8, 24, 20],
      [36, 8, 24, 20],
      [64, 8, 24, 20],
      [8, 32, 24, 20],
      [36, 32, 24, 20],
      [64, 32, 24, 20],
    ],
    far: [],
  },
  MASONRY: {
    near: [
      [8, 8, 24, 28],
      [36, 8, 24, 16],
      [64, 8, 24, 22],
      [8, 40, 24, 12],
      [36, 28, 24, 24],
      [64, 34, 24, 18],
    ],
    far: [],
  },
  LIST_HORIZONTAL: {
    near: [
      [8, 16, 28, 28],
      [40, 16, 20, 28],
      [64, 16, 24, 28],
    ],
    far: [[92, 16, 20, 28]],
  },
  LIST_VERTICAL: {
    near: [
      [20, 6, 56, 21],
      [20, 31, 56, 21],
    ],
    far: [[20, 56, 56, 12]],
  },
}

type Box = readonly [x: number, y: number, width: number, height: number]

/** How a layout places its pictures, drawn. Hidden from screen readers: its name stands beside it. */
export const LayoutPicture = ({ layout }: { layout: Layout }) => {
  const { near, far, dots } = shapes[layout]
  return (
    <svg viewBox="0 0 96 60" className={css.picture} aria-hidden="true" focusable="false">
      {far.map((box) => (
        <Shape key={box.join()} box={box} className={css.far} />
      ))}
      {near.map((box) => (
        <Shape key={box.join()} box={box} className={css.near} />
      ))}
      {dots
        ? [42, 48, 54].map((x, index) => (
            <circle key={x} cx={x} cy={53} r={1.7} className={index === 0 ? css.near : css.far} />
          ))
        : null}
    </svg>
  )
}

const Shape = ({ box, className }: { box: Box; className: string | undefined }) => {
  const [x, y, width, height] = box
  return <rect x={x} y={y} width={width} height={height} rx={2.5} className={className} />
}
