import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import type { Annotation } from '@tillsight/domain'
import { mostListedAnnotations } from '@tillsight/domain/inputs'
import { parseSearch } from '../../../search/index.ts'
import { resolvePeriod } from '../../../search/resolve-period.server.ts'
import { shopVerbsOf, testShop } from '../../../testing.ts'
import { loadNotes } from './load-notes.server.ts'

const shop = testShop()

function load(count: number, search = '') {
  const note: Annotation = {
    id: 'n',
    day: parseDay('2026-11-10'),
    text: 'Sale begins',
    isShared: true,
    author: '',
    mayRemove: false,
  }
  const state = parseSearch(search)
  const may = {
    changeConnections: false,
    importOrders: false,
    openOrders: false,
    enterSpend: false,
    seeProfit: false,
    readCosts: false,
    enterCosts: false,
    closeCosts: false,
    changeTracking: false,
    changeSettings: false,
    shareAnnotations: false,
    useSlack: false,
    shareDashboards: false,
    seeMembers: false,
    handleCustomers: false,
  }
  const run = shopVerbsOf({ 'annotation.list': async () => Array.from({ length: count }, () => note) })
  return loadNotes({ services: { shop, may, run }, state, period: resolvePeriod(state, shop) })
}

test('where notes were left out, that is said', async () => {
  assert.equal((await load(mostListedAnnotations - 1)).isFull, false)
  assert.equal((await load(mostListedAnnotations)).isFull, true)
})

test('a new note is for the day in the address, else the last one of the range', async () => {
  assert.deepEqual(
    [(await load(1, '?note=2026-11-03')).day, (await load(1, '?note=new')).day],
    ['2026-11-03', '2026-11-20'],
  )
})
