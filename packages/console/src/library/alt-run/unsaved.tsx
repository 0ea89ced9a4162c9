import { useParams } from '@tanstack/react-router'
import { Button } from '../../controls/button.tsx'
import { Notice } from '../../controls/notice.tsx'
import { queries } from '../../server/queries.ts'
import { wordsOf } from '../../words/errors.ts'
import { shown } from '../../words/shown.ts'
import { t } from '../../words/words.ts'
import { type Asset, assetQuery } from '../queries.ts'
import { isGone } from './is-gone.ts'
import type { Entered, Texts } from './texts.ts'

type Props = { unsaved: readonly Entered[]; texts: Texts }

/** Texts that were entered and could not be saved, with what was written. */
export default function Unsaved({ unsaved, texts }: Props) {
  const { projectId } = useParams({ from: '/shell/p/$projectId/alt-text' })
  const nameOf = (id: string): string =>
    queries.getQueryData<Asset>(assetQuery(projectId, id).queryKey)?.filename ?? ''
  return (
    <div role="alert" className="stack-2">
      {unsaved.map(({ id, change: { altText }, problem }) => (
        <Notice
          key={id}
          tone="bad"
          icon="alert"
          action={
            <>
              {isGone(problem) ? null : (
                <Button size="sm" onPress={texts.sendAgain}>
                  {t('Save again')}
                </Button>
              )}
              <Button size="sm" look="quiet" onPress={() => texts.giveUp(id)}>
                {t('Discard')}
              </Button>
            </>
          }
        >
          {altText == null
            ? t('{name} was not marked as decorative.', { name: shown(nameOf(id)) })
            : t('Not saved for {name}: “{text}”.', { name: shown(nameOf(id)), text: altText })}{' '}
          {isGone(problem) ? t('Another person has deleted the picture.') : wordsOf(problem)}
        </Notice>
      ))}
    </div>
  )
}
