import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

const LeaveQuestion = lazy(() => import('./leave-question.tsx'))

/** Asks before a key that was created, but not copied, is lost. */
export function LeaveGuard({ isNeeded }: { isNeeded: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => isNeeded,
    enableBeforeUnload: isNeeded,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Suspense fallback={null}>
      <LeaveQuestion onStay={blocker.reset} onLeave={blocker.proceed} />
    </Suspense>
  )
}
