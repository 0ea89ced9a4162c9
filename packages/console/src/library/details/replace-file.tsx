import { replaceFile } from '@vitrine/sdk'
import { useRef, useState } from 'react'
import { Button } from '../../controls/button.tsx'
import { Confirm } from '../../controls/dialog.tsx'
import { Bar } from '../../controls/ring.tsx'
import { toast } from '../../controls/toast.tsx'
import { useFresh } from '../../controls/use-fresh.ts'
import { vitrine } from '../../server/client.ts'
import { useMe } from '../../session/use-me.ts'
import { problemOf } from '../../uploads/checks.ts'
import { Refusal } from '../../words/errors.ts'
import { formatBytes } from '../../words/formats.ts'
import { t } from '../../words/words.ts'
import { readAgain, replaced } from '../commands.ts'
import type { Asset } from '../queries.ts'

/** Other bytes for the same picture: its texts, tags and places in widgets stay. */
export function ReplaceFile({ asset }: { asset: Asset }) {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File | null>(null)
  const [part, setPart] = useState(0)
  const { uploadLimits } = useMe()
  const fresh = useFresh(asset, () => readAgain(asset))
  const replaceBy = async (file: File) => {
    const reason = await problemOf(file, uploadLimits)
    if (reason !== null) throw new Refusal(reason)
    setPart(0)
    const onProgress = ({ loaded, total }: { loaded: number; total: number }) =>
      setPart(total === 0 ? 1 : loaded / total)
    const replace = ({ id: assetId, projectId, revision }: Asset) =>
      replaceFile(vitrine, { projectId, assetId, revision, file, onProgress })
    await replaced(await fresh(replace))
    toast(t('Replaced. Widgets show the new file everywhere.'))
  }
  return (
    <>
      <Button size="sm" icon="refresh" onPress={() => input.current?.click()}>
        {t('Replace file')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('The new file')}
        onChange={({ currentTarget }) => {
          setChosen(currentTarget.files?.[0] ?? null)
          // So that the same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      {chosen === null ? null : (
        <Confirm
          title={t('Replace the file?')}
          label={t('Replace')}
          look="primary"
          onClose={() => setChosen(null)}
          act={() => replaceBy(chosen)}
        >
          <p>
            {t(
              '{name} ({size}) takes its place. Texts, tags and places in widgets stay, and live widgets show the new file at once.',
              { name: chosen.name, size: formatBytes(chosen.size) },
            )}
          </p>
          {part > 0 ? <Bar label={t('Upload')} value={part} /> : null}
        </Confirm>
      )}
    </>
  )
}
