import { findHeadlessChromium } from '@vitrine/local/chromium'
import t from 'tap'
import { measureLightbox } from '../../src/embed/behaviour/lightbox.js'
import { measureCarousel } from '../../src/embed/behaviour/measure.js'
import { stops } from '../../src/embed/behaviour/rotation.js'
import { launch } from '../../src/embed/fixture.js'
import { pageCss, type Subject } from '../../src/embed/sample-page.js'
import { startSite } from '../../src/embed/site.js'

const site = await startSite()
const browser = await launch(await findHeadlessChromium((line) => t.comment(line)))
t.teardown(async () => {
  await browser.close()
  await site.stop()
})
const instruments = { browser, site, deliveryUrl: 'http://127.0.0.1:9' }
site.addFile('/page.css', pageCss)

/** Shows A, B and C in turn until one of its stop events happens. */
site.addFile(
  '/turning.js',
  `const box = document.querySelector('#box')
  const picture = box.querySelector('img')
  const heeds = box.dataset.heeds
  let isTurning = !(heeds.includes('motion') && matchMedia('(prefers-reduced-motion: reduce)').matches)
  const stop = () => { isTurning = false }
  if (heeds.includes('hover')) box.addEventListener('mouseenter', stop)
  if (heeds.includes('focus')) box.addEventListener('focusin', stop)
  if (heeds.includes('shove')) box.insertAdjacentHTML('afterbegin', '<hr>')
  setInterval(() => {
    if (isTurning) picture.alt = { A: 'B', B: 'C', C: 'A' }[picture.alt]
  }, 200)`,
)

const carousel = (heeds: string, withOptions: string, content: string): Subject => ({
  name: heeds,
  isFramed: false,
  hasOptions: withOptions !== heeds,
  code: ({ setsStopOptions }) => ({
    html: `<div id="box" data-heeds="${setsStopOptions ? withOptions : heeds}">${content}</div>
<script type="module" src="/turning.js"></script>`,
  }),
})

const image = (attributes: string) =>
  `<img src="/deliver/${attributes.length}" alt="A" width="480" height="320" ${attributes}>`

t.test('a faultless carousel has no findings', async (t) => {
  const heeds = 'hover focus motion'
  const content = `${image('loading="lazy"')}<button>Stop</button>`
  t.same(await measureCarousel(instruments, carousel(heeds, heeds, content)), {
    name: heeds,
    layoutShift: 0,
    stops: { hover: 'yes', focus: 'yes', 'reduced motion': 'yes' },
    findings: [],
    policy: { violations: [], works: true },
    fetched: { screen: 1, far: 0 },
  })
})

t.test('faults are detected, and so are those that options fix', async (t) => {
  const content = `${image('style="margin:0"')}<button></button>`
  const seen = await measureCarousel(instruments, carousel('shove', 'shove hover', content))
  t.ok(seen.layoutShift > 0.005, `${seen.layoutShift}`)
  t.same(seen.stops, { hover: 'option', focus: 'no', 'reduced motion': 'no' })
  t.same(
    seen.findings.map(({ rule, elements }) => [rule, elements]),
    [['button-name', 1]],
  )
  t.same(seen.policy, {
    violations: ['style-src-attr inline', 'require-trusted-types-for trusted-types-sink'],
    works: false,
  })
  t.same(seen.fetched, { screen: 1, far: 1 })
})

t.test('a carousel that the keyboard cannot reach is reported as such', async (t) => {
  t.equal(await stops(instruments, carousel('', '', image('')), 'focus'), 'none')
})

t.test('a carousel that does not rotate is not measured', async (t) => {
  const still: Subject = {
    ...carousel('', '', ''),
    name: 'still',
    code: () => ({ html: image('') }),
  }
  await t.rejects(stops(instruments, still, 'hover'), {
    message: 'still: it does not rotate by itself',
  })
})

t.test('a lightbox is measured open', async (t) => {
  const lightbox = (script: string): Subject => ({
    ...{ name: 'box', isFramed: false, hasOptions: false },
    code: () => ({
      html: `<a href="/elsewhere">${image('')}</a><dialog role="dialog"><p>Large</p></dialog>
<script type="module">${script}</script>`,
    }),
  })
  const open = `document.querySelector('a').onclick = (event) => {
    event.preventDefault()
    document.querySelector('dialog').showModal()
  }`
  t.match(await measureLightbox(instruments, lightbox(open)), {
    findings: [{ rule: 'aria-dialog-name', elements: 1 }],
    policy: { violations: [], works: true },
  })
  await t.rejects(measureLightbox(instruments, lightbox('')), { message: 'box does not open' })
})
