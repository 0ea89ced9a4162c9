import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Icon } from '../controls/icon.tsx'
import { useMay } from '../permissions/permissions.tsx'
import { projectQuery } from '../server/projects.ts'
import { t } from '../words/words.ts'
import type { Confirmation } from './confirmation.ts'
import { type Effect, proofWords } from './proof-words.ts'
import css from './publishing.module.css'

type Props = { state: Confirmation; effect: Effect }

/** How far a change is. It stays after the confirmation, with what the service has measured. */
export function ProofLine({ state, effect }: Props) {
  const now = useNow(state.step === 'sending')
  const said = proofWords(state, effect, now)
  return (
    <div>
      <div role="status" className="visually-hidden">
        {announced(state, effect)}
      </div>
      {said === null ? null : (
        <div className={`${css.line} row-3`} data-tone={said.tone} data-step={state.step}>
          <Sign tone={said.tone} />
          <p className={css.words}>{said.words}</p>
          {state.step === 'confirmed' && state.proof !== null ? (
            <Replicas {...state.proof} />
          ) : null}
          {state.step === 'confirmed' && state.requestId !== null ? (
            <AuditLink requestId={state.requestId} />
          ) : null}
          {said.detail === undefined ? null : (
            <details className={css.detail}>
              <summary>{t('Details')}</summary>
              {said.detail}
            </details>
          )}
        </div>
      )}
    </div>
  )
}

/** Without the seconds, which would be read out one by one. */
const announced = (state: Confirmation, effect: Effect): string =>
  proofWords(state, effect, state.step === 'sending' ? state.sentAt : 0)?.words ?? ''

const Sign = ({ tone }: { tone: 'waiting' | 'late' | 'good' | 'bad' }) => (
  <span className={`${css.sign} center`} aria-hidden="true">
    {tone === 'good' ? (
      <Icon name="check" size={16} />
    ) : tone === 'bad' ? (
      <Icon name="alert" size={16} />
    ) : (
      <span className="spinner" />
    )}
  </span>
)

/** More dots than this say nothing more. */
const mostDots = 12

const Replicas = ({ acknowledged, replicas }: { acknowledged: number; replicas: number }) =>
  replicas > mostDots ? null : (
    <span className={css.replicas} aria-hidden="true">
      {Array.from({ length: replicas }, (_, index) => index).map((replica) => (
        <span key={replica} data-done={replica < acknowledged || undefined} />
      ))}
    </span>
  )

/** Ticks once a second while it is wanted. */
function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isRunning) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  return now
}

/** Leads those who may read the log to what one call has changed. */
function AuditLink({ requestId }: { requestId: string }) {
  const { orgId, projectId = '' } = useParams({ strict: false })
  const { data: project } = useQuery({ ...projectQuery(projectId), enabled: projectId !== '' })
  const organization = orgId ?? project?.organizationId
  if (!useMay()('listAuditEvents') || organization === undefined) return null
  return (
    <Link to="/o/$orgId/audit" params={{ orgId: organization }} search={{ request: requestId }}>
      {t('In the log')}
    </Link>
  )
}
