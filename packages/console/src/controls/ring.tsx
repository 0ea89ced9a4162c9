import css from './ring.module.css'

const within = (value: number): number => Math.max(0, Math.min(1, value))

type Props = { label: string /** From 0 to 1. */; value: number; size?: number }

export const Ring = ({ label, value, size = 20 }: Props) => (
  <svg
    className={css.ring}
    viewBox="0 0 20 20"
    width={size}
    height={size}
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.round(within(value) * 100)}
  >
    <circle cx="10" cy="10" r="8" className={css.track} />
    <circle
      cx="10"
      cy="10"
      r="8"
      pathLength={100}
      strokeDasharray={`${within(value) * 100} 100`}
      className={css.done}
    />
  </svg>
)

/** A line that fills up. */
export const Bar = ({ label, value }: Omit<Props, 'size'>) => (
  <div
    className={`${css.bar} bar`}
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.round(within(value) * 100)}
  >
    <span style={{ inlineSize: `${within(value) * 100}%` }} />
  </div>
)
