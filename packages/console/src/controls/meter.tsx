import css from './meter.module.css'

type Props = {
  label: string
  used: number
  limit: number
  /** Both numbers. */
  words: string
}

/** From this part on, a budget is nearly spent. */
const nearly = 0.8

/** How much of a budget is used. */
export function Meter({ label, used, limit, words }: Props) {
  const part = limit === 0 ? 1 : Math.min(1, used / limit)
  const level = part >= 1 ? 'full' : part >= nearly ? 'nearly' : 'free'
  return (
    <div className={css.meter} data-level={level}>
      <div className={css.head}>
        <span className={css.label}>{label}</span>
        <span className={css.words}>{words}</span>
      </div>
      <div className={`${css.track} bar`} aria-hidden="true">
        <span style={{ inlineSize: `${Math.max(used > 0 ? 1 : 0, part * 100)}%` }} />
      </div>
    </div>
  )
}
