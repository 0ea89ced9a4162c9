import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../controls/dialog.tsx'
import { addressOf, Picture } from '../controls/picture.tsx'
import css from './library.module.css'
import { assetQuery } from './queries.ts'

type Props = { projectId: string; assetId: string; onClose(): void }

/** One picture, large. */
export default function QuickLook({ projectId, assetId, onClose }: Props) {
  const { data } = useQuery(assetQuery(projectId, assetId))
  return (
    <Dialog title={data?.filename ?? ''} onClose={onClose} width="lg">
      <div className={`${css.look} center`}>
        {data ? (
          <Picture
            src={addressOf(data, 1280)}
            alt={data.altText ?? ''}
            width={data.width}
            height={data.height}
            color={data.placeholder?.color}
          />
        ) : null}
      </div>
    </Dialog>
  )
}
