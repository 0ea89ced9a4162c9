import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** A carousel or lightbox of another project, as a site that bundles its own scripts would ship it. */
export type Peer = {
  name: string
  script: string
  css: string
  /** The selector of the button that shows the next picture. */
  next: string
  /** @param slides the content of each slide. */
  html: (slides: readonly string[]) => string
}

type Source = Omit<Peer, 'script' | 'css'> & { source: string; ownCss?: string }

const each = (slides: readonly string[], tag: string, name: string): string =>
  slides.map((slide) => `<${tag} class="${name}">${slide}</${tag}>`).join('')

/** Each with what a plain carousel needs, and no more. Embla comes without buttons: these are the least of them. */
const carousels: readonly Source[] = [
  {
    name: 'Embla 8.6.0',
    source: `import EmblaCarousel from 'embla-carousel'
const root = document.querySelector('.embla')
const carousel = EmblaCarousel(root.querySelector('.view'), { loop: true })
root.querySelector('.prev').onclick = () => carousel.scrollPrev()
root.querySelector('.next').onclick = () => carousel.scrollNext()`,
    ownCss: '.view{overflow:hidden}.strip{display:flex}.slide{flex:0 0 100%;min-width:0}',
    next: '.embla .next',
    html: (slides) => `<div class="embla"><div class="view"><div class="strip">
${each(slides, 'div', 'slide')}</div></div>
<button class="prev">Previous</button><button class="next">Next</button></div>`,
  },
  {
    name: 'Splide 4.1.4',
    source: `import Splide from '@splidejs/splide'
import '@splidejs/splide/css'
new Splide('.splide', { type: 'loop' }).mount()`,
    next: '.splide__arrow--next',
    html: (slides) => `<section class="splide" aria-label="Pictures"><div class="splide__track">
<ul class="splide__list">${each(slides, 'li', 'splide__slide')}</ul></div></section>`,
  },
  {
    name: 'Swiper 11.2.10',
    source: `import Swiper from 'swiper'
import { A11y, Keyboard, Navigation, Pagination } from 'swiper/modules'
import 'swiper/css'
import 'swiper/css/navigation'
import 'swiper/css/pagination'
import 'swiper/css/a11y'
new Swiper('.swiper', { modules: [A11y, Keyboard, Navigation, Pagination], loop: true, keyboard: true,
  navigation: { nextEl: '.swiper-button-next', prevEl: '.swiper-button-prev' },
  pagination: { el: '.swiper-pagination', clickable: true } })`,
    next: '.swiper-button-next',
    html: (slides) => `<div class="swiper"><div class="swiper-wrapper">
${each(slides, 'div', 'swiper-slide')}</div><div class="swiper-pagination"></div>
<button class="swiper-button-prev"></button><button class="swiper-button-next"></button></div>`,
  },
]

const photoSwipe = `import Lightbox from 'photoswipe/lightbox'
import PhotoSwipe from 'photoswipe'
import 'photoswipe/style.css'
new Lightbox({ gallery: '#pictures', children: 'a', pswpModule: PhotoSwipe }).init()`

export const bundlePeers = async (): Promise<{ carousels: Peer[]; lightbox: Bundle }> => ({
  carousels: await Promise.all(
    carousels.map(async ({ source, ownCss = '', ...peer }) => {
      const { script, css } = await bundle(source)
      return { ...peer, script, css: css + ownCss }
    }),
  ),
  lightbox: await bundle(photoSwipe),
})

type Bundle = Pick<Peer, 'script' | 'css'>

async function bundle(contents: string): Promise<Bundle> {
  const { outputFiles } = await build({
    // The packages are dependencies of the benchmark.
    stdin: { contents, resolveDir: fileURLToPath(new URL('../../../', import.meta.url)) },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    outdir: 'out',
    legalComments: 'none',
  })
  const textOf = (extension: string) =>
    outputFiles.find(({ path }) => path.endsWith(extension))?.text ?? ''
  return { script: textOf('.js'), css: textOf('.css') }
}
