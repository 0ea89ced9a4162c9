import { t } from '../words/words.ts'
import css from './embed-code.module.css'

/** Which form works in which site builder, and its limits. */
const builders = (): { name: string; text: string }[] => [
  {
    name: 'WordPress',
    text: t(
      'Script, in a “Custom HTML” block. It needs the role of an administrator or editor. WordPress.com removes scripts and frames from sites whose plan has no plugins.',
    ),
  },
  {
    name: 'Wix',
    text: t(
      'Script, in “Embed Code”, “Embed HTML”. Wix shows it in a box, whose height you set, under another address than your site: use a key for every site.',
    ),
  },
  {
    name: 'Squarespace',
    text: t(
      'Script, in a “Code” block. If your plan allows no JavaScript, the first code of “iframe”: its height is then an estimate.',
    ),
  },
  {
    name: 'Shopify',
    text: t('Script, in a “Custom Liquid” section of the theme. Texts of pages drop scripts.'),
  },
  {
    name: 'Webflow',
    text: t(
      'Script, in a “Code Embed” element. It is shown in the preview, whose address ends in canvas.webflow.com, and on the published site. Long snippets do not fit.',
    ),
  },
  {
    name: 'Framer',
    text: t(
      'Script, in an “Embed” component of the type HTML. Framer shows it in a box, whose height you set: use a key for every site.',
    ),
  },
]

export const SiteBuilders = () => (
  <details className={css.policy}>
    <summary>{t('If your site is made with WordPress, Wix or the like')}</summary>
    <dl className={`${css.policyBody} stack-3`}>
      {builders().map(({ name, text }) => (
        <div key={name}>
          <dt>
            <strong>{name}</strong>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </details>
)
