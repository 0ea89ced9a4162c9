import { useState } from 'react'
import { Button } from '../../controls/button.tsx'
import { ladder } from '../../controls/picture.tsx'
import { Select } from '../../controls/select.tsx'
import { toast, toastProblem } from '../../controls/toast.tsx'
import { say } from '../../words/words.ts'
import type { Asset } from '../queries.ts'
import css from './details.module.css'

const formats = ['original', 'auto', 'webp', 'avif', 'jpeg', 'png'] as const
type Format = (typeof formats)[number]

/** Makes the address of the picture in a size and a format. */
export function Addresses({ asset }: { asset: Asset }) {
  const [width, setWidth] = useState('original')
  const [format, setFormat] = useState<Format>('auto')
  const address = new URL(asset.originalUrl)
  if (width !== 'original') address.searchParams.set('w', width)
  if (format !== 'original') address.searchParams.set('format', format)
  const copy = () =>
    navigator.clipboard.writeText(address.href).then(
      () => toast(say('Address copied.')),
      () => toastProblem(say('The browser does not allow copying. Select the address instead.')),
    )
  return (
    <section className={css.part}>
      <h3>{say('Address')}</h3>
      <div className={css.pair}>
        <Select
          label={say('Width')}
          options={[
            { id: 'original', label: say('Original') },
            ...ladder
              .filter((one) => one < asset.width)
              .map((one) => ({ id: String(one), label: `${one} px` })),
          ]}
          value={width}
          onChange={setWidth}
        />
        <Select
          label={say('Format')}
          options={formats.map((id): { id: Format; label: string } => ({ id, label: labelOf(id) }))}
          value={format}
          onChange={(next: Format) => setFormat(next)}
        />
      </div>
      <code className={css.address}>{address.href}</code>
      <Button size="sm" icon="copy" onPress={() => void copy()}>
        {say('Copy address')}
      </Button>
    </section>
  )
}

function labelOf(format: Format): string {
  if (format === 'original') return say('As uploaded')
  if (format === 'auto') return say('Automatic')
  return format.toUpperCase()
}
