import { Notice } from '../../controls/notice.tsx'
import { t } from '../../words/words.ts'

/** Pictures that the run has left out, because another person has deleted them. */
export function Gone({ names }: { names: readonly string[] }) {
  const [name = ''] = names
  const words =
    names.length === 1 && name !== ''
      ? t('Another person has deleted {name}, so it is skipped.', { name })
      : t(
          '{count, plural, one {# picture was} other {# pictures were}} deleted by another person and skipped.',
          { count: names.length },
        )
  return (
    // There from the beginning, so that screen readers announce its text.
    <div role="status">{names.length === 0 ? null : <Notice icon="trash">{words}</Notice>}</div>
  )
}
