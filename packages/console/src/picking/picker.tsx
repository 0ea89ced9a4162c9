import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { ChoiceGrid } from '../controls/choice-grid.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Icon } from '../controls/icon.tsx'
import { LiveSearch } from '../controls/live-search.tsx'
import { NativeSelect } from '../controls/native-select.tsx'
import { Empty, Notice } from '../controls/notice.tsx'
import { addressOf, Picture } from '../controls/picture.tsx'
import { ShowMore } from '../controls/show-more.tsx'
import { toastError } from '../controls/toast.tsx'
import { ToggleChip } from '../controls/toggle-chip.tsx'
import { LoadProblem } from '../problems/load-problem.tsx'
import type { Asset } from '../server/assets.ts'
import { depthOf } from '../server/folder-tree.ts'
import { foldersQuery } from '../server/folders.ts'
import { sortOptions } from '../server/picture-order-words.ts'
import { UploadButton } from '../uploads/upload-button.tsx'
import { t } from '../words/words.ts'
import css from './picker.module.css'
import { findPicked, type Pick, pickQuery } from './queries.ts'

type Props = {
  projectId: string
  title: string
  /** Pictures that are marked, and not chosen together with all. */
  used: ReadonlySet<string>
  /** How many may be chosen; 1 chooses one instead of another. */
  room: number
  /** What the button says for this number of pictures. */
  labelOf(count: number): string
  /** Said when more are chosen. */
  tooMany: string
  onPick(assets: Asset[]): void
  onClose(): void
}

const none: ReadonlySet<string> = new Set()

/** Chooses pictures of the library. */
export function Picker({ projectId, used, room, onPick, onClose, ...words }: Props) {
  const [pick, setPick] = useState<Pick>(everything)
  const list = useInfiniteQuery(pickQuery(projectId, pick))
  const pages = list.data?.pages ?? []
  const pictures = pages.flatMap(({ content }) => content)
  const total = pages[0]?.totalElements ?? 0
  const chosen = useChosen(pictures)
  const chooseAll = () =>
    findPicked(projectId, pick)
      .then((found) => chosen.add(found.filter(({ id }) => !used.has(id)).slice(0, room)))
      .catch(toastError)
  const count = chosen.ids.size
  const isSingle = room === 1
  const actions = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button
        look="primary"
        isDisabled={count === 0 || count > room}
        onPress={() => {
          onPick(chosen.assets())
          onClose()
        }}
      >
        {words.labelOf(count)}
      </Button>
    </>
  )
  return (
    <Dialog title={words.title} onClose={onClose} actions={actions} width="lg">
      <Tools
        projectId={projectId}
        pick={pick}
        tags={tagsOf(pictures)}
        onChange={(change) => setPick((now) => ({ ...now, ...change }))}
      />
      <LoadProblem error={list.error} />
      {count > room ? <Notice tone="warn">{words.tooMany}</Notice> : null}
      <div className={`${css.state} row-3 hint`}>
        <span role="status">
          {t('{count, plural, one {# picture} other {# pictures}}', { count: total })}
          {count === 0 ? null : ` · ${t('{count} selected', { count })}`}
        </span>
        <span className="row-2">
          {count === 0 ? null : (
            <Button size="sm" look="quiet" onPress={chosen.clear}>
              {t('Select none')}
            </Button>
          )}
          {isSingle ? null : (
            <Button size="sm" isDisabled={total === 0} onPress={() => void chooseAll()}>
              {t('Select all')}
            </Button>
          )}
        </span>
      </div>
      <div className={`${css.pictures} stack-4`}>
        {list.isSuccess && total === 0 ? (
          <Empty icon="image" title={t('No picture matches')}>
            {t('The library takes new pictures.')}
          </Empty>
        ) : (
          <ChoiceGrid
            label={t('Pictures')}
            entries={pictures.map((asset) => ({ ...asset, isUsed: used.has(asset.id) }))}
            nameOf={nameOf}
            cell={(asset) => <Cell asset={asset} isUsed={asset.isUsed} />}
            chosen={chosen.ids}
            onChoose={(ids) => chosen.set(isSingle ? newestOf(ids, chosen.ids) : ids)}
            onChooseAll={() => (isSingle ? undefined : void chooseAll())}
          />
        )}
        <ShowMore list={list} isCentred />
      </div>
    </Dialog>
  )
}

/** The one that was chosen last, or none. */
const newestOf = (ids: ReadonlySet<string>, before: ReadonlySet<string>): ReadonlySet<string> => {
  const last = [...ids].filter((id) => !before.has(id)).at(-1)
  return last === undefined ? none : new Set([last])
}

const everything: Pick = { q: '', folderId: '', tag: '', isUnused: false, sort: 'createdAt,desc' }

/** Ids in the order in which they were chosen, and their pictures, also those that do not match any more. */
function useChosen(pictures: readonly Asset[]) {
  const [ids, set] = useState<ReadonlySet<string>>(new Set())
  const [seen] = useState(() => new Map<string, Asset>())
  for (const asset of pictures) seen.set(asset.id, asset)
  return {
    ids,
    set,
    clear: () => set(new Set()),
    add: (found: readonly Asset[]) => {
      for (const asset of found) seen.set(asset.id, asset)
      set((now) => new Set([...now, ...found.map(({ id }) => id)]))
    },
    assets: () => [...ids].flatMap((id) => seen.get(id) ?? []),
  }
}

const mostTags = 8

/** The most frequent ones of some pictures. */
function tagsOf(pictures: readonly Asset[]): string[] {
  const counts = new Map<string, number>()
  for (const tag of pictures.flatMap(({ tags }) => tags))
    counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostTags)
    .map(([tag]) => tag)
}

type ToolsProps = {
  projectId: string
  pick: Pick
  tags: readonly string[]
  onChange(change: Partial<Pick>): void
}

function Tools({ projectId, pick, tags, onChange }: ToolsProps) {
  const { data: folders = [] } = useQuery(foldersQuery(projectId))
  const { q, folderId, tag, isUnused, sort } = pick
  const places = [
    { id: '', label: t('All pictures') },
    { id: 'root', label: t('In no folder') },
    ...folders.map((folder) => ({
      id: folder.id,
      label: `${'\u2003'.repeat(depthOf(folder))}${folder.name}`,
    })),
  ]
  const shownTags = tag === '' || tags.includes(tag) ? tags : [tag, ...tags]
  return (
    <>
      <div className={css.tools}>
        <div className={css.search}>
          <LiveSearch
            label={t('Search names, texts and tags')}
            value={q}
            onChange={(next) => onChange({ q: next })}
          />
        </div>
        <NativeSelect
          label={t('Folder')}
          options={places}
          value={folderId}
          onChange={(next) => onChange({ folderId: next, tag: '' })}
        />
        <NativeSelect
          label={t('Order')}
          options={sortOptions()}
          value={sort}
          onChange={(next) => onChange({ sort: next })}
        />
        <UploadButton
          projectId={projectId}
          folderId={folderId === '' || folderId === 'root' ? null : folderId}
        />
      </div>
      <div className="wrap">
        <ToggleChip isSelected={isUnused} onChange={(isOn) => onChange({ isUnused: isOn })}>
          {t('In no widget')}
        </ToggleChip>
        {shownTags.map((one) => (
          <ToggleChip
            key={one}
            isSelected={tag === one}
            onChange={(isOn) => onChange({ tag: isOn ? one : '' })}
          >
            {t('Tag: {tag}', { tag: one })}
          </ToggleChip>
        ))}
      </div>
    </>
  )
}

type Shown = Asset & { isUsed: boolean }

const nameOf = ({ filename, altText, isUsed }: Shown): string => {
  const name = altText || filename
  return isUsed ? t('{name}, in the widget already', { name }) : name
}

const Cell = ({ asset, isUsed }: { asset: Asset; isUsed: boolean }) => (
  <>
    <span className={`${css.picture} center`}>
      <Picture
        src={addressOf(asset, 320)}
        alt=""
        width={asset.width}
        height={asset.height}
        loading="lazy"
        fetchPriority="low"
        draggable={false}
      />
    </span>
    <span className={`${css.name} truncate fine`} title={asset.filename}>
      {asset.filename}
    </span>
    <span className={`${css.tick} center`}>
      <Icon name="check" size={14} />
    </span>
    {isUsed ? <span className={css.used} data-text={t('In it')} /> : null}
  </>
)
