import { useEffect, useState } from 'react'
import { t } from '../words/words.ts'
import type { Block, Form } from './codes.ts'
import css from './embed-code.module.css'
import { type Directive, policyOf } from './policy.ts'

type Props = { form: Form; base: string; blocks: readonly Block[] }

/** The sources that the site's own policy has to allow, for those whose site has one. */
export function PolicyPart({ form, base, blocks }: Props) {
  const directives = useDirectives(form, base, blocks)
  return (
    <details className={css.policy}>
      <summary>{t('If your site has a Content-Security-Policy')}</summary>
      <div className={css.policyBody}>
        <p>
          {form === 'snippet'
            ? t('It has to allow these. The hashes belong to this very code; a nonce does as well.')
            : t('It has to allow these, beside what it allows already.')}
        </p>
        <pre>
          <code>
            {directives.map(({ name, sources }) => `${name} ${sources.join(' ')};`).join('\n')}
          </code>
        </pre>
        {form === 'iframe' ? (
          <p>
            {t(
              'A policy that forbids inline styles gives the frame a fixed height; the script then sets the right one.',
            )}
          </p>
        ) : (
          <p>{t('Trusted Types may be required: the script never writes markup.')}</p>
        )}
      </div>
    </details>
  )
}

function useDirectives(form: Form, base: string, blocks: readonly Block[]): Directive[] {
  const [directives, setDirectives] = useState<Directive[]>([])
  useEffect(() => {
    let isCurrent = true
    void policyOf(form, base, blocks).then((found) => isCurrent && setDirectives(found))
    return () => {
      isCurrent = false
    }
  }, [form, base, blocks])
  return directives
}
