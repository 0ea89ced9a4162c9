import t from '@vitrine/testing/t'
import { isNestedDeeperThan } from '../../src/body/json-body.js'

t.test('objects and arrays count as levels, strings do not', async (t) => {
  const table: [json: string, levels: number][] = [
    ['1', 0],
    ['{}', 1],
    ['[{"a":[]},[]]', 3],
    ['"[[[["', 0],
    ['{"[\\"[[":"\\\\"}', 1],
    ['[[', 2],
  ]
  for (const [json, levels] of table) {
    t.equal(isNestedDeeperThan(levels, json), false, json)
    t.equal(isNestedDeeperThan(levels - 1, json), true, json)
  }
})
