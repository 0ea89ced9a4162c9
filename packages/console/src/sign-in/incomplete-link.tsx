import { Link } from '@tanstack/react-router'
import { t } from '../words/words.ts'
import { Frame } from './frame.tsx'

export const IncompleteLink = () => (
  <Frame
    title={t('This link is not complete')}
    lead={t('Open the whole link of the mail. If it is broken into lines, copy all of them.')}
    below={<Link to="/sign-in">{t('Sign in')}</Link>}
  >
    {null}
  </Frame>
)
