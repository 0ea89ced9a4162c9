import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass, IconButton } from '../../controls/button.tsx'
import { Icon } from '../../controls/icon.tsx'
import { Badge, Skeleton } from '../../controls/notice.tsx'
import { May, useMay } from '../../permissions/permissions.tsx'
import { LoadProblem } from '../../problems/load-problem.tsx'
import { useMomentOf } from '../../session/moment.tsx'
import { formatAge, formatBytes, formatMoment } from '../../words/formats.ts'
import { t } from '../../words/words.ts'
import { type Asset, assetQuery, usageQuery } from '../queries.ts'
import { Addresses } from './addresses.tsx'
import css from './details.module.css'
import { FocalPoint } from './focal-point.tsx'
import { History } from './history.tsx'
import { Metadata } from './metadata/metadata.tsx'
import { ReplaceFile } from './replace-file.tsx'
import { Texts } from './texts.tsx'

type Props = { projectId: string; assetId: string; onClose(): void; onRename(): void }

/** Everything about one picture. */
export default function Details({ projectId, assetId, onClose, onRename }: Props) {
  const { data: asset, error } = useQuery(assetQuery(projectId, assetId))
  return (
    <div className={`${css.details} stack-5`}>
      <header className={`${css.head} row-3`}>
        <h2 className="truncate" title={asset?.filename}>
          {asset?.filename ?? (error ? t('Picture') : t('Loading'))}
        </h2>
        <span className="wrap">
          {asset === undefined ? null : (
            <May call="updateAsset">
              <IconButton icon="edit" size="sm" label={t('Rename')} onPress={onRename} />
            </May>
          )}
          <IconButton icon="close" size="sm" label={t('Close details')} onPress={onClose} />
        </span>
      </header>
      <LoadProblem error={error} />
      {asset === undefined ? error ? null : <Skeleton lines={6} /> : <Parts asset={asset} />}
    </div>
  )
}

function Parts({ asset }: { asset: Asset }) {
  const may = useMay()
  return (
    <>
      <FocalPoint
        key={`${asset.id} ${asset.version}`}
        asset={asset}
        isReadOnly={!may('updateAsset')}
      />
      <Facts asset={asset} />
      <div className="wrap">
        {may('replaceAssetFile') ? <ReplaceFile asset={asset} /> : null}
        <a
          className={buttonClass('normal', 'sm')}
          href={asset.originalUrl}
          download={asset.filename}
        >
          <Icon name="download" size={16} />
          <span>{t('Download')}</span>
        </a>
      </div>
      <Texts key={asset.id} asset={asset} isReadOnly={!may('updateAsset')} />
      <Metadata key={`${asset.id} metadata`} asset={asset} isReadOnly={!may('updateAsset')} />
      <UsedIn asset={asset} />
      <Addresses asset={asset} />
      <History asset={asset} />
    </>
  )
}

function sizeOf({ width, height, frameCount }: Asset): string {
  const size = `${width} × ${height}`
  return frameCount > 1 ? t('{size}, {frames} frames', { size, frames: frameCount }) : size
}

function Facts({ asset }: { asset: Asset }) {
  const momentOf = useMomentOf()
  const created = momentOf(asset.createdAt)
  const updated = momentOf(asset.updatedAt)
  const facts: [string, string, string?][] = [
    [t('Size'), sizeOf(asset)],
    [
      t('File'),
      `${asset.contentType.replace('image/', '').toUpperCase()}, ${formatBytes(asset.sizeBytes)}`,
    ],
    [t('Added'), formatAge(created, new Date()), formatMoment(created)],
    [t('Changed'), formatAge(updated, new Date()), formatMoment(updated)],
  ]
  return (
    <dl className={`${css.facts} stack-2`}>
      {facts.map(([name, value, exact]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            {exact === undefined ? null : <span className={`${css.exact} fine`}>{exact}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The widgets that show the picture, live ones first. */
function UsedIn({ asset }: { asset: Asset }) {
  const { data, error } = useQuery(usageQuery(asset.projectId, asset.id))
  const widgets = data?.toSorted((a, b) => b.status.localeCompare(a.status))
  return (
    <section className={css.part}>
      <h3>{t('Used in')}</h3>
      <LoadProblem error={error} />
      {widgets?.length === 0 ? <p>{t('No widget shows it.')}</p> : null}
      <ul className={`${css.widgets} stack-2`}>
        {widgets?.map(({ id, name, slug, status }) => (
          <li key={id}>
            <span className={css.widget}>
              <Link
                to="/p/$projectId/widgets/$widgetId"
                params={{ projectId: asset.projectId, widgetId: id }}
              >
                {name}
              </Link>
              <span className="fine">{slug}</span>
            </span>
            <Badge tone={status === 'PUBLISHED' ? 'good' : 'neutral'}>
              {status === 'PUBLISHED' ? t('Live') : t('Draft')}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}
