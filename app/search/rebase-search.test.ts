import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rebaseSearch } from './rebase-search.ts'
import { parseSearch, withSearch } from './state.ts'

/** Applies a choice that was rendered at one address after the address has changed. */
function choose(drawn: string, patch: Parameters<typeof withSearch>[1], now: string): string {
  return rebaseSearch({ drawn, target: withSearch(parseSearch(drawn), patch), now })
}

test('a choice that was drawn before another one was made adds to it', () => {
  const drawn = '?range=7d&compare=year'
  assert.equal(choose(drawn, { compare: 'previous' }, '?compare=year'), '')
  assert.equal(choose(drawn, { range: '90d' }, '?range=7d&compare=none'), '?range=90d&compare=none')
  assert.equal(choose('', { metric: 'orders' }, '?range=mtd&by=gateway'), '?range=mtd&metric=orders&by=gateway')
})

test('lists and tables of choices keep what was put in since, and lose what is taken off', () => {
  const country = { dimension: 'country', operator: 'is', values: ['DE'] } as const
  const gateway = { dimension: 'gateway', operator: 'is', values: ['stripe'] } as const
  assert.equal(choose('', { filters: [gateway] }, '?f=country:DE'), '?f=country:DE&f=gateway:stripe')
  assert.equal(choose('?f=country:DE', { filters: [] }, '?f=country:DE&f=gateway:stripe'), '?f=gateway:stripe')
  assert.equal(choose('?f=country:DE', { filters: [country, gateway] }, ''), '?f=gateway:stripe')
  assert.equal(
    choose('', { claims: { metaads: '7d_click' } }, '?claims=tiktokads:1d_view'),
    '?claims=metaads:7d_click&claims=tiktokads:1d_view',
  )
})

test('a list begins at its first page, and the match of weekdays follows the period that is chosen', () => {
  assert.equal(choose('?open=orders', { sort: '-at' }, '?open=orders&after=x'), '?open=orders&sort=-at')
  assert.equal(
    choose('?compare=year&align=date', { range: '7d' }, '?compare=year&align=date&by=gateway'),
    '?range=7d&compare=year&by=gateway',
  )
})

test('nothing changes for a page that is up to date, for a saved view, and for an address of another kind', () => {
  assert.equal(rebaseSearch({ drawn: '?range=7d', target: '?range=90d', now: '?range=7d' }), '?range=90d')
  assert.equal(rebaseSearch({ drawn: '', target: '?view=abc', now: '?range=7d' }), '?view=abc')
  assert.equal(rebaseSearch({ drawn: '?step=1', target: '?step=2', now: '?step=1&range=7d' }), '?step=2')
})
