import { Button } from '../../../controls/button.tsx'
import { NewsOf } from '../../../controls/form.tsx'
import { Notice } from '../../../controls/notice.tsx'
import { formatBytes } from '../../../words/formats.ts'
import { t } from '../../../words/words.ts'
import type { Asset } from '../../queries.ts'
import detailsCss from '../details.module.css'
import css from './metadata.module.css'
import { MetadataRow } from './metadata-row.tsx'
import { bytesOf, mostBytes, type Row, rowsOf } from './rows.ts'
import { useMetadata } from './use-metadata.ts'

/** The keys and values that programs give a picture, or read. */
export function Metadata({ asset, isReadOnly }: { asset: Asset; isReadOnly: boolean }) {
  return (
    <section className={detailsCss.part} aria-label={t('Metadata')}>
      <h3>{t('Metadata')}</h3>
      {isReadOnly ? <Values rows={rowsOf(asset.metadata)} /> : <MetadataForm asset={asset} />}
    </section>
  )
}

function Values({ rows }: { rows: readonly Row[] }) {
  if (rows.length === 0) return <p>{t('It has none.')}</p>
  return (
    <dl className={css.values}>
      {rows.map(({ id, key, value }) => (
        <div key={id}>
          <dt>{key}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function MetadataForm({ asset }: { asset: Asset }) {
  const { rows, setRows, isChanged, isPending, problems, save, news } = useMetadata(asset)
  const bytes = bytesOf(rows)
  const isTooLarge = bytes > mostBytes
  const add = () =>
    setRows((all) => [
      ...all,
      { id: Math.max(-1, ...all.map(({ id }) => id)) + 1, key: '', kind: 'text', value: '' },
    ])
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged && !isPending && !isTooLarge) void save()
      }}
    >
      {rows.length === 0 ? <p>{t('Keys and values of your own, for programs.')}</p> : null}
      {rows.map((row, index) => (
        <MetadataRow
          key={row.id}
          row={row}
          number={index + 1}
          problem={problems.rows.get(row.id)}
          onChange={(next) => setRows((all) => all.map((one) => (one.id === row.id ? next : one)))}
          onRemove={() => setRows((all) => all.filter(({ id }) => id !== row.id))}
        />
      ))}
      {problems.whole === null ? null : (
        <Notice tone="bad">
          <span role="alert">{problems.whole}</span>
        </Notice>
      )}
      {isTooLarge ? (
        <Notice tone="bad">
          <span role="alert">
            {t('Metadata may have {most} at most. These have {size}.', {
              most: formatBytes(mostBytes),
              size: formatBytes(bytes),
            })}
          </span>
        </Notice>
      ) : null}
      <NewsOf form={{ news }} />
      <div className={detailsCss.tools}>
        <Button size="sm" icon="plus" onPress={add}>
          {t('Add a value')}
        </Button>
        {rows.length === 0 && !isChanged ? null : (
          <Button
            type="submit"
            size="sm"
            look="primary"
            isDisabled={!isChanged || isTooLarge}
            isPending={isPending}
          >
            {t('Save metadata')}
          </Button>
        )}
      </div>
    </form>
  )
}
