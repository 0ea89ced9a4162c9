import { Link } from '@tanstack/react-router'
import type { Schemas } from '@vitrine/sdk'
import { Icon } from '../../controls/icon.tsx'
import { ToggleChip } from '../../controls/toggle-chip.tsx'
import { May } from '../../permissions/permissions.tsx'
import { formatCount } from '../../words/formats.ts'
import { t } from '../../words/words.ts'
import { conditionsOf } from '../alt-run/search.ts'
import type { LibrarySearch } from '../search.ts'
import css from './filters.module.css'

type Props = {
  projectId: string
  counts: Schemas['AssetCounts'] | undefined
  search: LibrarySearch
  onChange(next: Partial<LibrarySearch>): void
}

/** Two million bytes: more than a page should carry for a picture. */
const large = 2_000_000

/** Filters that find work to do, with how much there is. */
export function Chips({ projectId, counts, search, onChange }: Props) {
  const chips = [
    {
      label: t('Missing alt text'),
      count: counts?.alt.missing,
      isOn: search.alt === 'missing',
      set: (on: boolean) => onChange({ alt: on ? 'missing' : undefined }),
    },
    {
      label: t('In no widget'),
      count: counts?.unused,
      isOn: search.unused === true,
      set: (on: boolean) => onChange({ unused: on || undefined }),
    },
    {
      label: t('Duplicates'),
      count: counts?.duplicates,
      isOn: search.duplicates === true,
      set: (on: boolean) => onChange({ duplicates: on || undefined }),
    },
    {
      label: t('Over 2 MB'),
      count: counts?.large,
      isOn: search.minBytes !== undefined,
      set: (on: boolean) => onChange({ minBytes: on ? large : undefined }),
    },
  ]
  return (
    <div className={css.chips}>
      {chips.map(({ label, count, isOn, set }) => (
        <ToggleChip key={label} isSelected={isOn} onChange={set}>
          {label}
          {count === undefined ? null : <span className={css.count}>{formatCount(count)}</span>}
        </ToggleChip>
      ))}
      {search.tag === undefined ? null : (
        <ToggleChip isSelected onChange={() => onChange({ tag: undefined })}>
          {t('Tag: {tag}', { tag: search.tag })}
        </ToggleChip>
      )}
      {counts === undefined || counts.alt.missing === 0 ? null : (
        <May call="updateAsset">
          <Link
            to="/p/$projectId/alt-text"
            params={{ projectId }}
            search={conditionsOf(search)}
            className={css.run ?? ''}
          >
            <Icon name="text" size={16} />
            {t('Write alt texts')}
          </Link>
        </May>
      )}
    </div>
  )
}
