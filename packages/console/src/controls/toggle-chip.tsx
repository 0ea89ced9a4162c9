import type { ReactNode } from 'react'
import css from './toggle-chip.module.css'

type Props = { isSelected: boolean; onChange(isSelected: boolean): void; children: ReactNode }

export const ToggleChip = ({ isSelected, onChange, children }: Props) => (
  <button
    type="button"
    aria-pressed={isSelected}
    className={`${css.chip} aside`}
    onClick={() => onChange(!isSelected)}
  >
    {children}
  </button>
)
