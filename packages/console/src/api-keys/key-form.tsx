import { Checkbox } from '../controls/checkbox.tsx'
import { Form, FormActions, useForm } from '../controls/form.tsx'
import { TextField } from '../controls/text-field.tsx'
import { toast } from '../controls/toast.tsx'
import type { ApiKey, CreatedApiKey } from '../server/api-keys.ts'
import { problemsOf, wordsOf } from '../server/error-words.ts'
import { momentOf } from '../server/moments.ts'
import { originsOf } from '../server/origins.ts'
import { useMe } from '../session/use-me.ts'
import { say } from '../words/words.ts'
import { createKey, updateKey } from './commands.ts'
import { dayOf, endOfDay } from './expiry.ts'

type Props = {
  projectId: string
  /** Left out: a new one is made. */
  apiKey?: ApiKey
  onCreated?: (key: CreatedApiKey) => void
  onClose(): void
}

export function KeyForm({ projectId, apiKey, onCreated, onClose }: Props) {
  const { timeZone } = useMe()
  const end = apiKey?.expiresAt ? dayOf(momentOf(apiKey.expiresAt, timeZone)) : ''
  const form = useForm({
    wordsOf,
    problemsOf,
    send: async ({ name = '', sites = '', ends = '', counts }) => {
      const expiry = ends === end ? {} : { expiresAt: endOfDay(ends) }
      const fields = { name, allowedOrigins: originsOf(sites), ...expiry }
      if (apiKey === undefined) {
        const permissions = counts === undefined ? 'READ' : 'READ_WRITE'
        onCreated?.(await createKey(projectId, { ...fields, permissions }))
        return
      }
      await updateKey(apiKey, fields)
      toast(say('Saved. It counts everywhere.'))
      onClose()
    },
  })
  return (
    <Form form={form}>
      <TextField
        label={say('Name')}
        name="name"
        autoFocus
        defaultValue={apiKey?.name ?? ''}
        hint={say('Such as the site that uses it.')}
        problem={form.problems.name}
      />
      <TextField
        label={say('Sites')}
        name="sites"
        rows={3}
        defaultValue={apiKey?.allowedOrigins.join('\n') ?? ''}
        placeholder={'https://museum.example\nhttps://*.museum.example'}
        hint={say('One on each line. Without any, every site can use the key.')}
        problem={problemOfSites(form.problems)}
      />
      {apiKey === undefined ? (
        <Checkbox
          name="counts"
          value="yes"
          defaultSelected
          hint={say('Without cookies, and nothing about the visitors.')}
        >
          {say('Count views and clicks')}
        </Checkbox>
      ) : null}
      <TextField
        label={say('Ends on')}
        name="ends"
        type="date"
        defaultValue={end}
        hint={say('Empty: it has no end.')}
        problem={form.problems.expiresAt}
      />
      <FormActions
        form={form}
        label={apiKey === undefined ? say('Create key') : say('Save')}
        onCancel={onClose}
      />
    </Form>
  )
}

const problemOfSites = (problems: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(problems).find(([field]) => field.startsWith('allowedOrigins'))?.[1]
