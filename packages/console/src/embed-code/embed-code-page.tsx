import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Skeleton } from '../controls/notice.tsx'
import { Page, Section } from '../controls/page.tsx'
import { LoadProblem } from '../problems/load-problem.tsx'
import { widgetQuery } from '../publishing/queries.ts'
import { WidgetHead } from '../publishing/widget-head.tsx'
import type { CreatedApiKey } from '../server/api-keys.ts'
import { projectQuery } from '../server/projects.ts'
import { t } from '../words/words.ts'
import { CodeTabs } from './code-tabs.tsx'
import { DraftNotice } from './draft-notice.tsx'
import css from './embed-code.module.css'
import { KeyChoice } from './key-choice.tsx'
import { ownLanguage } from './languages.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { embedQuery } from './queries.ts'

const from = '/shell/p/$projectId/widgets/$widgetId/code'

/** The code to paste into a site, and the key that it needs. */
export default function EmbedCodePage() {
  const { projectId, widgetId } = useParams({ from })
  const { data: widget } = useSuspenseQuery(widgetQuery(projectId, widgetId))
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const [language, setLanguage] = useState(ownLanguage)
  const { data: embed, error } = useQuery(embedQuery(projectId, widgetId, language))
  const [created, setCreated] = useState<CreatedApiKey | null>(null)
  const [known, setKnown] = useState<string | null>(null)
  const [isCopied, setCopied] = useState(false)
  return (
    <Page title={t('Code of {name}', { name: widget.name })} lead={<WidgetHead widget={widget} />}>
      <DraftNotice widget={widget} />
      <div className={css.columns}>
        <Section title={t('1. The key')}>
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
        <Section title={t('2. The code')}>
          <LoadProblem error={error} />
          {embed === undefined && !error ? <Skeleton lines={6} /> : null}
          {embed === undefined ? null : (
            <>
              {created === null && known === null ? (
                <p className={css.hint}>
                  {t('{placeholder} stands for the key. Put yours in its place.', {
                    placeholder: embed.placeholder,
                  })}
                </p>
              ) : null}
              <CodeTabs
                embed={embed}
                widget={widget}
                apiKey={created?.key ?? known ?? embed.placeholder}
                language={language}
                onLanguage={setLanguage}
                onCopy={() => setCopied(true)}
              />
            </>
          )}
        </Section>
      </div>
      <LeaveGuard isNeeded={created !== null && !isCopied} />
    </Page>
  )
}
