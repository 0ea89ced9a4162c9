import { lazy, Suspense, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Notice } from '../controls/notice.tsx'
import { May } from '../permissions/permissions.tsx'
import type { Widget } from '../publishing/commands.ts'
import { t } from '../words/words.ts'

const PublishSheet = lazy(() => import('./publish-sheet.tsx'))

/** The sheet stays with its proof when the widget is no draft any more. */
export function DraftNotice({ widget }: { widget: Widget }) {
  const [opened, setOpened] = useState<Widget | null>(null)
  const action = (
    <May call="publishWidget">
      <Button size="sm" onPress={() => setOpened(widget)}>
        {t('Publish …')}
      </Button>
    </May>
  )
  return (
    <>
      {widget.status === 'DRAFT' ? (
        <Notice tone="warn" icon="eye" action={action}>
          {t('This widget is a draft: sites with its code show nothing until it is published.')}
        </Notice>
      ) : null}
      {opened === null ? null : (
        <Suspense fallback={null}>
          <PublishSheet widget={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  )
}
