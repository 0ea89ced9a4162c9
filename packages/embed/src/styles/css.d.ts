declare module '*.css' {
  /** The file's text, minified by the build. */
  const css: string
  export default css
}
