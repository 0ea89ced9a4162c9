import type { Embed } from './queries.ts'

export const forms = ['script', 'snippet', 'iframe', 'react', 'vue'] as const
export type Form = (typeof forms)[number]

export type Block = {
  kind: 'page' | 'component' | 'types' | 'config'
  /** The name of the file for this code, if the site has a build. */
  file?: string
  code: string
}

type Widget = { slug: string; layout: string }

export type Options = {
  embed: Embed
  widget: Widget
  /** The address of the services, without a slash at its end. */
  base: string
  /** The key itself, or the placeholder. */
  apiKey: string
  /** Whether the page keeps the script of today. */
  isPinned: boolean
  /** Whether the page asks for the data early, and keeps the room free before the widget is there. Components always do. */
  isReserved: boolean
}

/** The codes to paste, in the order of pasting; empty for the snippet of a draft. */
export function blocksOf(form: Form, options: Options): Block[] {
  const { embed, apiKey, isPinned, isReserved } = options
  const page = (code: string): Block => ({
    kind: 'page',
    code: code.replaceAll(embed.placeholder, () => apiKey),
  })
  if (form === 'script') {
    if (isPinned) return [page(embed.pinnedScript)]
    return [isReserved ? page(embed.script) : { kind: 'page', code: twoLines(options) }]
  }
  if (form === 'snippet') return embed.snippet === null ? [] : [page(embed.snippet)]
  if (form === 'iframe') return [page(embed.iframe), page(embed.iframeScript)]
  return form === 'react' ? reactBlocks(options) : vueBlocks(options)
}

/** `summer-show` is `SummerShow`; a name in the language must not begin with a digit. */
export const componentName = (slug: string): string => {
  const name = slug.replaceAll(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  return /^\d/.test(name) ? `Widget${name}` : name
}

const element = ({ widget: { slug, layout }, apiKey }: Options): string =>
  `<vitrine-widget slug="${slug}" api-key="${apiKey}" layout="${layout}">`

const twoLines = (options: Options): string =>
  `<script type="module" src="${options.base}/embed/v1.js"></script>
${element(options)}</vitrine-widget>`

/** A name of its own, because TypeScript looks for the module of an address that stands in `import`. */
const address = (base: string): string => `const script = '${base}/embed/v1.js'`

/** Bundlers leave it as it is; servers that render the page do not run it. */
const load = 'import(/* @vite-ignore */ /* webpackIgnore: true */ script).catch(console.error)'

/** The types are those of the release that runs. */
const typesBlock = ({ base }: Options): Block => ({
  kind: 'types',
  file: 'vitrine.d.ts',
  code: `curl -o vitrine.d.ts ${base}/embed/v1.d.ts`,
})

function reactBlocks(options: Options): Block[] {
  const name = componentName(options.widget.slug)
  return [
    {
      kind: 'component',
      file: `${name}.jsx`,
      code: `'use client'
import { useEffect } from 'react'

${address(options.base)}

export function ${name}() {
  useEffect(() => {
    ${load}
  }, [])
  return (
    ${element(options)}
      ${options.embed.place}
    </vitrine-widget>
  )
}`,
    },
    typesBlock(options),
  ]
}

const vueBlocks = (options: Options): Block[] => [
  {
    kind: 'component',
    file: `${componentName(options.widget.slug)}.vue`,
    code: `<script setup>
import { onMounted } from 'vue'

${address(options.base)}
onMounted(() => ${load})
</script>

<template>
  ${element(options)}
    ${options.embed.place}
  </vitrine-widget>
</template>`,
  },
  typesBlock(options),
  {
    kind: 'config',
    file: 'vite.config.js',
    code: `vue({
  template: {
    compilerOptions: { isCustomElement: (tag) => tag === 'vitrine-widget' },
  },
})`,
  },
]
