import { useQuery } from '@tanstack/react-query'
import { Checkbox } from '../controls/checkbox.tsx'
import { t } from '../words/words.ts'
import { tokensQuery } from './queries.ts'

type Props = { isSelected: boolean; onChange(isSelected: boolean): void }

/** Offers to revoke the personal access tokens, if there are any: a thief may have made one. */
export function RevokeTokens(props: Props) {
  const { data } = useQuery(tokensQuery)
  const count = data?.length ?? 0
  return count === 0 ? null : (
    <Checkbox hint={t('Scripts that use them are refused from then on.')} {...props}>
      {t(
        '{count, plural, one {Also revoke the personal access token} other {Also revoke the # personal access tokens}}',
        { count },
      )}
    </Checkbox>
  )
}
