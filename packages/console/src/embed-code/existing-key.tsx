import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NativeSelect } from '../controls/native-select.tsx'
import { Skeleton } from '../controls/notice.tsx'
import { TextField } from '../controls/text-field.tsx'
import { LoadProblem } from '../problems/load-problem.tsx'
import { type ApiKey, apiKeysQuery } from '../server/api-keys.ts'
import { useMomentOf } from '../session/moment.tsx'
import { t } from '../words/words.ts'
import css from './embed-code.module.css'

type Props = {
  projectId: string
  /** The whole key, if it was pasted; null for the placeholder. */
  onKnown(value: string | null): void
}

/** One of the project's keys. Its value is not known here, but the person may have it. */
export default function ExistingKey({ projectId, onKnown }: Props) {
  const { data, error } = useQuery(apiKeysQuery(projectId))
  const momentOf = useMomentOf()
  const [chosen, setChosen] = useState<string | null>(null)
  const [value, setValue] = useState('')
  if (error) return <LoadProblem error={error} />
  if (data === undefined) return <Skeleton />
  const usable = data.filter(
    ({ expiresAt }) => expiresAt === null || momentOf(expiresAt) > new Date(),
  )
  const key = usable.find(({ id }) => id === chosen) ?? usable[0]
  if (key === undefined) return <p>{t('This project has no key yet.')}</p>
  const paste = (next: string) => {
    setValue(next)
    onKnown(isKey(next, key) ? next.trim() : null)
  }
  return (
    <>
      <NativeSelect
        label={t('Key')}
        options={usable.map(({ id, name, keyPrefix }) => ({
          id,
          label: `${name} · ${keyPrefix}…`,
        }))}
        value={key.id}
        onChange={(id) => {
          setChosen(id)
          setValue('')
          onKnown(null)
        }}
      />
      <p className={`${css.hint} hint`}>
        {key.allowedOrigins.length === 0
          ? t('Works on every site.')
          : t('Works on {origins} alone.', { origins: key.allowedOrigins.join(', ') })}
      </p>
      <TextField
        label={t('The whole key, if you have it')}
        value={value}
        onChange={paste}
        placeholder={`${key.keyPrefix}…`}
        hint={t('Vitrine keeps only a hash of it. What you paste here stays on this page.')}
        problem={
          value === '' || isKey(value, key)
            ? undefined
            : t('This is not the key that begins with {prefix}.', { prefix: key.keyPrefix })
        }
        autoComplete="off"
        spellCheck="false"
      />
    </>
  )
}

const isKey = (value: string, { keyPrefix }: ApiKey): boolean =>
  /^pk_[A-Za-z0-9]{38}$/.test(value.trim()) && value.trim().startsWith(keyPrefix)
