import { queryOptions, useQuery } from '@tanstack/react-query'
import { VitrineError } from '@vitrine/sdk'
import { useEffect, useRef, useState } from 'react'
import { wordsOf } from '../../words/errors.ts'
import { formatBytes } from '../../words/formats.ts'
import { t } from '../../words/words.ts'
import type { Asset } from '../queries.ts'
import css from './addresses.module.css'

type Props = { asset: Asset; address: string }

/** The picture as the address gives it, with its size. */
export function AddressPicture({ asset, address }: Props) {
  const { data: file, error, isFetching } = useQuery(deliveredQuery(address))
  return (
    <figure className={css.picture} aria-busy={isFetching}>
      <span className={`${css.canvas} center`}>
        {file === undefined ? (
          <span className={css.waits} data-state={error ? 'failed' : 'loading'} />
        ) : (
          <Shown key={address} asset={asset} file={file} />
        )}
      </span>
      {error ? <figcaption className={`${css.refused} wrong`}>{wordsOf(error)}</figcaption> : null}
    </figure>
  )
}

function Shown({ asset, file }: { asset: Asset; file: Blob }) {
  const image = useRef<HTMLImageElement>(null)
  const [pixels, setPixels] = useState<string | null>(null)
  useEffect(() => {
    const address = URL.createObjectURL(file)
    if (image.current !== null) image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [file])
  return (
    <>
      <img
        ref={image}
        alt={t('The picture at this address')}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setPixels(`${naturalWidth} × ${naturalHeight} px`)
        }
      />
      <span className={css.size} role="status">
        {pixels === null ? null : <span>{pixels}</span>}
        <span>{file.type.replace('image/', '').toUpperCase()}</span>
        <span>{formatBytes(file.size)}</span>
        <span>{shareOf(file.size, asset)}</span>
      </span>
    </>
  )
}

/** How it compares with the file that was uploaded. */
function shareOf(bytes: number, { sizeBytes }: Asset): string {
  if (bytes === sizeBytes) return t('as uploaded')
  const percent = Math.max(1, Math.round((100 * bytes) / sizeBytes))
  return t('{percent} % of the upload', { percent })
}

/** The header that browsers send for pictures, so that the negotiated format is that of visitors. */
const accept = 'image/avif,image/webp,image/*,*/*;q=0.8'

/** How often a call to a busy service is repeated. */
const mostRetries = 4

const isBusy = (error: Error): boolean =>
  !(error instanceof VitrineError) || error.status === 503 || error.status === 429

/** The bytes that delivery answers at an address. */
const deliveredQuery = (address: string) =>
  queryOptions({
    queryKey: ['delivered', address],
    queryFn: async ({ signal }): Promise<Blob> => {
      const response = await fetch(address, {
        headers: { accept },
        credentials: 'omit',
        signal,
      })
      if (response.ok) return response.blob()
      throw new VitrineError(response, await response.json().catch(() => undefined))
    },
    retry: (count, error) => count < mostRetries && isBusy(error),
    // Each is as large as a picture.
    gcTime: 30_000,
  })
