import { useQuery } from '@tanstack/react-query'
import { Notice } from '../controls/notice.tsx'
import { formatList } from '../words/formats.ts'
import { t } from '../words/words.ts'
import { adminsQuery } from './queries.ts'

/** For those whose role may not create keys. */
export function WhoCan({ orgId }: { orgId: string }) {
  const { data } = useQuery(adminsQuery(orgId))
  if (data === undefined) return null
  return (
    <Notice icon="users">
      {t('A new key for your site can be created by {names}.', { names: formatList(data) })}
    </Notice>
  )
}
