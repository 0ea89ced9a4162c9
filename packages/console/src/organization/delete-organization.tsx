import { useNavigate } from '@tanstack/react-router'
import { toast } from '../controls/toast.tsx'
import { TypedConfirm } from '../controls/typed-confirm.tsx'
import { t } from '../words/words.ts'
import { deleteOrganization, forgetOrganization } from './commands.ts'

type Props = { orgId: string; name: string; onClose(): void }

export default function DeleteOrganization({ orgId, name, onClose }: Props) {
  const navigate = useNavigate()
  const act = async () => {
    await deleteOrganization(orgId)
    await navigate({ to: '/projects' })
    toast(t('{name} is deleted.', { name }))
    await forgetOrganization()
  }
  return (
    <TypedConfirm
      title={t('Delete the organization?')}
      label={t('Delete organization')}
      name={name}
      onClose={onClose}
      act={act}
    >
      <p>
        {t('Everything in {name} is deleted, for all members. This cannot be undone.', { name })}
      </p>
    </TypedConfirm>
  )
}
