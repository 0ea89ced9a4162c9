import type { Corner } from './frame.ts'
import css from './grid.module.css'
import type { Position } from './window.ts'

type Props = { frame: { from: Corner; to: Corner }; position: Position }

/** The frame that is drawn over the cells. */
export const FrameMark = ({ frame: { from, to }, position }: Props) => (
  <span
    className={css.frame}
    style={{
      insetInlineStart: Math.min(from.x, to.x),
      top: Math.min(from.y, to.y) - position.offset + position.scroll,
      width: Math.abs(to.x - from.x),
      height: Math.abs(to.y - from.y),
    }}
  />
)
