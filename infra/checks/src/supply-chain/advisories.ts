import { opendir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compare, gt, gte, valid } from 'semver'
import { type InstalledPackage, keyOf } from './installed.js'

/*
 * The format of https://ossf.github.io/osv-schema, as far as it says which versions of npm's packages an advisory is about.
 */
type Advisory = {
  id: string
  summary?: string
  /** An advisory that was taken back. */
  withdrawn?: string
  affected?: readonly Affected[]
}

type Affected = {
  package?: { ecosystem?: string; name?: string }
  versions?: readonly string[]
  ranges?: readonly { type?: string; events?: readonly Event[] }[]
}

/** `introduced` is a version, or `0` for the first one. */
type Event = { introduced?: string; fixed?: string; last_affected?: string }

type Scan = {
  /** How many advisories for npm the folder has. */
  advisories: number
  /** For each affected package, `name@version`, a sentence per advisory. */
  findings: ReadonlyMap<string, readonly string[]>
}

/**
 * Compares packages with every advisory in a folder, such as the contents of
 * https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip. The folder has some 200,000 files, which are read one after
 * the other.
 *
 * @throws a sentence that names the folder without advisories for npm, or the file that is none.
 */
export async function scanForAdvisories(
  packages: Iterable<InstalledPackage>,
  folder: string,
): Promise<Scan> {
  const versions = new Map<string, InstalledPackage[]>()
  for (const one of packages) {
    if (!one.isOwn) versions.set(one.name, [...(versions.get(one.name) ?? []), one])
  }
  let advisories = 0
  const findings = new Map<string, string[]>()
  for await (const entry of await opendir(folder)) {
    if (!entry.name.endsWith('.json')) continue
    const { id, summary = '', withdrawn, affected = [] } = await readAdvisory(folder, entry.name)
    const ofNpm = affected.filter((one) => one.package?.ecosystem === 'npm')
    if (ofNpm.length > 0) advisories += 1
    if (withdrawn !== undefined) continue
    for (const one of ofNpm) {
      for (const found of versions.get(one.package?.name ?? '') ?? []) {
        if (!isAffected(found.version, one)) continue
        const key = keyOf(found)
        const sentence = `${key}: ${id} ${summary} (${remedyFor(found.version, one)})`
        findings.set(key, [...(findings.get(key) ?? []), sentence])
      }
    }
  }
  if (advisories > 0) return { advisories, findings }
  throw new Error(
    `${folder} has no advisory for npm; it should have the files of npm/all.zip of OSV`,
  )
}

async function readAdvisory(folder: string, name: string): Promise<Advisory> {
  const path = join(folder, name)
  const text = await readFile(path, 'utf8')
  try {
    return JSON.parse(text) as Advisory
  } catch (cause) {
    throw new Error(`${path} is not JSON`, { cause })
  }
}

/** A list of versions counts as well as ranges do. */
const isAffected = (version: string, { versions = [], ranges = [] }: Affected): boolean =>
  versions.includes(version) || ranges.some(({ events }) => isWithin(version, events ?? []))

/** Whether the last event up to the version leaves it affected. */
function isWithin(version: string, events: readonly Event[]): boolean {
  let within = false
  for (const { introduced, fixed, last_affected: last } of inOrder(events)) {
    if (introduced !== undefined && gte(version, versionOf(introduced))) within = true
    if (fixed !== undefined && gte(version, versionOf(fixed))) within = false
    if (last !== undefined && gt(version, versionOf(last))) within = false
  }
  return within
}

const inOrder = (events: readonly Event[]): Event[] =>
  events
    .filter((event) => valid(versionOfEvent(event)) !== null)
    .sort((left, right) => compare(versionOfEvent(left), versionOfEvent(right)))

const versionOfEvent = ({ introduced, fixed, last_affected: last }: Event): string =>
  versionOf(introduced ?? fixed ?? last ?? '')

const versionOf = (text: string): string => (text === '0' ? '0.0.0-0' : text)

/** The first version after this one that an event calls fixed. */
function remedyFor(version: string, { ranges = [] }: Affected): string {
  const later = ranges
    .flatMap(({ events = [] }) => events.flatMap(({ fixed }) => fixed ?? []))
    .filter((fixed) => valid(fixed) !== null && gt(fixed, version))
    .sort(compare)
  return later[0] === undefined ? 'no fixed version is known' : `fixed in ${later[0]}`
}
