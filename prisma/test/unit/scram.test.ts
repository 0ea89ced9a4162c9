import t from '@vitrine/testing/t'
import { scramVerifier } from '../../src/logins.js'

// The salt with which Postgres stored the password "pencil".
const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64')

t.test('a password becomes what Postgres stores for it', async (t) => {
  t.equal(
    scramVerifier('pencil', salt),
    'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
  )
  t.not(scramVerifier('pencil'), scramVerifier('pencil'), 'with another salt each time')
})

t.test('a password that would have to be normalised first is refused', async (t) => {
  for (const password of ['', 'pässword', 'pass word']) {
    t.throws(() => scramVerifier(password), /visible ASCII/)
  }
})
