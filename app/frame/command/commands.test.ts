import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textFor } from '../../language/text-for.server.ts'
import { type Command, type CommandScene, commandsFor } from './commands.ts'

const shop = { domain: 'a.example', name: 'Anna' }
const scene: CommandScene = {
  t: textFor('en'),
  shops: [shop, { domain: 'b.example', name: 'Ben' }],
  shop,
  pathname: '/shop/a.example',
  search: '?range=7d&f=country:DE&open=orders',
  data: {
    metrics: [{ key: 'sales', label: 'Sales' }],
    views: [{ id: 'v1', name: 'Monday', page: 'campaigns', search: '?range=7d' }],
  },
}

function find(id: string, over: Partial<CommandScene> = {}): Command | undefined {
  return commandsFor({ ...scene, ...over }).find((command) => command.id === id)
}

function leadsTo(id: string, over: Partial<CommandScene> = {}): string | undefined {
  const deed = find(id, over)?.deed
  return deed?.kind === 'go' ? deed.to : undefined
}

test('pages are named by the navigation and carry their keys', () => {
  assert.equal(find('page:nav.campaigns')?.keys, 'G C')
  assert.equal(leadsTo('page:nav.costs_goods'), '/shop/a.example/costs/goods')
  assert.equal(find('page:nav.costs_goods')?.note, 'Costs')
})

test('pages that are no part of the navigation are found, each with the one that it belongs to', () => {
  assert.equal(leadsTo('page:page.spend'), '/shop/a.example/campaigns/spend')
  assert.equal(find('page:page.spend')?.note, 'Campaigns')
  assert.equal(leadsTo('page:page.currencies'), '/shop/a.example/settings/currencies')
  assert.equal(leadsTo('page:page.reconciliation'), '/shop/a.example/integrations/reconciliation')
  assert.equal(leadsTo('page:page.imports'), '/shop/a.example/integrations/imports')
  assert.equal(leadsTo('page:page.number_changes'), '/shop/a.example/integrations/number-changes')
  assert.equal(find('page:page.guide:Meta Ads')?.label, 'Set-up guide: Meta Ads')
  assert.equal(leadsTo('page:page.guide:Meta Ads'), '/shop/a.example/setup/guide/metaads')
  const ids = commandsFor(scene).map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
})

test('a figure opens beside the summary with the days and filters that are shown', () => {
  assert.equal(leadsTo('metric:sales'), '/shop/a.example?range=7d&f=country:DE&open=sales')
})

test('days change the page one is on if it has days, else they open the summary', () => {
  assert.equal(leadsTo('days:mtd'), '/shop/a.example?range=mtd&f=country:DE&open=orders')
  assert.equal(
    leadsTo('days:none', { pathname: '/shop/a.example/campaigns', search: '' }),
    '/shop/a.example/campaigns?compare=none',
  )
  assert.equal(
    leadsTo('days:7d', { pathname: '/shop/a.example/settings', search: '?done=x' }),
    '/shop/a.example?range=7d',
  )
})

test('a view opens on its own page and says which one it is', () => {
  assert.equal(leadsTo('view:v1'), '/shop/a.example/campaigns?range=7d&view=v1')
})

test('other shops open on the same page with the same days', () => {
  assert.equal(leadsTo('shop:b.example'), '/shop/b.example?range=7d')
  assert.equal(find('shop:a.example'), undefined)
})

test('customising and exporting keep the days, not what is open', () => {
  assert.equal(leadsTo('do:customise'), '/shop/a.example?range=7d&f=country:DE&customise=1')
  const deed = find('do:export')?.deed
  assert.deepEqual(deed, { kind: 'download', from: '/shop/a.example/export.csv?range=7d&f=country:DE' })
})

test('without a shop there is still the account, the colours and the way to a first shop', () => {
  const ids = commandsFor({ ...scene, shop: undefined, shops: [], data: undefined }).map(({ id }) => id)
  assert.ok(ids.includes('page:nav.account') && ids.includes('do:theme:dark') && ids.includes('do:add_shop'))
  assert.ok(!ids.some((id) => id.startsWith('metric:') || id.startsWith('days:')))
})

test('every command has an id of its own', () => {
  const ids = commandsFor(scene).map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
})
