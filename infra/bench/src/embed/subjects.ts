import { bundlePage } from './bundle.js'
import { type Peer, paces, type Setting } from './carousels/peer.js'
import { type Form, forms } from './codes.js'
import type { Fixture } from './fixture.js'
import type { Subject } from './sample-page.js'
import type { SampleProject } from './sample-project.js'

/** Our embed in each form, exactly as returned by management-api. */
export const ourCarousels = ({ code }: SampleProject): Subject[] =>
  forms.map((form) => ourSubject(`Vitrine, ${form}`, form, ({ pace }) => code(pace, form)))

export const ourLightbox = ({ code }: SampleProject): Subject =>
  ourSubject('Vitrine', 'script', () => code('lightbox', 'script'))

const ourSubject = (name: string, form: Form, html: (setting: Setting) => string): Subject => ({
  name,
  isFramed: form === 'iframe',
  hasOptions: false,
  code: (setting) => ({ html: html(setting) }),
})

export async function peerSubject(
  peer: Peer,
  { site, project }: Pick<Fixture, 'site' | 'project'>,
): Promise<Subject> {
  const { name, file, hasOptions = false } = peer
  const built = await bundlePage(peer)
  for (const { path, text } of built) site.addFile(path, text)
  const hasStyles = built.some(({ path }) => path === `/${file}.css`)
  return {
    ...{ name, isFramed: false, hasOptions },
    code: (setting) => ({
      head: hasStyles ? `<link rel="stylesheet" href="/${file}.css">` : '',
      html: `<div${attributesOf(setting)}>
${peer.markup(project.pictures, setting)}
</div>
<script type="module" src="/${file}.js"></script>`,
    }),
  }
}

const attributesOf = ({ pace, setsStopOptions }: Setting): string =>
  ` id="peer" data-interval="${paces[pace]}"${setsStopOptions ? ' data-stop-options' : ''}`
