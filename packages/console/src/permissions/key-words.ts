import type { ApiKey } from '../server/api-keys.ts'
import { t } from '../words/words.ts'

export type KeyPermissions = ApiKey['permissions']

/**
 * A new key gets no more than showing a widget takes. It is in the source of a page, so each visitor can use it; what
 * records events is chosen by the person who wants statistics.
 */
export const leastPermissions: KeyPermissions = 'READ'

export const keyPermissionsName = (permissions: KeyPermissions): string =>
  permissions === 'READ_WRITE' ? t('Shows and counts') : t('Shows')

export const keyPermissionsHint = (permissions: KeyPermissions): string =>
  permissions === 'READ_WRITE'
    ? t(
        'Fetches published widgets and records views and clicks of visitors for Analytics. Without cookies.',
      )
    : t('Fetches published widgets. Records nothing, so Analytics stays empty for its sites.')
