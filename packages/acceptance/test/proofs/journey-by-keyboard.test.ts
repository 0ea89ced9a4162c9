import t from '@vitrine/testing/t'
import { keyboard } from '../console/hands.js'
import { journey } from '../console/journey.js'

t.test('by keyboard alone: registration, publication and the copied code', (t) =>
  journey(t, keyboard),
)
