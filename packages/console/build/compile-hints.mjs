const hint = '//# allFunctionsCalledOnLoad'

/** Files of which a first page runs most functions. */
const files = ['base', 'start', 'around', 'shell', 'library-page']

/**
 * Marks files whose functions a browser should compile while it loads the file, before one is called. Chromium does
 * that aside from the thread of the page; other browsers ignore the comment. It counts at the top alone, so it is
 * written after everything that Vite adds there.
 */
export const compileHints = () => ({
  name: 'compile-hints',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (files.includes(chunk.name)) chunk.code = `${hint}\n${chunk.code}`
      }
    },
  },
})
