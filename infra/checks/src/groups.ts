/** Everyday tests run with each change; those below `test/proofs` run with `npm run proofs`. */
export type Kind = 'everyday' | 'proofs'

/** A test file, relative to `test/`, and its source. */
export type TestFile = { name: string; text: string }

/** Test files that run in one process, one after the other, relative to the folder of the package. */
export type TestGroup = {
  files: readonly string[]
  /** Measures, or changes its process or its machine: runs beside one other process at most. */
  needsRoom: boolean
  hasProperties: boolean
}

/** Files of a process. Units are small, and need neither services nor a browser. */
const groupSize = { units: 48, others: 12 }
const marker = '// Needs a process of its own:'

const needsRoom = ({ text }: TestFile): boolean => text.includes(marker)
const hasProperties = ({ text }: TestFile): boolean => text.includes("'fast-check'")
const isProof = ({ name }: TestFile): boolean => name.startsWith('proofs/')
const isUnit = ({ name }: TestFile): boolean => name.startsWith('unit/')

/** Property tests are proofs, too: with seeds that change, where everyday tests have a fixed one. */
export function groupsOf(files: readonly TestFile[], kind: Kind): TestGroup[] {
  const chosen = files.filter((file) =>
    kind === 'everyday' ? !isProof(file) : isProof(file) || (isUnit(file) && hasProperties(file)),
  )
  const shared = chosen.filter((file) => !needsRoom(file))
  const others = shared.filter((file) => !isUnit(file))
  const groups = [
    ...split(shared.filter(isUnit), groupSize.units),
    ...split(others, groupSize.others),
    ...chosen.filter(needsRoom).map((file) => [file]),
  ]
  return groups.map((members) => ({
    files: members.map(({ name }) => `dist-test/${name.replace(/\.ts$/, '.js')}`),
    needsRoom: members.some(needsRoom),
    hasProperties: members.some(hasProperties),
  }))
}

/** Neighbours in the alphabet tend to cost the same: each part gets some of all. */
function split(files: readonly TestFile[], size: number): TestFile[][] {
  const count = Math.ceil(files.length / size)
  return Array.from({ length: count }, (_, index) =>
    files.filter((_, position) => position % count === index),
  )
}
