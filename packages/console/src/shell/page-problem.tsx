import { useRouter } from '@tanstack/react-router'
import { VitrineError } from '@vitrine/sdk'
import { wordsOf } from '../words/errors.ts'
import { t } from '../words/words.ts'
import css from './page-problem.module.css'

type Props = { error?: unknown; reset?: () => void; isMissing?: boolean }

/** In place of a page that cannot be shown. Kit-free, because it must work when parts do not load. */
export function PageProblem({ error, reset, isMissing = false }: Props) {
  const router = useRouter()
  const isUnknown =
    isMissing || (error instanceof VitrineError && (error.status === 404 || error.status === 403))
  return (
    <main className={`${css.problem} stack-3`}>
      <h1>{isUnknown ? t('There is no such page') : t('This page cannot be shown')}</h1>
      <p>
        {isUnknown
          ? t('It may have been deleted, or it belongs to an organization that you are not in.')
          : wordsOf(error)}
      </p>
      <p className={`${css.actions} row`}>
        {isUnknown ? null : (
          <button
            type="button"
            className={css.again}
            onClick={() => {
              reset?.()
              void router.invalidate()
            }}
          >
            {t('Try again')}
          </button>
        )}
        <a href="/console/projects">{t('All projects')}</a>
      </p>
    </main>
  )
}

export const PageWaits = () => (
  <div className={`${css.waits} late`} role="status" data-state="loading">
    <span className={css.room} aria-hidden="true" />
    <span className="visually-hidden">{t('Loading')}</span>
  </div>
)
