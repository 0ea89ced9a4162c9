import { formatCount } from '../words/formats.ts'
import { t } from '../words/words.ts'
import { Button } from './button.tsx'
import css from './pager.module.css'

type Props = {
  /** From 0. */
  page: number
  size: number
  total: number
  onChange(page: number): void
}

/** Leads through a long list. Nothing is shown for a list of one page. */
export function Pager({ page, size, total, onChange }: Props) {
  const last = Math.max(0, Math.ceil(total / size) - 1)
  if (last === 0 && page === 0) return null
  return (
    <nav className={`${css.pager} row-3`} aria-label={t('Pages')}>
      <Button isDisabled={page === 0} onPress={() => onChange(page - 1)}>
        {t('Previous')}
      </Button>
      <span role="status">
        {t('{from} to {to} of {all}', {
          from: formatCount(Math.min(total, page * size + 1)),
          to: formatCount(Math.min(total, (page + 1) * size)),
          all: formatCount(total),
        })}
      </span>
      <Button isDisabled={page >= last} onPress={() => onChange(page + 1)}>
        {t('Next')}
      </Button>
    </nav>
  )
}
