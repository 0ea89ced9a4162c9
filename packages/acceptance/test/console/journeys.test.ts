import t from '@vitrine/testing/t'
import { pointer } from './hands.js'
import { journey } from './journey.js'

t.test('by pointer: registration, publication and the copied code', (t) => journey(t, pointer))
