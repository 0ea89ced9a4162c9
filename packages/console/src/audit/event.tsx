import { Link, useNavigate } from '@tanstack/react-router'
import { Avatar } from '../controls/avatar.tsx'
import { IconButton } from '../controls/button.tsx'
import { ExactTime } from '../controls/exact-time.tsx'
import { Icon } from '../controls/icon.tsx'
import { Menu, MenuItem } from '../controls/menu.tsx'
import { Badge } from '../controls/notice.tsx'
import { useMomentOf } from '../session/moment.tsx'
import { formatTime } from '../words/formats.ts'
import { shown } from '../words/shown.ts'
import { t } from '../words/words.ts'
import css from './audit.module.css'
import { type Change, changesOf, fieldWords, nameOf } from './changes.ts'
import { type Place, placeOf } from './place-of.ts'
import type { AuditEvent } from './queries.ts'
import type { AuditSearch } from './search.ts'
import { sentenceOf } from './sentence.ts'

type Props = { event: AuditEvent; search: AuditSearch }

export function Event({ event, search, names }: Props & { names: ReadonlyMap<string, string> }) {
  const { actor, resourceIds, changes, createdAt, tokenId, reason, address } = event
  const at = useMomentOf()(createdAt)
  const lines = changesOf(changes)
  const name = nameOf(changes)
  const { who, did } = sentenceOf(event, names)
  return (
    <li className={css.event}>
      <Avatar name={actor?.name ?? '?'} size="sm" />
      <div className={`${css.body} fill`}>
        <p className={css.sentence}>
          <strong>{who}</strong> {did}
          {name === null ? null : (
            <>
              {' '}
              <Thing name={name} place={placeOf(event)} />
            </>
          )}{' '}
          {resourceIds.length > 1 ? <Badge>{`${resourceIds.length} ×`}</Badge> : null}{' '}
          {tokenId === null ? null : <Badge>{t('by token')}</Badge>}{' '}
          {reason === null ? null : <Badge tone="warn">{reason}</Badge>}
        </p>
        {address === null ? null : (
          <p className="hint">
            {t('from')} <bdi>{address}</bdi>
          </p>
        )}
        {lines.length === 0 ? null : <Changes lines={lines} />}
      </div>
      <span className={`${css.time} hint`}>
        <ExactTime at={at}>{formatTime(at)}</ExactTime>
      </span>
      <Actions event={event} search={search} />
    </li>
  )
}

const Thing = ({ name, place }: { name: string; place: Place | null }) =>
  place === null ? (
    <bdi className={css.thing}>{shown(name)}</bdi>
  ) : (
    <Link {...place} className={css.thing ?? ''}>
      <bdi>{shown(name)}</bdi>
    </Link>
  )

const Changes = ({ lines }: { lines: readonly Change[] }) => (
  <details className={css.changes}>
    <summary>
      <Icon name="chevronRight" size={14} />
      {t('{count, plural, one {# change} other {# changes}}', { count: lines.length })}
      <span className={`${css.fieldNames} truncate`}>
        {'· '}
        {lines.map(({ field }) => fieldWords(field)).join(', ')}
      </span>
    </summary>
    <table>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('Field')}</th>
          <th scope="col">{t('Before')}</th>
          <th scope="col">{t('After')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ field, from, to }) => (
          <tr key={field}>
            <th scope="row">{fieldWords(field)}</th>
            <td>
              <Value text={from} isOld />
            </td>
            <td>
              <Value text={to} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </details>
)

function Value({ text, isOld = false }: { text: string | null; isOld?: boolean }) {
  if (text === null) return <span className={css.nothing}>{t('nothing')}</span>
  return isOld ? <del>{text}</del> : <ins>{text}</ins>
}

function Actions({ event, search }: Props) {
  const navigate = useNavigate()
  const { organizationId: orgId, requestId, resourceId } = event
  const place = placeOf(event)
  const show = (next: AuditSearch) =>
    void navigate({ to: '/o/$orgId/audit', params: { orgId }, search: next })
  const label = t('More about this event')
  return (
    <Menu label={label} trigger={<IconButton icon="more" size="sm" label={label} />}>
      {place === null ? null : (
        <MenuItem label={t('Open')} icon="arrowRight" onAction={() => void navigate(place)} />
      )}
      {search.thing === undefined ? (
        <MenuItem
          label={t('Everything about this')}
          icon="clock"
          onAction={() => show({ thing: resourceId })}
        />
      ) : null}
      {search.request === undefined ? (
        <MenuItem
          label={t('Everything by this call')}
          icon="link"
          onAction={() => show({ request: requestId })}
        />
      ) : null}
      {event.actor === null || search.actor !== undefined ? null : (
        <MenuItem
          label={t('Everything by {name}', { name: event.actor.name })}
          icon="user"
          onAction={() => show({ actor: event.actor?.id })}
        />
      )}
    </Menu>
  )
}
