declare module 'color-name' {
  /** CSS's named colours and their red, green and blue. */
  const names: Readonly<Record<string, readonly [number, number, number]>>
  export default names
}
