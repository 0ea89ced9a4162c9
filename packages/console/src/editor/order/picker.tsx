import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../controls/button.tsx'
import { Dialog } from '../../controls/dialog.tsx'
import { Icon } from '../../controls/icon.tsx'
import { Empty, Notice } from '../../controls/notice.tsx'
import { addressOf } from '../../controls/picture.tsx'
import { SearchBox } from '../../controls/search-box.tsx'
import { LoadProblem } from '../../problems/load-problem.tsx'
import { UploadButton } from '../../uploads/upload-button.tsx'
import { t } from '../../words/words.ts'
import { type Asset, pickQuery } from '../queries.ts'
import { useEdited, useEditing } from '../use-editing.tsx'
import { add, mostItems } from './edits.ts'
import css from './picker.module.css'

/** Pictures of the library, to be added at the end. */
export default function Picker({ onClose }: { onClose(): void }) {
  const { projectId } = useParams({ from: '/shell/p/$projectId/widgets/$widgetId' })
  const editing = useEditing()
  const items = useEdited(({ copy }) => copy.mine.items)
  const [q, setQ] = useState('')
  const [page, setPage] = useState(0)
  const [picked, setPicked] = useState<ReadonlyMap<string, Asset>>(new Map())
  const { data, error } = useQuery(pickQuery(projectId, q, page))
  const used = new Set(items.map(({ assetId }) => assetId))
  const room = mostItems - items.length
  const toggle = (asset: Asset) => {
    const next = new Map(picked)
    if (!next.delete(asset.id)) next.set(asset.id, asset)
    setPicked(next)
  }
  const addPicked = () => {
    editing.learn([...picked.values()])
    editing.change(add([...picked.keys()]), 'add')
    onClose()
  }
  const actions = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button
        look="primary"
        isDisabled={picked.size === 0 || picked.size > room}
        onPress={addPicked}
      >
        {t('{count, plural, =0 {Add} one {Add # picture} other {Add # pictures}}', {
          count: picked.size,
        })}
      </Button>
    </>
  )
  return (
    <Dialog title={t('Add pictures')} isOpen onClose={onClose} actions={actions} width="lg">
      <div className={`${css.tools} stack-3`}>
        <SearchBox
          label={t('Search the library')}
          value={q}
          onChange={(text) => {
            setQ(text)
            setPage(0)
          }}
        />
        <UploadButton projectId={projectId} folderId={null} />
      </div>
      <LoadProblem error={error} />
      {picked.size > room ? (
        <Notice tone="warn">
          {t('A widget shows up to {mostItems} pictures.', { mostItems })}
        </Notice>
      ) : null}
      {data?.totalElements === 0 ? (
        <Empty icon="image" title={t('No picture matches')}>
          {t('The library takes new pictures.')}
        </Empty>
      ) : (
        <ul className={`${css.grid} stack-3`}>
          {data?.content.map((asset) => (
            <Cell
              key={asset.id}
              asset={asset}
              isPicked={picked.has(asset.id)}
              isUsed={used.has(asset.id)}
              onPress={() => toggle(asset)}
            />
          ))}
        </ul>
      )}
      {data && data.totalPages > 1 ? (
        <Pages page={page} pages={data.totalPages} onTurn={setPage} />
      ) : null}
    </Dialog>
  )
}

type CellProps = { asset: Asset; isPicked: boolean; isUsed: boolean; onPress(): void }

const cellLabel = (asset: Asset, isUsed: boolean): string => {
  const name = asset.altText || asset.filename
  return isUsed ? t('{name}, in the widget already', { name }) : name
}

const Cell = ({ asset, isPicked, isUsed, onPress }: CellProps) => (
  <li>
    <button
      type="button"
      aria-pressed={isPicked}
      aria-label={cellLabel(asset, isUsed)}
      className={css.cell}
      onClick={onPress}
    >
      <img src={addressOf(asset, 320)} alt="" loading="lazy" fetchPriority="low" />
      <span className={`${css.tick} center`}>
        <Icon name="check" size={14} />
      </span>
      {isUsed ? <span className={css.used} data-text={t('In it')} /> : null}
    </button>
  </li>
)

type PagesProps = { page: number; pages: number; onTurn(page: number): void }

const Pages = ({ page, pages, onTurn }: PagesProps) => (
  <div className={`${css.pages} row hint`}>
    <Button size="sm" isDisabled={page === 0} onPress={() => onTurn(page - 1)}>
      {t('Newer')}
    </Button>
    <span>{t('Page {page} of {pages}', { page: page + 1, pages })}</span>
    <Button size="sm" isDisabled={page + 1 >= pages} onPress={() => onTurn(page + 1)}>
      {t('Older')}
    </Button>
  </div>
)
