import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../controls/button.tsx'
import { Icon } from '../../controls/icon.tsx'
import { addressOf, Picture } from '../../controls/picture.tsx'
import { TextField } from '../../controls/text-field.tsx'
import type { AssetChange } from '../../server/assets.ts'
import { wordsOf } from '../../words/errors.ts'
import { shown } from '../../words/shown.ts'
import { t } from '../../words/words.ts'
import type { Asset } from '../queries.ts'
import css from './alt-run.module.css'
import type { Undo } from './use-undo.ts'

type Props = {
  asset: Asset
  undo: Undo | null
  onSave(change: AssetChange): Promise<void>
  onBack: (() => void) | null
  onSkip(): void
}

/**
 * The field of one picture, and its buttons. Enter saves, Ctrl Enter marks as decorative, Alt ← goes back, Ctrl Z in an
 * unchanged field takes back.
 */
export function AltField({ asset, undo, onSave, onBack, onSkip }: Props) {
  const field = useAltText(asset, onSave)
  const { save, markDecorative } = field
  return (
    <div className={css.run}>
      <figure className={`${css.picture} center`}>
        <Picture
          src={addressOf(asset, 960)}
          alt=""
          width={asset.width}
          height={asset.height}
          color={asset.placeholder?.color}
        />
      </figure>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of the field inside. */}
      <div
        className={`${css.form} stack-4`}
        onKeyDown={(event) => followShortcut(event, { field, undo, onBack })}
      >
        <p className={css.hint}>
          <bdi>{shown(asset.filename)}</bdi>
          {asset.tags.length > 0 ? ` · ${shown(asset.tags.join(', '))}` : null}
        </p>
        <TextField
          label={t('What does this picture show?')}
          value={field.text}
          onChange={field.setText}
          rows={3}
          autoFocus
          problem={field.problem}
        />
        <div className={`${css.actions} wrap`}>
          {onBack === null ? null : (
            <Button look="quiet" icon="arrowLeft" onPress={onBack}>
              {t('Back')}
            </Button>
          )}
          <Button look="quiet" onPress={onSkip}>
            {t('Skip')}
          </Button>
          <Button onPress={() => void markDecorative()}>{t('Decorative')}</Button>
          <Button look="primary" isPending={field.isPending} onPress={() => void save()}>
            {t('Save and next')}
          </Button>
        </div>
        <p className={css.keys}>
          {t(
            'Enter saves · Ctrl Enter marks as decorative · Alt ← goes back · Ctrl Z takes back the last text',
          )}
        </p>
        {undo === null ? null : <LastSaved undo={undo} />}
      </div>
    </div>
  )
}

/** The text of a picture while it is written, until it is saved. */
function useAltText(asset: Asset, onSave: Props['onSave']) {
  const saved = asset.altText ?? ''
  const [text, setText] = useState(saved)
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const send = async (change: AssetChange) => {
    if (isPending) return
    setPending(true)
    setProblem(undefined)
    try {
      await onSave(change)
    } catch (error) {
      setProblem(wordsOf(error))
      setPending(false)
    }
  }
  const save = async () => {
    const altText = text.trim()
    if (altText === '') return setProblem(t('Write a text, or mark the picture as decorative.'))
    return send(altText === asset.altText ? {} : { altText, decorative: false })
  }
  const markDecorative = () => send({ altText: null, decorative: true })
  return { text, setText, isChanged: text !== saved, isPending, problem, save, markDecorative }
}

type Shortcuts = Pick<Props, 'undo' | 'onBack'> & { field: ReturnType<typeof useAltText> }

function followShortcut(event: KeyboardEvent, { field, undo, onBack }: Shortcuts): void {
  // Enter ends the spelling of a Japanese or Chinese word, for example.
  if (event.nativeEvent.isComposing) return
  const isCommand = event.ctrlKey || event.metaKey
  const follow = (action: () => unknown) => {
    event.preventDefault()
    void action()
  }
  if (event.key === 'Enter' && !event.shiftKey)
    follow(isCommand ? field.markDecorative : field.save)
  if (event.key === 'ArrowLeft' && event.altKey && onBack !== null) follow(onBack)
  // In a changed field the browser handles Ctrl+Z: it undoes the typing.
  const isUndo = event.key === 'z' && isCommand && !event.shiftKey
  if (isUndo && undo !== null && !field.isChanged) follow(() => undo.run())
}

/** The last saved change, with a button that undoes it. */
export const LastSaved = ({ undo }: { undo: Undo }) => (
  <div className={`${css.saved} row-2 aside`}>
    <Icon name="check" size={16} />
    <span title={undo.words}>{undo.words}</span>
    <Button look="quiet" size="sm" icon="undo" isPending={undo.isPending} onPress={undo.run}>
      {t('Undo')}
    </Button>
  </div>
)
