import { useEffect, useMemo, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Checkbox } from '../controls/checkbox.tsx'
import type { Command } from '../controls/command-list.tsx'
import { isCovered, isTyping } from '../controls/key-targets.ts'
import { NativeSelect } from '../controls/native-select.tsx'
import { Notice } from '../controls/notice.tsx'
import { usePageCommands } from '../controls/page-commands.ts'
import { Tabs } from '../controls/tabs.tsx'
import { toastProblem } from '../controls/toast.tsx'
import type { Widget } from '../publishing/commands.ts'
import { t } from '../words/words.ts'
import { type Block, blocksOf, type Form, forms } from './codes.ts'
import css from './embed-code.module.css'
import { type Language, languages } from './languages.ts'
import { type Directive, policyOf } from './policy.ts'
import type { Embed } from './queries.ts'
import { SiteBuilders } from './site-builders.tsx'

/** The console is served under the address of both services. */
const base = location.origin

type Props = {
  embed: Embed
  widget: Widget
  apiKey: string
  language: Language
  onLanguage(language: Language): void
  /** Whether the site forbids inline styles. */
  isStrict: boolean
  onStrict(isStrict: boolean): void
  onCopy(): void
  /** Is called instead of copying a code that has no key. */
  onKeyMissing(): void
}

export function CodeTabs(props: Props) {
  const { embed, widget, apiKey, language, onLanguage, isStrict, onStrict } = props
  const { onCopy, onKeyMissing } = props
  const [form, setForm] = useState<Form>('script')
  const [isPinned, setPinned] = useState(false)
  const [isReserved, setReserved] = useState(true)
  const blocks = useMemo(
    () => blocksOf(form, { embed, widget, base, apiKey, isPinned, isReserved }),
    [form, embed, widget, apiKey, isPinned, isReserved],
  )
  const tabs = forms.map((id) => ({ id, label: formName(id) }))
  return (
    <Tabs
      label={t('Forms of the code')}
      tabs={tabs}
      value={form}
      onChange={(next: Form) => setForm(next)}
    >
      <p className={css.use}>{formUse(form)}</p>
      {form === 'snippet' || form === 'iframe' ? (
        <div className={`${css.language} row-3`}>
          <span>{t('Language of the page')}</span>
          <NativeSelect
            label={t('Language of the page')}
            options={languages()}
            value={language}
            onChange={onLanguage}
          />
        </div>
      ) : null}
      {blocks.length === 0 ? (
        <Notice tone="warn">
          {widget.status === 'PUBLISHED'
            ? t('The texts of this widget are too long for a snippet. Use the script.')
            : t('The snippet holds the pictures themselves, so the widget has to be live first.')}
        </Notice>
      ) : null}
      {blocks.map((block, index) => (
        <CodeBlock
          key={`${form}${block.file ?? index}`}
          label={blockName(block, index)}
          code={block.code}
          isMain={index === 0}
          onCopy={onCopy}
          {...(block.code.includes(embed.placeholder) && { onKeyMissing })}
          {...(index === 0 && { marked: apiKey })}
        />
      ))}
      {form === 'script' ? (
        <details className={css.policy}>
          <summary>{t('Advanced')}</summary>
          <div className={`${css.policyBody} stack-3`}>
            <Checkbox
              isSelected={isReserved || isPinned}
              onChange={setReserved}
              isReadOnly={isPinned}
              hint={t(
                'The page keeps the room free before the widget is there, so that nothing below it moves, and asks for its data early.',
              )}
            >
              {t('Reserve the room of the widget')}
            </Checkbox>
            <Checkbox
              isSelected={isPinned}
              onChange={setPinned}
              hint={t('With its hash: the page runs this very script until you paste a new code.')}
            >
              {t('Pin the version of the script')}
            </Checkbox>
          </div>
        </details>
      ) : null}
      {form === 'snippet' ? (
        <details className={css.policy}>
          <summary>{t('Advanced')}</summary>
          <div className={`${css.policyBody} stack-3`}>
            <Checkbox
              isSelected={isStrict}
              onChange={onStrict}
              hint={t(
                'Some sites allow only stylesheets that are files. The code then links to those of Vitrine.',
              )}
            >
              {t('My site forbids inline styles')}
            </Checkbox>
          </div>
        </details>
      ) : null}
      <PolicyPart form={form} base={base} blocks={blocks} />
      <SiteBuilders />
    </Tabs>
  )
}

function formName(form: Form): string {
  if (form === 'script') return t('Script')
  if (form === 'snippet') return t('Snippet')
  if (form === 'iframe') return 'iframe'
  return form === 'react' ? 'React' : 'Vue'
}

function formUse(form: Form): string {
  if (form === 'script') {
    return t('For most sites. The widget follows every change.')
  }
  if (form === 'snippet') {
    return t(
      'The fastest first sight, also without JavaScript. The pictures stand in the page; the script brings it up to date.',
    )
  }
  if (form === 'iframe') return t('For site builders that take no scripts of others.')
  if (form === 'react') return t('A component for React, Next.js and others that use JSX.')
  return t('A component for Vue 3 and Nuxt.')
}

function blockName({ kind, file }: Block, index: number): string {
  if (kind === 'types') return t('For TypeScript: {file}', { file: file ?? '' })
  if (kind === 'config') return t('Once, in {file}', { file: file ?? '' })
  if (kind === 'component') return file ?? ''
  return index === 0
    ? t('Where the widget belongs')
    : t('Once, at the end of the page: makes frames as high as what they show')
}

type PolicyPartProps = { form: Form; base: string; blocks: readonly Block[] }

/** The sources that the site's own policy has to allow, for those whose site has one. */
function PolicyPart({ form, base, blocks }: PolicyPartProps) {
  const directives = useDirectives(form, base, blocks)
  return (
    <details className={css.policy}>
      <summary>{t('If your site has a Content-Security-Policy')}</summary>
      <div className={`${css.policyBody} stack-3`}>
        <p>
          {directives.some(({ sources }) => sources.some((one) => one.startsWith("'sha256")))
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

type CodeBlockProps = {
  label: string
  code: string
  /** The key in the code, which is marked. */
  marked?: string
  isMain?: boolean
  onCopy?: () => void
  /** Given if the code has no key: it is not copied, then. */
  onKeyMissing?: () => void
}

/** How long the button says that it has copied, ms. */
const copiedMs = 2500

function CodeBlock(props: CodeBlockProps) {
  const { label, code, marked, isMain = false, onCopy, onKeyMissing } = props
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = () =>
    void navigator.clipboard.writeText(code).then(
      () => {
        setCopied(true)
        onCopy?.()
      },
      () => toastProblem(t('The browser does not allow copying. Select the code instead.')),
    )
  const press = onKeyMissing ?? copy
  useCopyKey(isMain ? press : null)
  return (
    <figure className={css.block}>
      <figcaption>
        <span>{label}</span>
        <Button
          size="sm"
          look={isMain ? 'primary' : 'normal'}
          icon={isCopied ? 'check' : 'copy'}
          onPress={press}
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

/** Ctrl C copies the code if nothing of the page is selected, and Ctrl K offers that. */
function useCopyKey(copy: (() => void) | null): void {
  useEffect(() => {
    if (copy === null) return
    const onKey = (event: KeyboardEvent) => {
      const isCopy = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c'
      const isFree = !isTyping(event.target) && !isCovered() && getSelection()?.isCollapsed
      if (!isCopy || !isFree) return
      event.preventDefault()
      copy()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
  const command: Command = {
    id: 'copy-code',
    label: t('Copy the code'),
    keys: 'Ctrl C',
    icon: 'copy',
    run: () => copy?.(),
  }
  usePageCommands(copy === null ? [] : [command])
}

const Marked = ({ text, part }: { text: string; part: string }) =>
  text.split(part).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, in its order.
    <span key={index}>
      {index === 0 ? null : <mark>{part}</mark>}
      {piece}
    </span>
  ))
