/** The used part of WebAssembly's API: TypeScript declares it only in its library for browsers. */
declare const WebAssembly: {
  Module: new (program: Uint8Array) => object
  Instance: new (module: object, imports: object) => { exports: object }
}

/** Compiles a program. @param imports the functions that it may call, by module and name. */
export const instantiate = (program: Uint8Array, imports: object = {}): { exports: object } =>
  new WebAssembly.Instance(new WebAssembly.Module(program), imports)
