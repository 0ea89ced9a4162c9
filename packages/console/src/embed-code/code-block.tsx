import { useEffect, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { toastProblem } from '../controls/toast.tsx'
import { t } from '../words/words.ts'
import css from './embed-code.module.css'

type Props = {
  label: string
  code: string
  /** The key in the code, which is marked. */
  marked?: string
  isMain?: boolean
  onCopy?: () => void
}

/** How long the button says that it has copied, ms. */
const copiedMs = 2500

export function CodeBlock({ label, code, marked, isMain = false, onCopy }: Props) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => {
        setCopied(true)
        onCopy?.()
      },
      () => toastProblem(t('The browser does not allow copying. Select the code instead.')),
    )
  return (
    <figure className={css.block}>
      <figcaption>
        <span>{label}</span>
        <Button
          size="sm"
          look={isMain ? 'primary' : 'normal'}
          icon={isCopied ? 'check' : 'copy'}
          onPress={() => void copy()}
        >
          {isCopied ? t('Copied') : t('Copy')}
        </Button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard. */}
      <section tabIndex={0} aria-label={label}>
        <pre>
          <code>{marked === undefined ? code : <Marked text={code} part={marked} />}</code>
        </pre>
      </section>
      <span className="visually-hidden" role="status">
        {isCopied ? t('Copied') : ''}
      </span>
    </figure>
  )
}

const Marked = ({ text, part }: { text: string; part: string }) =>
  text.split(part).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, in its order.
    <span key={index}>
      {index === 0 ? null : <mark>{part}</mark>}
      {piece}
    </span>
  ))
