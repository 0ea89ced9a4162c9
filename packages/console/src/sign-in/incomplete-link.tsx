import { Link } from '@tanstack/react-router'
import { say } from '../words/words.ts'
import { Frame } from './frame.tsx'

export const IncompleteLink = () => (
  <Frame
    title={say('This link is not complete')}
    lead={say('Open the whole link of the mail. If it is broken into lines, copy all of them.')}
    below={<Link to="/sign-in">{say('Sign in')}</Link>}
  >
    {null}
  </Frame>
)
