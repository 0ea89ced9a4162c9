import { assetAddress, publicSize, publicTags, withoutBidiControls } from '@vitrine/contracts'
import {
  colorSchemeOf,
  heightIn,
  labelsFor,
  type Published,
  pinnedEntry,
  preloadFirst,
  renderElement,
  renderShadow,
  renderSnippet,
  reservation,
  reservedPlace,
  type SnippetOptions,
  toHtml,
} from '@vitrine/embed'
import type { PublicWidget } from './repository.js'

export type CodesTask = {
  projectId: string
  widget: PublicWidget
  page: Page
  /** The fields of the answer that do not depend on the widget. */
  head: object
}

/** The serialized answer. For a large widget this takes tens of milliseconds, so it runs in a thread. */
export function embedAnswer({ projectId, widget, page, head }: CodesTask) {
  const published = asPublished(projectId, widget, page.publicUrl)
  // A draft is not public.
  const isPublic = widget.status === 'PUBLISHED'
  const scriptCode = scriptCodeOf(published, page, isPublic)
  const snippet = isPublic ? snippetCode(published, page) : null
  const answer = {
    ...head,
    script: scriptCode(newestScript(page.publicUrl)),
    pinnedScript: scriptCode(pinnedScript(page.publicUrl)),
    snippet: snippet !== null && snippet.length > maxSnippetLength ? null : snippet,
    place: reservedPlace(published),
    iframe: iframeCode(published, widget.name, page),
    iframeScript,
  }
  return new TextEncoder().encode(JSON.stringify(answer))
}

/** Of a code to paste, characters. 500 pictures with captions of 500 letters have half of it. */
const maxSnippetLength = 2 * 1024 * 1024

/** The form in which delivery returns it. */
const asPublished = (
  projectId: string,
  { id, slug, layout, config, theme, assets, ...exposure }: PublicWidget,
  publicUrl: string,
): Published => {
  const published = publicTags(config)
  return {
    widget: { id, slug, layout, config, theme },
    assets: (JSON.parse(assets) as StoredAsset[]).map(({ version, tags, ...asset }) => ({
      ...asset,
      ...publicSize(asset, exposure),
      filename: withoutBidiControls(asset.filename),
      url: assetAddress(publicUrl, { projectId, id: asset.id, version }),
      ...(published !== null && { tags: published(tags) }),
    })),
  }
}

type StoredAsset = Omit<Published['assets'][number], 'url' | 'tags'> & {
  version: number
  tags: string[] | null
}

type Page = {
  publicUrl: string
  /** The placeholder, or the key itself. */
  apiKey: string
  /** BCP 47. */
  language: string
  /** CSS length: the widget's width; the page's width if left out. */
  width?: string | undefined
  /** Where the styles of a snippet are. */
  styles: 'inline' | 'files'
}

/** The unversioned script, which is always the newest. A snippet shows its pictures without it, so they come first. */
const newestScript = (publicUrl: string, fetchpriority?: 'low'): string =>
  toHtml(['script', { type: 'module', src: `${publicUrl}/embed/v1.js`, fetchpriority }])

/** The script of this build, pinned by its hash. */
function pinnedScript(publicUrl: string): string {
  const { file, integrity } = pinnedEntry
  const src = `${publicUrl}/embed/${file}`
  return toHtml(['script', { type: 'module', src, integrity, crossorigin: 'anonymous' }])
}

/**
 * The element only, with reserved space. It fetches the widget. If the width is known, the code asks for the first picture
 * of a public widget early, in the size that the element will ask for.
 */
function scriptCodeOf(published: Published, { publicUrl, apiKey, width }: Page, isPublic: boolean) {
  const query = new URLSearchParams({ api_key: apiKey })
  // The same URL as the script's request, which then uses the preloaded answer.
  const href = `${publicUrl}/api/v1/widgets/${published.widget.slug}?${query}`
  const data = toHtml(['link', { rel: 'preload', as: 'fetch', href, crossorigin: 'anonymous' }])
  const picture = isPublic && width !== undefined && preloadFirst(published, width)
  const element = renderElement(published, { apiKey, ...(width !== undefined && { width }) })
  return (script: string): string => [data, picture, script, element].filter(Boolean).join('\n')
}

/** The element with its content, and a preload of the first image. */
function snippetCode(published: Published, page: Page): string {
  const { publicUrl, apiKey, language, width, styles } = page
  const options: SnippetOptions = {
    apiKey,
    labels: labelsFor(language),
    ...(width !== undefined && { width }),
    ...(styles === 'files' && { stylesFrom: publicUrl }),
  }
  const shadow = renderShadow(published, options)
  const element = renderSnippet(published, options, shadow)
  return [shadow.preload, newestScript(publicUrl, 'low'), element].filter(Boolean).join('\n')
}

/** Where only its attributes are left of a frame, it is as high as its widget at this width, pixels. */
const plainWidth = 640

/**
 * A frame within an element with the widget's height, as far as it is known without a script. The wrapper
 * is a span, which is allowed in any text and rarely affected by stylesheets.
 *
 * @param title the accessible name of the frame.
 */
function iframeCode(published: Published, title: string, page: Page): string {
  const { publicUrl, apiKey, language } = page
  const query = new URLSearchParams({ api_key: apiKey, lang: language })
  const attributes = {
    src: `${publicUrl}/embed/${published.widget.slug}?${query}`,
    title,
    loading: 'lazy',
    // Otherwise a page that sends no Referer cannot be allowed by a key.
    referrerpolicy: 'strict-origin',
    width: '100%',
    height: heightIn(published, plainWidth),
    frameborder: 0,
    style: `position:absolute;inset:0;width:100%;height:100%;border:0;color-scheme:${colorSchemeOf(published)}`,
  }
  const place = `position:relative;${reservation(published)}`
  return toHtml(['span', { class: 'vitrine-frame', style: place }, ['iframe', attributes]])
}

/**
 * Sets the height of each frame's wrapper to the height that the frame reports, and tells the frame the colour of the text around it. A visible frame does not
 * shrink unless the window's width has changed, since the content below would move. The origin of a sandboxed
 * frame is opaque, so the sender is compared with the frames instead.
 */
const iframeScript = `<script>
addEventListener('message', ({ data, source }) => {
  if (data?.vitrine !== 'resize') return
  for (const place of document.querySelectorAll('.vitrine-frame')) {
    const frame = place.firstElementChild
    if (frame?.contentWindow !== source) continue
    source.postMessage({ vitrine: 'color', color: getComputedStyle(place).color }, '*')
    const { top, bottom, height } = place.getBoundingClientRect()
    const isSeen = bottom > 0 && top < innerHeight
    const isAsWide = Number((place.dataset.width ??= innerWidth)) === innerWidth
    if (data.height < height && isSeen && isAsWide) continue
    frame.height = Number(data.height)
    place.style.cssText = 'display:block;position:relative;height:' + frame.height + 'px'
  }
})
</script>`
