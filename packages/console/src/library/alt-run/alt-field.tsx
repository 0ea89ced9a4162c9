import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../controls/button.tsx'
import { Icon } from '../../controls/icon.tsx'
import { addressOf, Picture } from '../../controls/picture.tsx'
import { TextField } from '../../controls/text-field.tsx'
import type { AssetChange } from '../../server/assets.ts'
import { shown } from '../../words/shown.ts'
import { t } from '../../words/words.ts'
import type { Asset } from '../queries.ts'
import css from './alt-run.module.css'
import type { Undo } from './use-undo.ts'

type Props = {
  /** Changes with the picture. */
  id: string
  /** Undefined until it is known. The field takes keys before. */
  asset: Asset | undefined
  /** What is typed or entered for it; undefined if nothing is. */
  text: string | undefined
  /** Why no text can be entered for it. */
  obstacle: string | undefined
  undo: Undo | null
  onType(text: string): void
  /** Null if nothing is to be changed. The next picture follows at once. */
  onEnter(change: AssetChange | null): void
  onBack: (() => void) | null
  onSkip(): void
}

/**
 * The field of all pictures of a run, one after the other, and its buttons. It is one element, so that no key falls
 * between two. Enter saves, Ctrl Enter marks as decorative, Alt ← goes back, Ctrl Z in an unchanged field takes back.
 */
export function AltField(props: Props) {
  const { id, asset, undo, onBack, onSkip } = props
  const field = useAltText(props)
  const form = useRef<HTMLDivElement>(null)
  // After a press on a button, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each picture.
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [id])
  return (
    <div className={css.run}>
      <figure className={`${css.picture} center`}>
        {asset === undefined ? null : (
          <Picture
            key={id}
            src={addressOf(asset, 960)}
            alt=""
            width={asset.width}
            height={asset.height}
            color={asset.placeholder?.color}
          />
        )}
      </figure>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of the field inside. */}
      <div
        ref={form}
        className={`${css.form} stack-4`}
        onKeyDown={(event) => followShortcut(event, field, props)}
      >
        <p className={`${css.hint} truncate`}>
          {asset === undefined ? t('Loading') : <bdi>{shown(asset.filename)}</bdi>}
          {asset && asset.tags.length > 0 ? ` · ${shown(asset.tags.join(', '))}` : null}
        </p>
        <TextField
          label={t('What does this picture show?')}
          value={field.text}
          onChange={field.type}
          rows={3}
          autoFocus
          problem={field.problem}
        />
        <div className={`${css.actions} wrap`}>
          <Button
            look="quiet"
            icon="arrowLeft"
            isDisabled={onBack === null}
            onPress={() => onBack?.()}
          >
            {t('Back')}
          </Button>
          <Button look="quiet" onPress={onSkip}>
            {t('Skip')}
          </Button>
          <Button onPress={field.markDecorative}>{t('Decorative')}</Button>
          <Button look="primary" onPress={field.enter}>
            {t('Save and next')}
          </Button>
        </div>
        <p className="hint">
          {t(
            'Enter saves · Ctrl Enter marks as decorative · Alt ← goes back · Ctrl Z takes back the last text',
          )}
        </p>
        {undo === null ? null : <LastSaved undo={undo} />}
      </div>
    </div>
  )
}

/** The text of a picture while it is written, until it is entered. */
function useAltText({ id, asset, text: typed, obstacle, onType, onEnter }: Props) {
  const saved = asset?.altText ?? ''
  const text = typed ?? saved
  const [refused, setRefused] = useState<string | null>(null)
  const problem = obstacle ?? (refused === id ? emptyWords() : undefined)
  const enterChange = (change: AssetChange | null) => {
    setRefused(null)
    // As long as it is not known which picture is next, the text stays in the field.
    if (asset !== undefined && obstacle === undefined) onEnter(change)
  }
  return {
    text,
    isChanged: text !== saved,
    problem,
    type: (next: string) => {
      setRefused(null)
      onType(next)
    },
    enter: () => {
      const altText = text.trim()
      if (altText === '') return setRefused(id)
      enterChange(altText === asset?.altText ? null : { altText, decorative: false })
    },
    markDecorative: () => enterChange({ altText: null, decorative: true }),
  }
}

const emptyWords = () => t('Write a text, or mark the picture as decorative.')

function followShortcut(
  event: KeyboardEvent,
  field: ReturnType<typeof useAltText>,
  { undo, onBack }: Pick<Props, 'undo' | 'onBack'>,
): void {
  // Enter ends the spelling of a Japanese or Chinese word, for example.
  if (event.nativeEvent.isComposing) return
  const isCommand = event.ctrlKey || event.metaKey
  const follow = (action: () => unknown) => {
    event.preventDefault()
    action()
  }
  // A button follows its own Enter.
  const isTyped = event.target instanceof HTMLTextAreaElement
  if (event.key === 'Enter' && !event.shiftKey && isTyped)
    // A key that is held down enters one text.
    follow(() => event.repeat || (isCommand ? field.markDecorative() : field.enter()))
  if (event.key === 'ArrowLeft' && event.altKey && onBack !== null) follow(onBack)
  // In a changed field the browser handles Ctrl+Z: it undoes the typing.
  const isUndo = event.key === 'z' && isCommand && !event.shiftKey
  if (isUndo && undo !== null && !field.isChanged) follow(() => undo.run())
}

/** The last saved change, with a button that undoes it. */
export const LastSaved = ({ undo }: { undo: Undo }) => (
  <div className={`${css.saved} row-2 aside`}>
    <Icon name="check" size={16} />
    <span className="fill truncate" title={undo.words}>
      {undo.words}
    </span>
    <Button look="quiet" size="sm" icon="undo" isPending={undo.isPending} onPress={undo.run}>
      {t('Undo')}
    </Button>
  </div>
)
