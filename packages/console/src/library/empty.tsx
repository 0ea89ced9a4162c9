import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button, buttonClass } from '../controls/button.tsx'
import { Empty } from '../controls/notice.tsx'
import { toastError } from '../controls/toast.tsx'
import { useMay } from '../permissions/permissions.tsx'
import { projectQuery } from '../server/projects.ts'
import { useMe } from '../session/use-me.ts'
import { isEnded } from '../uploads/ledger.ts'
import { UploadButton } from '../uploads/upload-button.tsx'
import { useLedger } from '../uploads/use-ledger.ts'
import { formatBytes } from '../words/formats.ts'
import { t } from '../words/words.ts'
import { emptinessOf } from './conditions.ts'
import css from './library.module.css'
import type { LibrarySearch } from './search.ts'

type Props = {
  projectId: string
  folderId: string | null
  search: LibrarySearch
  onChange(next: Partial<LibrarySearch>): void
}

/** Says why there are no pictures, and offers the next step. */
export function LibraryEmpty({ projectId, folderId, search, onChange }: Props) {
  const mayUpload = useMay()('createAsset')
  const kind = emptinessOf(search)
  const ledger = useLedger()
  const coming = [...ledger.values()].filter(
    (entry) => entry.projectId === projectId && !isEnded(entry),
  ).length
  if (coming > 0 && (kind === 'library' || kind === 'folder')) {
    return (
      <Empty
        icon="upload"
        title={t('{coming, plural, one {Uploading # picture …} other {Uploading # pictures …}}', {
          coming,
        })}
      >
        {t('They appear here one after the other.')}
      </Empty>
    )
  }
  switch (kind) {
    case 'no match':
      return <NoMatch search={search} onChange={onChange} />
    case 'root':
      return (
        <Empty
          icon="folder"
          title={t('Every picture is in a folder')}
          actions={<AllPictures onChange={onChange} />}
        >
          {t('Pictures outside of folders are listed here.')}
        </Empty>
      )
    case 'folder':
      return (
        <DropPlace isOn={mayUpload}>
          <Empty
            icon="folder"
            title={t('This folder is empty')}
            actions={
              <>
                <UploadButton projectId={projectId} folderId={folderId} />
                <AllPictures onChange={onChange} />
              </>
            }
          >
            {mayUpload
              ? t('Drop pictures here, or select some elsewhere and move them.')
              : t('An editor can add pictures to it.')}
          </Empty>
        </DropPlace>
      )
    case 'library':
      return mayUpload ? <FirstPictures projectId={projectId} /> : <NoRight projectId={projectId} />
  }
}

/** With a border that says that files can be dropped. */
const DropPlace = ({ isOn, children }: { isOn: boolean; children: ReactNode }) => (
  <div className={isOn ? css.empty : css.blank}>{children}</div>
)

const AllPictures = ({ onChange }: Pick<Props, 'onChange'>) => (
  <Button onPress={() => onChange({ folder: undefined })}>{t('Show all pictures')}</Button>
)

const conditions = {
  q: undefined,
  alt: undefined,
  unused: undefined,
  duplicates: undefined,
  minBytes: undefined,
  tag: undefined,
}

function NoMatch({ search, onChange }: Pick<Props, 'search' | 'onChange'>) {
  const isInFolder = search.folder !== undefined
  return (
    <Empty
      icon="search"
      title={
        search.q === undefined
          ? t('No picture matches')
          : t('No picture matches “{q}”', { q: search.q })
      }
      actions={
        <>
          <Button look="primary" onPress={() => onChange(conditions)}>
            {t('Clear the filters')}
          </Button>
          {isInFolder ? (
            <Button onPress={() => onChange({ folder: undefined })}>
              {t('Search all folders')}
            </Button>
          ) : null}
        </>
      }
    >
      {isInFolder
        ? t('Change the filters above, or search all folders.')
        : t('Change or clear the filters above.')}
    </Empty>
  )
}

function FirstPictures({ projectId }: Pick<Props, 'projectId'>) {
  const { uploadLimits } = useMe()
  return (
    <DropPlace isOn>
      <Empty
        icon="image"
        title={t('Drop pictures here')}
        actions={
          <>
            <UploadButton projectId={projectId} folderId={null} />
            <Samples projectId={projectId} />
          </>
        }
      >
        {t(
          'JPEG, PNG, WebP, GIF, AVIF, HEIC or TIFF, up to {most} each. Whole folders keep their structure.',
          { most: formatBytes(uploadLimits.maxBytes) },
        )}
      </Empty>
    </DropPlace>
  )
}

/** For those who may only look. */
function NoRight({ projectId }: Pick<Props, 'projectId'>) {
  const { data: project } = useQuery(projectQuery(projectId))
  return (
    <Empty
      icon="image"
      title={t('No pictures yet')}
      actions={
        project === undefined ? null : (
          <Link
            to="/o/$orgId/members"
            params={{ orgId: project.organizationId }}
            className={buttonClass()}
          >
            {t('See the members')}
          </Link>
        )
      }
    >
      {t('Your role may look at pictures. Members with the role Editor or above can add some.')}
    </Empty>
  )
}

function Samples({ projectId }: Pick<Props, 'projectId'>) {
  const [part, setPart] = useState<number | null>(null)
  const add = async () => {
    setPart(0)
    try {
      const { addSamples } = await import('./samples.ts')
      await addSamples(projectId, setPart)
    } catch (error) {
      toastError(error)
    } finally {
      setPart(null)
    }
  }
  return (
    <Button icon="image" isPending={part !== null} onPress={() => void add()}>
      {part === null
        ? t('Use six sample pictures')
        : t('Adding sample pictures, {part} %', { part: Math.round(100 * part) })}
    </Button>
  )
}
