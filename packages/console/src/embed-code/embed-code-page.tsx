import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useBlocker, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Notice } from '../controls/notice.tsx'
import { lazyPart } from '../controls/on-demand.tsx'
import { Page, Section } from '../controls/page.tsx'
import { May } from '../permissions/permissions.tsx'
import { Loading } from '../problems/load-problem.tsx'
import type { Widget } from '../publishing/commands.ts'
import { widgetQuery } from '../publishing/queries.ts'
import { WidgetHead } from '../publishing/widget-head.tsx'
import type { CreatedApiKey } from '../server/api-keys.ts'
import { projectQuery } from '../server/projects.ts'
import { t } from '../words/words.ts'
import { CodeTabs } from './code-tabs.tsx'
import css from './embed-code.module.css'
import { KeyChoice } from './key-choice.tsx'
import { ownLanguage } from './languages.ts'
import { embedQuery } from './queries.ts'

const from = '/shell/p/$projectId/widgets/$widgetId/code'

const PublishSheet = lazyPart(() => import('./publish-sheet.tsx'))
const LeaveQuestion = lazyPart(() => import('./leave-question.tsx'))

/** The code to paste into a site, and the key that it needs. */
export default function EmbedCodePage() {
  const { projectId, widgetId } = useParams({ from })
  const { data: widget } = useSuspenseQuery(widgetQuery(projectId, widgetId))
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const [language, setLanguage] = useState(ownLanguage)
  const [isStrict, setStrict] = useState(false)
  const styles = isStrict ? 'files' : 'inline'
  const { data: embed, error } = useQuery(embedQuery(projectId, widgetId, language, styles))
  const [created, setCreated] = useState<CreatedApiKey | null>(null)
  const [known, setKnown] = useState<string | null>(null)
  const [isCopied, setCopied] = useState(false)
  const [isAsked, setAsked] = useState(0)
  const apiKey = created?.key ?? known
  const keyPart = useRef<HTMLDivElement>(null)
  const codePart = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isAsked > 0)
      keyPart.current?.querySelector<HTMLInputElement>('input:not([type="radio"])')?.select()
  }, [isAsked])
  useEffect(() => {
    if (created !== null) codePart.current?.querySelector<HTMLElement>('figcaption button')?.focus()
  }, [created])
  return (
    <Page title={t('Code of {name}', { name: widget.name })} lead={<WidgetHead widget={widget} />}>
      <DraftNotice widget={widget} />
      <div className={css.columns}>
        <div ref={keyPart}>
          <Section title={t('1. The key')}>
            <div role="status">
              {isAsked > 0 && apiKey === null ? (
                <Notice tone="accent" icon="key">
                  {t('The code needs a key first: say for which site, or paste one that you have.')}
                </Notice>
              ) : null}
            </div>
            <KeyChoice
              projectId={projectId}
              orgId={project.organizationId}
              created={created}
              onCreated={(key) => {
                setCreated(key)
                setCopied(false)
              }}
              onKnown={setKnown}
            />
          </Section>
        </div>
        <div ref={codePart}>
          <Section title={t('2. The code')}>
            <Loading data={embed} error={error} lines={6} />
            {embed === undefined ? null : (
              <CodeTabs
                embed={embed}
                widget={widget}
                apiKey={apiKey ?? embed.placeholder}
                language={language}
                onLanguage={setLanguage}
                isStrict={isStrict}
                onStrict={setStrict}
                onCopy={() => setCopied(true)}
                onKeyMissing={() => setAsked(isAsked + 1)}
              />
            )}
          </Section>
        </div>
      </div>
      <LeaveGuard isNeeded={created !== null && !isCopied} />
    </Page>
  )
}

/** The sheet stays with its proof when the widget is no draft any more. */
function DraftNotice({ widget }: { widget: Widget }) {
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
      {opened === null ? null : <PublishSheet widget={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

/** Asks before a key that was created, but not copied, is lost. */
function LeaveGuard({ isNeeded }: { isNeeded: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => isNeeded,
    enableBeforeUnload: isNeeded,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return <LeaveQuestion onStay={blocker.reset} onLeave={blocker.proceed} />
}
