import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@tillsight/core'
import type { SavedView, ShopVerbs, VerbInput } from '@tillsight/domain'
import type { ShopServices } from '../../services.ts'
import { shopVerbsOf } from '../../testing.ts'
import { changeViews, viewsOrDefault } from './views.server.ts'

const week: SavedView = { id: 'w1', name: 'Week', page: '', search: '?range=7d', isDefault: true }

interface Kept {
  readonly saved: VerbInput<ShopVerbs['view.save']>[]
  readonly removed: string[]
}

/** A shop's services that record the verbs run on them; nothing else is implemented. */
function servicesWith(over: Parameters<typeof shopVerbsOf>[0] = {}): {
  readonly services: ShopServices
  readonly kept: Kept
} {
  const kept: Kept = { saved: [], removed: [] }
  const services = {
    shop: { domain: 'a.example' },
    run: shopVerbsOf({
      'view.list': async () => [week],
      async 'view.save'(input) {
        kept.saved.push(input)
        return { ...input, id: 'n1' }
      },
      'view.remove': async ({ view }) => void kept.removed.push(view),
      ...over,
    }),
  } as unknown as ShopServices
  return { services, kept }
}

function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

test('a view keeps the days and filters of the page, not what is open beside it, and opens at once', async () => {
  const { services, kept } = servicesWith()
  const search = '?range=7d&open=sales&customise=1&view=old'
  const change = await changeViews(services, form({ intent: 'save', name: ' Monday ', page: 'campaigns', search }))
  assert.deepEqual(kept.saved, [{ name: 'Monday', page: 'campaigns', search: '?range=7d', isDefault: false }])
  assert.deepEqual(change, {
    outcome: { done: 'saved', view: { id: 'n1', name: 'Monday' } },
    to: '/shop/a.example/campaigns?range=7d&view=n1',
  })
})

test('a removed view is named, so that it can be brought back, and the page stays as it looked', async () => {
  const { services, kept } = servicesWith()
  const change = await changeViews(services, form({ intent: 'remove', id: 'w1', search: '?range=7d&view=w1' }))
  assert.deepEqual(kept.removed, ['w1'])
  assert.deepEqual(change, {
    outcome: { done: 'removed', view: { id: 'w1', name: 'Week' } },
    to: '/shop/a.example?range=7d',
  })
})

test('a refusal is told in its own words, and a bug is not told at all', async () => {
  const refused = servicesWith({
    'view.save': () => Promise.reject(new AppError('limit_reached', 'There are 50 saved views.')),
  })
  const { outcome } = await changeViews(refused.services, form({ intent: 'save', name: 'x' }))
  assert.deepEqual(outcome, { done: 'nothing', failure: 'There are 50 saved views.' })
  const broken = servicesWith({ 'view.save': () => Promise.reject(new Error('boom')) })
  await assert.rejects(changeViews(broken.services, form({ intent: 'save', name: 'x' })), /boom/)
})

test('a page opened without a query goes on to its default view, and only then', async () => {
  const { services } = servicesWith()
  const open = (search: string, page = '') =>
    viewsOrDefault(services, { page, url: new URL(`http://localhost/shop/a.example${search}`) })
  await assert.rejects(
    open(''),
    (result: Response) => result.headers.get('location') === '/shop/a.example?range=7d&view=w1',
  )
  assert.deepEqual(await open('?view=none'), [week])
  assert.deepEqual(await open('', 'campaigns'), [])
})

test('a page is shown although its views cannot be read', async () => {
  const { services } = servicesWith({ 'view.list': () => Promise.reject(new Error('down')) })
  assert.deepEqual(await viewsOrDefault(services, { page: '', url: new URL('http://localhost/shop/a.example') }), [])
})
