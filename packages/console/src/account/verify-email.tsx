import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { FormDialog, useForm } from '../controls/form.tsx'
import { Notice } from '../controls/notice.tsx'
import { TextField } from '../controls/text-field.tsx'
import { toast } from '../controls/toast.tsx'
import { useAction } from '../controls/use-action.ts'
import { sendVerification } from '../session/commands.ts'
import { t } from '../words/words.ts'
import { verifyEmail } from './commands.ts'

export default function VerifyEmail({ onClose }: { onClose(): void }) {
  const [answer, setAnswer] = useState<string | null>(null)
  const mail = useAction(async () => setAnswer(await sendVerification()))
  const form = useForm({
    fields: ['token'],
    send: async ({ token = '' }) => {
      await verifyEmail(tokenOf(token))
      toast(t('Your address is verified.'))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('Verify your e-mail address')}
      label={t('Verify')}
      form={form}
      onClose={onClose}
    >
      <p>
        {t(
          'We send a mail with a link. Open it in this browser, or paste it here, to show that the address is yours.',
        )}
      </p>
      <div>
        <Button icon="mail" isPending={mail.isPending} onPress={mail.run}>
          {t('Send the mail')}
        </Button>
      </div>
      <div role="status">{answer === null ? null : <Notice>{answer}</Notice>}</div>
      <TextField
        label={t('Link of the mail')}
        name="token"
        autoComplete="off"
        problem={form.problems.token}
      />
    </FormDialog>
  )
}

/** Takes the token out of a pasted link; a token alone is returned as it is. */
const tokenOf = (pasted: string): string => pasted.trim().split('#').at(-1) ?? ''
