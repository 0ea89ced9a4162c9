import { t } from '../words/words.ts'
import css from './page-problem.module.css'

export const PageWaits = () => (
  <div className={css.waits} role="status" data-state="loading">
    <span className={css.spinner} aria-hidden="true" />
    <span className="visually-hidden">{t('Loading')}</span>
  </div>
)
