import { shownFilename } from '@vitrine/contracts'
import {
  labelsFor,
  type Published,
  pinnedEntry,
  renderElement,
  renderShadow,
  renderSnippet,
  reservation,
  type SnippetOptions,
  toHtml,
} from '@vitrine/embed'
import type { ShownWidget } from './repository.js'

/** Everything that the answer is made of. */
export type CodesTask = {
  projectId: string
  widget: ShownWidget
  page: Page
  /** The fields of the answer that do not depend on the widget. */
  head: object
}

/** The answer as it is sent. For a large widget it takes tens of milliseconds: those go to a thread. */
export function embedAnswer({ projectId, widget, page, head }: CodesTask) {
  const published = asPublished(projectId, widget, page.publicUrl)
  const answer = {
    ...head,
    script: scriptCode(published, page),
    pinnedScript: scriptCode(published, page, pinnedScript(page.publicUrl)),
    // Nothing of a draft is public.
    snippet: widget.status === 'PUBLISHED' ? snippetCode(published, page) : null,
    iframe: iframeCode(published, widget.name, page),
    iframeScript: iframeScriptCode(page.publicUrl),
  }
  return new TextEncoder().encode(JSON.stringify(answer))
}

/** As delivery answers. */
const asPublished = (
  projectId: string,
  { id, slug, layout, config, theme, assets }: ShownWidget,
  publicUrl: string,
): Published => ({
  widget: { id, slug, layout, config, theme },
  assets: (JSON.parse(assets) as Omit<Published['assets'][number], 'url'>[]).map((asset) => ({
    ...asset,
    filename: shownFilename(asset.filename),
    url: `${publicUrl}/api/v1/deliver/${projectId}/${asset.id}`,
  })),
})

type Page = {
  publicUrl: string
  /** What stands for the key, or the key itself. */
  apiKey: string
  /** BCP 47. */
  language: string
  /** CSS length: how wide the widget will be; the page's width if left out. */
  width?: string | undefined
}

/** The script as sites link to it: always the newest. */
const newestScript = (publicUrl: string): string =>
  toHtml(['script', { type: 'module', src: `${publicUrl}/embed/v1.js` }])

/** The script of this build, which a browser runs only if it has the very content. */
function pinnedScript(publicUrl: string): string {
  const { file, integrity } = pinnedEntry
  const src = `${publicUrl}/embed/${file}`
  return toHtml(['script', { type: 'module', src, integrity, crossorigin: 'anonymous' }])
}

/** The element alone: it fetches the widget, in a place that is kept free for it. */
function scriptCode(
  published: Published,
  { publicUrl, apiKey, width }: Page,
  script = newestScript(publicUrl),
): string {
  const query = new URLSearchParams({ api_key: apiKey })
  // Just as the script will ask, which then finds the answer under way.
  const href = `${publicUrl}/api/v1/widgets/${published.widget.slug}?${query}`
  const preload = toHtml(['link', { rel: 'preload', as: 'fetch', href, crossorigin: 'anonymous' }])
  const element = renderElement(published, { apiKey, ...(width !== undefined && { width }) })
  return [preload, script, element].join('\n')
}

/** The element with its content, and what fetches the first picture ahead of all else. */
function snippetCode(published: Published, page: Page): string {
  const { publicUrl, apiKey, language, width } = page
  const options: SnippetOptions = {
    apiKey,
    labels: labelsFor(language),
    ...(width !== undefined && { width }),
  }
  const { preload } = renderShadow(published, options)
  const element = renderSnippet(published, options)
  return [preload, newestScript(publicUrl), element].filter(Boolean).join('\n')
}

/** Where a page forbids inline styles, pixels: then a frame has only its attributes. */
const plainHeight = 480

/**
 * A frame within an element that is as high as the widget, as far as that is known without a script.
 * The place is a span, which may stand in any text and which hardly any stylesheet has rules for.
 *
 * @param title what assistive technology calls the frame.
 */
function iframeCode(published: Published, title: string, page: Page): string {
  const { publicUrl, apiKey, language } = page
  const query = new URLSearchParams({ api_key: apiKey, lang: language })
  const attributes = {
    src: `${publicUrl}/embed/${published.widget.slug}?${query}`,
    title,
    loading: 'lazy',
    // Else a page that sends no Referer is none that a key can be for.
    referrerpolicy: 'strict-origin',
    width: '100%',
    height: plainHeight,
    frameborder: 0,
    style: 'position:absolute;inset:0;width:100%;height:100%;border:0',
  }
  const place = `position:relative;${reservation(published)}`
  return toHtml(['span', { class: 'vitrine-frame', style: place }, ['iframe', attributes]])
}

/**
 * Makes the place of each frame as high as that frame says it is. One that is on the screen is not
 * made lower, unless the window's width has changed: the content below would move.
 */
const iframeScriptCode = (publicUrl: string): string => `<script>
addEventListener('message', ({ data, origin, source }) => {
  if (origin !== ${JSON.stringify(new URL(publicUrl).origin)} || data?.vitrine !== 'resize') return
  for (const place of document.querySelectorAll('.vitrine-frame')) {
    const frame = place.firstElementChild
    if (frame?.contentWindow !== source) continue
    const { top, bottom, height } = place.getBoundingClientRect()
    const isSeen = bottom > 0 && top < innerHeight
    const isAsWide = Number((place.dataset.width ??= innerWidth)) === innerWidth
    if (data.height < height && isSeen && isAsWide) continue
    frame.height = Number(data.height)
    place.style.cssText = 'display:block;position:relative;height:' + frame.height + 'px'
  }
})
</script>`
