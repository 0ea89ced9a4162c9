import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withCleanup } from '../cleanup.js'
import { fetchPhotographs } from '../crops/fetch.js'
import { readPhotographs } from '../crops/photographs.js'
import { untilInterrupted } from '../interruption.js'
import { describeMachine, formatMachine } from '../machine.js'
import { type Contender, createOurs, startPeers } from './contenders.js'
import { measureSeries, type Series } from './measure.js'
import { copyOriginals, type Original } from './originals.js'
import { formatQuality, qualityNotes } from './table.js'
import { compareGamuts } from './wide-gamut.js'

/** Every third photograph: with every ninth, AVIF was 5 % off. */
const step = 3
/** Wide gamuts: every ninth, of which about half have colours beyond sRGB. */
const gamutStep = 9

const every = (step: number, originals: readonly Original[]) =>
  originals.filter((_, index) => index % step === 0)

const lossy = { at: 80, ours: [50, 60, 70, 75, 80, 85, 90], peers: [60, 70, 80, 90] }
const avif = { at: 60, ours: [30, 40, 50, 55, 60, 65, 70, 80], peers: [40, 50, 60, 70] }

const seriesOf = (originals: readonly Original[]): (Series & { at: number })[] => [
  { format: 'webp', originals: every(step, originals), ...lossy },
  { format: 'jpeg', originals: every(step, originals), ...lossy },
  { format: 'avif', originals: every(step, originals), ...avif },
]

/** Bytes of renditions at the SSIM of other image servers, and what wide gamuts cost. */
export const benchQuality = (log: (line: string) => void, width: number): Promise<void> =>
  withCleanup(async (addCleanup) => {
    const machine = describeMachine()
    const photographs = await fetchPhotographs(readPhotographs(), log)
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-quality-'))
    addCleanup(() => rm(folder, { recursive: true, force: true }))
    const [served, own] = [join(folder, 'served'), join(folder, 'own')]
    for (const each of [served, own]) await mkdir(each)
    const originals = await copyOriginals(photographs, width, served)
    const { peers, missing } = await startPeers(served, addCleanup)
    const contenders = [createOurs(own), ...peers]
    log(`${formatMachine(machine)}\n`)
    for (const [name, why] of Object.entries(missing)) log(`${name} is left out: ${why}`)
    const compared = compareAll({ log, width, folder: own, originals, contenders })
    await Promise.race([compared, untilInterrupted()])
  })

type Comparison = {
  log: (line: string) => void
  width: number
  folder: string
  originals: readonly Original[]
  contenders: readonly Contender[]
}

/** The table of each format is printed once it is complete. */
async function compareAll({
  log,
  width,
  folder,
  originals,
  contenders,
}: Comparison): Promise<void> {
  for (const { at, ...series } of seriesOf(originals)) {
    const { format } = series
    log(`${format}: ${series.originals.length} photographs at ${width} px …`)
    const compared = { format, at, results: await measureSeries(series, width, contenders) }
    for (const line of [...formatQuality([compared]), ...qualityNotes([compared]), '']) log(line)
  }
  for (const line of await compareGamuts(every(gamutStep, originals), width, folder)) log(line)
}
