import t from '@vitrine/testing/t'
import Value from 'typebox/value'
import {
  checkConfig,
  checkTheme,
  configSettings,
  layouts,
  themeSettings,
  unknownConfigKeys,
  unknownThemeKeys,
} from '../../src/index.js'

t.test('every default is a valid value of its setting', async (t) => {
  for (const layout of layouts) {
    for (const [key, setting] of Object.entries(configSettings[layout])) {
      t.match(setting.description, /\w/, `${layout} ${key}`)
      if ('default' in setting) t.ok(Value.Check(setting, setting.default), `${layout} ${key}`)
    }
  }
})

t.test('known keys are checked in both spellings and named as sent', async (t) => {
  t.same(checkConfig('CAROUSEL', { autoplaySpeed: 499, autoplay_speed: '5000', show_dots: 1 }), [
    { field: 'config.autoplaySpeed', message: 'must be an integer from 500 to 60000 (ms)' },
    { field: 'config.autoplay_speed', message: 'must be an integer from 500 to 60000 (ms)' },
    { field: 'config.show_dots', message: 'must be true or false' },
  ])
})

t.test('unknown keys, keys of other layouts, and null are accepted', async (t) => {
  t.same(
    checkConfig('GRID', { autoplaySpeed: 'fast', mine: {}, constructor: 1, columns: null }),
    [],
  )
  t.same(checkTheme({ ours: [1], toString: 'x', padding: null }), [])
})

const config: [
  keyof typeof configSettings,
  Record<string, unknown[]>,
  Record<string, unknown[]>,
][] = [
  [
    'CAROUSEL',
    {
      aspectRatio: ['16/9', '4:3', '1.5 / 1', 'auto', '0.5/1'],
      transition: ['slide', 'fade', 'none'],
      slidesPerView: [1, 10],
      transitionDuration: [0, 2000],
      gap: [0, 200],
      objectFit: ['auto', 'cover', 'contain'],
      thumbnails: [true],
      arrowPlacement: ['over', 'outside', 'below', 'none'],
      maxViewportHeight: [10, 100],
      header: [
        {},
        { title: 'Summer', text: 'By the sea' },
        { button: { label: 'All pictures', url: '/summer' } },
      ],
      filterByTags: [true, false, ['sea', 'Hills']],
      deepLink: [true],
      order: ['given', 'random'],
      captionOn: ['always', 'hover'],
      lightboxTools: [[], ['share', 'zoom']],
      labels: [{ next: 'Weiter' }, {}],
    },
    {
      aspectRatio: ['16', '0/9', '16/0', '16/9/2', 16 / 9, '', 'a/b', '-1/2'],
      transition: ['Slide', '', true],
      slidesPerView: [0, 11, 1.5, '2'],
      gap: [-1, 201],
      objectFit: ['fill'],
      thumbnails: ['yes', 1],
      arrowPlacement: ['inside', '', true],
      maxViewportHeight: [9, 101, '80%'],
      header: ['Summer', [], { title: 1 }, { title: 'x'.repeat(201) }, { button: 'More' }],
      filterByTags: ['sea', [], [''], ['x'.repeat(65)], ['sea', 'sea'], {}],
      deepLink: ['yes'],
      order: ['Random', true],
      captionOn: ['never'],
      lightboxTools: ['zoom', ['print'], ['zoom', 'zoom'], [1], {}],
      labels: [{ next: 1 }, [], 'x'],
    },
  ],
  [
    'GRID',
    {
      columns: [1, 12, 'auto'],
      columnsAt: [{}, { 480: 2, 900: 4 }],
      rows: ['justified'],
      rowHeight: [60, 1000],
      loadMore: [1, 500],
    },
    {
      columns: [0, 13, '3', 2.5],
      columnsAt: [{ wide: 2 }, { 480: 13 }, { 0: 2 }, [2], '480:2'],
      minColumnWidth: [79, 801],
      rows: ['', true, 'masonry'],
      rowHeight: [59, 1001],
      loadMore: [0, 501, 1.5, true],
    },
  ],
  ['MASONRY', { loadMore: [12] }, { loadMore: [0] }],
  [
    'LIST_VERTICAL',
    { loadMore: [12], maxViewportHeight: [100] },
    { loadMore: [0], maxViewportHeight: [0] },
  ],
  [
    'LIST_HORIZONTAL',
    { itemWidth: [280], itemHeight: [40, 2000], snap: [false] },
    { snap: ['yes'], itemWidth: [0], itemHeight: [39, 2001] },
  ],
]
for (const [layout, right, wrong] of config) {
  t.test(`${layout}: valid values are accepted and invalid ones rejected`, async (t) => {
    for (const [key, values] of Object.entries(right)) {
      for (const value of values)
        t.same(checkConfig(layout, { [key]: value }), [], `${key} ${value}`)
    }
    for (const [key, values] of Object.entries(wrong)) {
      for (const value of values)
        t.equal(checkConfig(layout, { [key]: value }).length, 1, `${key} ${value}`)
    }
  })
}

t.test('a problem inside a header names its innermost field', async (t) => {
  const fields = (header: object) =>
    checkConfig('GRID', { header }).map(({ field, message }) => [field, message])
  t.same(fields({ button: { label: 'Buy', url: 'javascript:alert(1)' } }), [
    [
      'config.header.button.url',
      'must be an address without spaces that begins with https://, http://, mailto:, tel: or /',
    ],
  ])
  t.same(fields({ button: { label: '' }, heading: 'Summer' }), [
    ['config.header.button.url', 'is required'],
    ['config.header.button.label', 'must be text of 1 to 60 characters'],
    ['config.header.heading', 'is unknown: config.header is an object of title, text, button'],
  ])
})

t.test('fonts must be names', async (t) => {
  t.same(checkTheme({ fontFamily: '"Source Sans 3", Georgia, serif' }), [])
  for (const value of ['a;b', 'a}', '<b>', 'url(x)', '']) {
    t.equal(checkTheme({ font_family: value }).length, 1, value)
  }
})

t.test('every key of the theme is checked', async (t) => {
  for (const key of Object.keys(themeSettings)) {
    t.equal(checkTheme({ [key]: { not: 'right' } }).length, 1, key)
  }
})

t.test('keys that a layout does not define are named as they are spelled', async (t) => {
  const config = { gap: 1, min_column_width: 200, colums: 3, autoplay: true, nothing: null }
  t.same(unknownConfigKeys('GRID', config), ['colums', 'autoplay'])
  t.same(unknownThemeKeys({ padding: 1, border_radius: 1, constructor: 1 }), ['constructor'])
})
