import { mkdir, writeFile } from 'node:fs/promises'
import { addressOf, generate } from './generate.js'

const files = await generate()
for (const file of files) {
  const address = addressOf(file)
  await mkdir(new URL('.', address), { recursive: true })
  await writeFile(address, file.text)
  process.stdout.write(`packages/${file.path}: ${file.text.length} characters\n`)
}
