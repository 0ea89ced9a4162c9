import t from '@vitrine/testing/t'
import { createProgress } from '../../preflight/progress.mjs'

t.test('a step is one line, or two with the messages in between', async (t) => {
  let text = ''
  const progress = createProgress((part) => {
    text += part.replace(/\d+\.\d s/, 'N s')
  })
  await progress.step('Building', async () => undefined)
  await progress.step('Starting', async () => {
    progress.line('Postgres')
    progress.line('Redis')
  })
  await t.rejects(progress.step('Seeding', () => Promise.reject(new Error('no'))))
  progress.line('over')
  let sign: () => void = () => undefined
  const slow = createProgress(
    (part) => {
      text += part.replace(/\d+\.\d s/, 'N s')
    },
    (_, call) => {
      sign = call
      return () => {
        sign = () => t.fail('a sign of life after the end')
      }
    },
  )
  await slow.step('Waiting', async () => {
    sign()
    sign()
    slow.line('this machine is busy')
    sign()
    sign()
  })
  await slow.step(
    'Uploading',
    async () => sign(),
    () => '3 of 12',
  )
  t.equal(
    text,
    'Building … N s\nStarting …\n  Postgres\n  Redis\nStarting: N s\nSeeding …\nover\n' +
      'Waiting …..\n  this machine is busy\n  ….\nWaiting: N s\nUploading … 3 of 12 N s\n',
  )
})
