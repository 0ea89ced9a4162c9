import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { buttonClass } from '../../controls/button.tsx'
import { Notice } from '../../controls/notice.tsx'
import { addressOf } from '../../controls/picture.tsx'
import { ChangeSheet } from '../../publishing/change-sheet.tsx'
import { refreshWidgets, updateWidget } from '../../publishing/commands.ts'
import type { Change } from '../../publishing/follow.ts'
import { codeOf } from '../../publishing/places.ts'
import { t } from '../../words/words.ts'
import { bodyOf } from '../commands.ts'
import { nameOf } from '../order/names.ts'
import type { Problem } from '../problems.ts'
import { useEdited, useEditing } from '../use-editing.tsx'
import { countOf, type Differences, differencesOf } from '../working-copy/differences.ts'
import { changeOf, type Item, type Widget } from '../working-copy/fields.ts'
import { lineOf, listWords } from './difference-words.ts'
import css from './publish.module.css'

type Props = { problems: readonly Problem[]; onClose(): void }

/** Shows what becomes public, makes it public, and stays with the proof. */
export default function PublishSheet({ problems, onClose }: Props) {
  const editing = useEditing()
  const widget = useEdited((state) => state.widget)
  const copy = useEdited((state) => state.copy)
  const { base, mine, revision } = copy
  // The state when the sheet was opened.
  const [isLive] = useState(widget.status === 'PUBLISHED')
  const differences = differencesOf(base, mine)
  const isBlocked = problems.some(({ isBlocking }) => isBlocking)
  useEffect(() => {
    // Without a connection the sheet says so itself.
    editing.refresh().catch(() => undefined)
  }, [editing])
  const change: Change<Widget> = async (client, key) => {
    const body = { ...bodyOf(changeOf(base, mine)), status: 'PUBLISHED' as const }
    const answer = await updateWidget({ ...widget, revision }, body)(client, key)
    if (answer.data !== undefined && answer.response.ok) editing.stored(mine, answer.data)
    return answer
  }
  const settle = () => {
    void refreshWidgets(widget.projectId)
    void editing.refresh()
  }
  return (
    <ChangeSheet
      title={isLive ? t('Publish changes') : t('Publish the widget')}
      label={isLive ? t('Publish changes') : t('Publish')}
      effect="live"
      doneTitle={t('“{name}” is live', { name: mine.name })}
      change={change}
      isReady={!isBlocked}
      width="md"
      onClose={onClose}
      onSettled={settle}
      done={
        <p>
          {isLive
            ? t('Sites that have its code show the changes now.')
            : t('The next step is its code: paste it into your site.')}
        </p>
      }
      doneActions={
        <Link
          to={codeOf(widget.projectId, widget.id)}
          className={buttonClass(isLive ? 'normal' : 'primary')}
        >
          {t('Copy code')}
        </Link>
      }
    >
      {isLive ? null : (
        <p>
          {t(
            '{count, plural, =0 {No picture} one {# picture} other {# pictures}} will be public wherever the embed code of this widget is.',
            { count: mine.items.length },
          )}
        </p>
      )}
      {countOf(differences) === 0 ? null : <DifferenceList differences={differences} />}
      {problems.length === 0 ? null : (
        <Notice tone={isBlocked ? 'bad' : 'warn'} icon="alert">
          {t('{count, plural, one {# problem} other {# problems}}', { count: problems.length })}
          <ul className={css.problems}>
            {problems.slice(0, mostProblems).map(({ id, words }) => (
              <li key={id}>{words}</li>
            ))}
          </ul>
        </Notice>
      )}
    </ChangeSheet>
  )
}

const mostProblems = 5

/** The differences that publishing makes for the public. */
function DifferenceList({ differences }: { differences: Differences }) {
  const { values, added, removed } = differences
  return (
    <div className={`${css.differences} stack-3`}>
      {values.length === 0 ? null : (
        <ul className={css.lines}>
          {values.map(lineOf).map(({ id, label, from, to }) => (
            <li key={id}>
              <span className={css.what}>{label}</span>
              <del>{from}</del>
              <span aria-hidden="true">→</span>
              <ins>{to}</ins>
            </li>
          ))}
        </ul>
      )}
      {listWords(differences).map((words) => (
        <p key={words} className={css.list}>
          {words}
        </p>
      ))}
      <Thumbs label={t('Added')} items={added} />
      <Thumbs label={t('Removed')} items={removed} isGone />
    </div>
  )
}

/** More than these are only counted. */
const mostThumbs = 12

type ThumbsProps = { label: string; items: readonly Item[]; isGone?: boolean }

function Thumbs({ label, items, isGone = false }: ThumbsProps) {
  const assets = useEdited((state) => state.assets)
  if (items.length === 0) return null
  const rest = items.length - mostThumbs
  return (
    <ul className={`${css.thumbs} wrap`} aria-label={label} data-gone={isGone || undefined}>
      {items.slice(0, mostThumbs).map((item) => {
        const asset = assets.get(item.assetId)
        return asset === undefined ? null : (
          <li key={item.key}>
            <img src={addressOf(asset, 320)} alt={nameOf(item, asset)} fetchPriority="low" />
          </li>
        )
      })}
      {rest > 0 ? <li className={css.rest}>{`+${rest}`}</li> : null}
    </ul>
  )
}
