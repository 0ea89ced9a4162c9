import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fetchPhotographs } from './fetch.js'
import { type Cropped, makeCrops } from './make-crops.js'
import { readPhotographs } from './photographs.js'
import { drawSheet } from './sheet.js'
import { formatCrops } from './table.js'

const sheetFolder = join(import.meta.dirname, '../../../../.vitrine/crops')
const rowsPerSheet = 12

/** Crops of photographs around their centre and around what stands out: a table, and contact sheets. */
export async function benchCrops(log: (line: string) => void): Promise<void> {
  const photographs = await fetchPhotographs(readPhotographs(), log)
  log(`cropping ${photographs.length} photographs …`)
  const cropped: Cropped[] = []
  for (const photograph of photographs) cropped.push(await makeCrops(photograph))
  await writeSheets(cropped, log)
  for (const line of ['', ...formatCrops(cropped)]) log(line)
}

async function writeSheets(cropped: readonly Cropped[], log: (line: string) => void) {
  await mkdir(sheetFolder, { recursive: true })
  for (let from = 0; from < cropped.length; from += rowsPerSheet) {
    const path = join(sheetFolder, `sheet-${1 + from / rowsPerSheet}.png`)
    await writeFile(path, await drawSheet(cropped.slice(from, from + rowsPerSheet)))
    log(`contact sheet: ${path}`)
  }
}
