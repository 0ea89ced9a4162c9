import { useEffect, useState } from 'react'
import { IconButton } from '../controls/button.tsx'
import { ExactTime } from '../controls/exact-time.tsx'
import { Icon } from '../controls/icon.tsx'
import { Menu, MenuItem, MenuLine } from '../controls/menu.tsx'
import { Badge } from '../controls/notice.tsx'
import { keyPermissionsName } from '../permissions/key-words.ts'
import { useMay } from '../permissions/permissions.tsx'
import type { ApiKey } from '../server/api-keys.ts'
import { Moment, useMomentOf } from '../session/moment.tsx'
import { t } from '../words/words.ts'
import css from './api-keys.module.css'
import type { KeyDialog } from './dialogs.tsx'
import { remainingUntil, remainingWords } from './expiry.ts'

type Props = { apiKey: ApiKey; onDialog(dialog: KeyDialog): void }

export function KeyRow({ apiKey, onDialog }: Props) {
  const momentOf = useMomentOf()
  const { name, keyPrefix, permissions, allowedOrigins, expiresAt, lastUsed, createdAt } = apiKey
  const end = expiresAt === null ? null : momentOf(expiresAt)
  const hasEnded = end !== null && end <= new Date()
  return (
    <li className={css.row} data-ended={hasEnded || undefined}>
      <span className={`${css.icon} center`}>
        <Icon name="key" size={20} />
      </span>
      <div className={css.about}>
        <h2>{name}</h2>
        <p className={`${css.facts} hint`}>
          <code>{keyPrefix}…</code>
          <span>
            {t('Created')} <Moment at={createdAt} as="day" />
          </span>
        </p>
      </div>
      <Sites origins={allowedOrigins} />
      <div className={css.state}>
        <Badge tone={permissions === 'READ_WRITE' ? 'accent' : 'neutral'}>
          {keyPermissionsName(permissions)}
        </Badge>
      </div>
      <div className={`${css.times} lines hint`}>
        <p>
          {lastUsed === null ? (
            t('Never used')
          ) : (
            <>
              {t('Last used')} <Moment at={lastUsed} />
            </>
          )}
        </p>
        <p className={end === null ? '' : (css.ends ?? '')}>
          {end === null ? t('No end') : <Countdown end={end} />}
        </p>
      </div>
      <KeyMenu apiKey={apiKey} hasEnded={hasEnded} onDialog={onDialog} />
    </li>
  )
}

/** More would make the row too high. */
const shownSites = 3

function Sites({ origins }: { origins: readonly string[] }) {
  if (origins.length === 0) {
    return (
      <p className={`${css.sites} aside`}>
        <Badge tone="warn">{t('Any site')}</Badge>
      </p>
    )
  }
  return (
    <ul className={`${css.sites} aside`}>
      {origins.slice(0, shownSites).map((origin) => (
        <li key={origin}>{origin.replace('https://', '')}</li>
      ))}
      {origins.length > shownSites ? (
        <li title={origins.slice(shownSites).join('\n')}>
          {t('and {count} more', { count: origins.length - shownSites })}
        </li>
      ) : null}
    </ul>
  )
}

function KeyMenu({ apiKey, hasEnded, onDialog }: Props & { hasEnded: boolean }) {
  const may = useMay()
  if (!may('updateApiKey')) return <span />
  const { name } = apiKey
  const trigger = <IconButton icon="more" label={t('More about {name}', { name })} size="sm" />
  return (
    <Menu label={name} trigger={trigger}>
      <MenuItem
        label={t('Change …')}
        icon="edit"
        onAction={() => onDialog({ kind: 'change', apiKey })}
      />
      {may('rotateApiKey') && !hasEnded ? (
        <MenuItem
          label={t('Rotate …')}
          icon="refresh"
          onAction={() => onDialog({ kind: 'rotate', apiKey })}
        />
      ) : null}
      <MenuLine />
      {may('deleteApiKey') ? (
        <MenuItem
          label={t('Revoke …')}
          icon="trash"
          isDanger
          onAction={() => onDialog({ kind: 'revoke', apiKey })}
        />
      ) : null}
    </Menu>
  )
}

/** When a key ends: the time that is left, or that it has ended. */
function Countdown({ end }: { end: Date }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000)
    return () => clearInterval(timer)
  }, [])
  const left = remainingUntil(end, now)
  return (
    <ExactTime at={end}>
      {left === null ? t('Has ended') : t('Ends in {time}', { time: remainingWords(left) })}
    </ExactTime>
  )
}
