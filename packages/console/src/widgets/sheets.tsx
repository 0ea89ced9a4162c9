import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass } from '../controls/button.tsx'
import { ChangeSheet } from '../publishing/change-sheet.tsx'
import { deleteWidget, publish, refreshWidgets, unpublish } from '../publishing/commands.ts'
import { codeOf } from '../publishing/places.ts'
import { t } from '../words/words.ts'
import type { ListedWidget } from './queries.ts'

export type Sheet = { kind: 'publish' | 'unpublish' | 'delete'; widget: ListedWidget }

type Props = {
  sheet: Sheet
  onClose(): void
  /** Shows another sheet instead. */
  onSheet(sheet: Sheet): void
}

/** The changes of a widget that the public sees. */
export default function Sheets({ sheet: { kind, widget }, onClose, onSheet }: Props) {
  const shared = { onClose, onSettled: () => void refreshWidgets(widget.projectId) }
  const { name, slug, status } = widget
  if (kind === 'publish') {
    return (
      <ChangeSheet
        {...shared}
        title={t('Publish “{name}”', { name })}
        label={t('Publish')}
        effect="live"
        doneTitle={t('“{name}” is live', { name })}
        change={publish(widget)}
        done={<p>{t('The next step is its code: paste it into your site.')}</p>}
        doneActions={
          <Link to={codeOf(widget.projectId, widget.id)} className={buttonClass('primary')}>
            {t('Copy code')}
          </Link>
        }
      >
        <p>{t('Sites that have its code show it at once, under the slug “{slug}”.', { slug })}</p>
        {widget.assetIds.length === 0 ? (
          <p>{t('It has no pictures yet, so visitors would see nothing.')}</p>
        ) : null}
      </ChangeSheet>
    )
  }
  if (kind === 'unpublish') return <Unpublish widget={widget} onClose={onClose} onSheet={onSheet} />
  return (
    <ChangeSheet
      {...shared}
      title={t('Delete “{name}”', { name })}
      label={t('Delete for ever')}
      effect="gone"
      change={deleteWidget(widget)}
      isDanger
    >
      <p>
        {status === 'PUBLISHED'
          ? t(
              'It is live: sites stop showing it at once, and their code stays empty. To take it off the web for a while, unpublish it instead.',
            )
          : t('Its order, texts and settings are gone for ever. The pictures stay in the library.')}
      </p>
    </ChangeSheet>
  )
}

type UnpublishProps = Omit<Props, 'sheet'> & { widget: ListedWidget }

function Unpublish({ widget, onClose, onSheet }: UnpublishProps) {
  /** The widget after the change: only the revision that the person has seen can go live again. */
  const [draft, setDraft] = useState<ListedWidget | null>(null)
  return (
    <ChangeSheet
      title={t('Unpublish “{name}”', { name: widget.name })}
      label={t('Unpublish')}
      effect="gone"
      change={unpublish(widget)}
      isDanger
      onClose={onClose}
      onSettled={(outcome) => {
        if (outcome?.data !== undefined) setDraft({ ...widget, ...outcome.data })
        void refreshWidgets(widget.projectId)
      }}
      doneActions={
        draft === null ? null : (
          <Button onPress={() => onSheet({ kind: 'publish', widget: draft })}>
            {t('Publish again …')}
          </Button>
        )
      }
    >
      <p>
        {t(
          'Sites stop showing it at once. It becomes a draft, and can be published again with the same code.',
        )}
      </p>
    </ChangeSheet>
  )
}
