import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../controls/button.tsx'
import { addressOf, Picture } from '../../controls/picture.tsx'
import { TextField } from '../../controls/text-field.tsx'
import type { AssetChange } from '../../server/assets.ts'
import { wordsOf } from '../../server/error-words.ts'
import { say } from '../../words/words.ts'
import type { Asset } from '../queries.ts'
import css from './alt-run.module.css'
import { LastSaved } from './last-saved.tsx'
import type { Undo } from './use-undo.ts'

type Props = {
  asset: Asset
  undo: Undo | null
  onSave(change: AssetChange): Promise<void>
  onBack: (() => void) | null
  onSkip(): void
}

/** Enter saves, Ctrl Enter marks as decorative, Alt ← goes back, Ctrl Z in an unchanged field takes back. */
export function AltField({ asset, undo, onSave, onBack, onSkip }: Props) {
  const [text, setText] = useState(asset.altText ?? '')
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
  const save = () => {
    const altText = text.trim()
    if (altText === '') return setProblem(say('Write a text, or mark the picture as decorative.'))
    return send(altText === asset.altText ? {} : { altText, decorative: false })
  }
  const markDecorative = () => send({ altText: null, decorative: true })
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter ends the spelling of a Japanese or Chinese word, for example.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      void (event.ctrlKey || event.metaKey ? markDecorative() : save())
    }
    if (event.key === 'ArrowLeft' && event.altKey && onBack !== null) {
      event.preventDefault()
      onBack()
    }
    // In a changed field the browser handles Ctrl+Z: it undoes the typing.
    const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
    if (isUndo && undo !== null && text === (asset.altText ?? '')) {
      event.preventDefault()
      undo.run()
    }
  }
  return (
    <div className={css.run}>
      <figure className={css.picture}>
        <Picture
          src={addressOf(asset, 960)}
          alt=""
          width={asset.width}
          height={asset.height}
          color={asset.placeholder?.color}
        />
      </figure>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of the field inside. */}
      <div className={css.form} onKeyDown={onKeyDown}>
        <p className={css.hint}>
          {asset.filename}
          {asset.tags.length > 0 ? ` · ${asset.tags.join(', ')}` : null}
        </p>
        <TextField
          label={say('What does this picture show?')}
          value={text}
          onChange={setText}
          rows={3}
          autoFocus
          problem={problem}
        />
        <div className={css.actions}>
          {onBack === null ? null : (
            <Button look="quiet" icon="arrowLeft" onPress={onBack}>
              {say('Back')}
            </Button>
          )}
          <Button look="quiet" onPress={onSkip}>
            {say('Skip')}
          </Button>
          <Button onPress={() => void markDecorative()}>{say('Decorative')}</Button>
          <Button look="primary" isPending={isPending} onPress={() => void save()}>
            {say('Save and next')}
          </Button>
        </div>
        <p className={css.keys}>
          {say(
            'Enter saves · Ctrl Enter marks as decorative · Alt ← goes back · Ctrl Z takes back the last text',
          )}
        </p>
        {undo === null ? null : <LastSaved undo={undo} />}
      </div>
    </div>
  )
}
