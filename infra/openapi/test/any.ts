import ts from 'typescript'

/**
 * Where `any` occurs in the types that files export. Types that the files do not declare, such as those of the
 * platform, are left out, but not their arguments.
 *
 * @returns paths such as `index.ts: createClient(0).retry`.
 */
export function findAny(program: ts.Program, files: readonly string[]): string[] {
  const checker = program.getTypeChecker()
  const walk = createWalk(checker)
  for (const file of files) {
    const source = program.getSourceFile(file)
    const module = source && checker.getSymbolAtLocation(source)
    if (module === undefined) throw new Error(`${file} exports nothing`)
    for (const exported of checker.getExportsOfModule(module)) {
      const symbol = resolved(checker, exported)
      const place = `${file.split('/').at(-1)}: ${exported.name}`
      if (symbol.flags & ts.SymbolFlags.Type)
        walk.visit(checker.getDeclaredTypeOfSymbol(symbol), place)
      if (!(symbol.flags & ts.SymbolFlags.Type) || symbol.flags & ts.SymbolFlags.Value)
        walk.visit(checker.getTypeOfSymbol(symbol), place)
    }
  }
  return walk.findings
}

const resolved = (checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

function createWalk(checker: ts.TypeChecker) {
  const findings: string[] = []
  const seen = new Set<ts.Type>()

  function visit(type: ts.Type, place: string): void {
    if (type.flags & ts.TypeFlags.Any) findings.push(place)
    if (seen.has(type)) return
    seen.add(type)
    for (const part of partsOf(type)) visit(part, place)
    if (isForeign(type)) return
    const properties = type.flags & ts.TypeFlags.Object ? type.getProperties() : []
    for (const property of properties.filter((one) => !isOfPlatform(one)))
      visit(checker.getTypeOfSymbol(property), `${place}.${property.name}`)
    for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()])
      visitSignature(signature, place)
    for (const { type: value } of checker.getIndexInfosOfType(type)) visit(value, `${place}[]`)
  }

  function visitSignature(signature: ts.Signature, place: string): void {
    for (const parameter of signature.typeParameters ?? []) {
      const constraint = parameter.getConstraint()
      if (constraint !== undefined) visit(constraint, `${place}<>`)
    }
    for (const [index, parameter] of signature.parameters.entries())
      visit(checker.getTypeOfSymbol(parameter), `${place}(${index})`)
    visit(signature.getReturnType(), `${place}()`)
  }

  /** Members of unions and intersections, arguments of generic types. */
  const partsOf = (type: ts.Type): readonly ts.Type[] => [
    ...(type.isUnionOrIntersection() ? type.types : []),
    ...(type.aliasTypeArguments ?? []),
    ...(isReference(type) ? checker.getTypeArguments(type) : []),
  ]
  return { findings, visit }
}

const isReference = (type: ts.Type): type is ts.TypeReference =>
  Boolean(type.flags & ts.TypeFlags.Object) &&
  Boolean((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference)

/** Interfaces and classes alone: a `Record` of the SDK is declared in the library too, and is expanded. */
const isForeign = (type: ts.Type): boolean =>
  (type.isClassOrInterface() || isReference(type)) &&
  (type.symbol?.declarations ?? []).some((declaration) =>
    /\/node_modules\//.test(declaration.getSourceFile().fileName),
  )

/** Inherited, such as `prepareStackTrace` of errors. */
const isOfPlatform = ({ declarations = [] }: ts.Symbol): boolean =>
  declarations.some((declaration) =>
    /\/(?:@types|typescript\/lib)\//.test(declaration.getSourceFile().fileName),
  )
