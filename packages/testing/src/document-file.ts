import { readFileSync, writeFileSync } from 'node:fs'

/**
 * The stored text of a generated document. With `UPDATE_DOCUMENTS` in the environment the generated
 * text is written first.
 *
 * @param file in the folder of the package that the test runs in.
 */
export function storedDocument(file: string, generated: string): string {
  if (process.env.UPDATE_DOCUMENTS) writeFileSync(file, generated)
  return readFileSync(file, 'utf8')
}
