import { useNavigate } from '@tanstack/react-router'
import { Confirm } from '../controls/dialog.tsx'
import { toast } from '../controls/toast.tsx'
import { useFresh } from '../controls/use-fresh.ts'
import { useMe } from '../session/use-me.ts'
import { useOrganization } from '../session/use-organization.ts'
import { t } from '../words/words.ts'
import { leave, readMember, removeMember } from './commands.ts'
import type { Member } from './queries.ts'

type Props = { orgId: string; member: Member; onClose(): void }

export default function RemoveMember({ orgId, member, onClose }: Props) {
  const navigate = useNavigate()
  const { id } = useMe()
  const organization = useOrganization()
  const fresh = useFresh(member, () => readMember(orgId, member))
  const isSelf = member.userId === id
  const act = async () => {
    if (isSelf) await fresh((self) => leave(orgId, self, () => navigate({ to: '/projects' })))
    else await fresh((one) => removeMember(orgId, one))
    toast(
      isSelf
        ? t('You have left {name}.', { name: organization.name })
        : t('{name} is no longer a member.', { name: member.name }),
    )
  }
  return (
    <Confirm
      title={isSelf ? t('Leave the organization?') : t('Remove the member?')}
      label={isSelf ? t('Leave') : t('Remove')}
      onClose={onClose}
      act={act}
    >
      <p>
        {isSelf
          ? t('You lose access to all projects of {name} at once.', { name: organization.name })
          : t(
              '{name} loses access at once, and their open invitations end. What they made stays.',
              { name: member.name },
            )}
      </p>
    </Confirm>
  )
}
