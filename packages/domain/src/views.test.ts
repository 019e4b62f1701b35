import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { run, type ShopContext } from './context/index.ts'
import { isRefused, openTestPeople } from './organisations/testing.ts'
import { openTestStores } from './reports/shop.testing.ts'
import { openShopFor } from './shops/index.ts'
import { listViews, removeView, saveView } from './views.ts'

const { db, warehouse, openShop } = await openTestStores({ after })
const { newMember } = await openTestPeople({ after }, { db })

async function newReader(on?: ShopContext): Promise<ShopContext> {
  const ctx = on ?? (await openShop())
  const person = await newMember(ctx.organisation, 'viewer')
  return openShopFor(person, { ...ctx, warehouse }, { id: ctx.shop.id })
}

const today = { name: 'Today', page: '', search: '?range=today', isDefault: false } as const

suite('saved views', () => {
  test('are one’s own, trimmed, replaced by name, and one is the default of a page', async () => {
    const ctx = await newReader()
    const { id } = await run(saveView, ctx, { ...today, name: '  Today ', isDefault: true })
    await run(saveView, ctx, { ...today, name: 'All', isDefault: true })
    assert.equal((await run(saveView, ctx, { ...today, search: '' })).id, id)
    const views = (await run(listViews, ctx, {})).map(({ name, search, isDefault }) => [name, search, isDefault])
    assert.deepEqual(views, [
      ['All', '?range=today', true],
      ['Today', '', false],
    ])
    assert.deepEqual(await run(listViews, await newReader(ctx), {}), [])
  })

  test('cannot be removed by others, nor twice', async () => {
    const ctx = await newReader()
    const { id: view } = await run(saveView, ctx, today)
    const missing = isRefused('not_found', /does not exist any more/)
    for (const wrong of [view, randomUUID(), 'nonsense']) {
      await assert.rejects(run(removeView, await newReader(ctx), { view: wrong }), missing)
    }
    await run(removeView, ctx, { view })
    await assert.rejects(run(removeView, ctx, { view }), missing)
  })

  test('lead to pages of a shop only, by addresses as browsers have them', async () => {
    const ctx = await newReader()
    const wrong: readonly [change: object, text: RegExp][] = [
      [{ name: ' ' }, /Give the view a name/],
      [{ name: 'x'.repeat(61) }, /at most 60/],
      [{ name: 'two\nlines' }, /cannot be shown/],
      [{ page: '../../account' }, /not a page/],
      [{ search: 'range=today' }, /query of an address/],
      [{ search: '?a=b#c' }, /query of an address/],
      [{ search: '?a=b c' }, /query of an address/],
      [{ search: `?${'x'.repeat(2000)}` }, /at most 2000/],
    ]
    for (const [change, text] of wrong) {
      await assert.rejects(run(saveView, ctx, { ...today, ...change }), isRefused('invalid_input', text))
    }
    const search = '?from=2026-03-01&filter=country%3ADE&q=%C3%BC+x'
    assert.equal((await run(saveView, ctx, { ...today, name: 'Ü 👩‍💻', search })).search, search)
  })

  test('are fifty at most, also when many come at once', async () => {
    const ctx = await newReader()
    for (let index = 0; index < 48; index += 1) await run(saveView, ctx, { ...today, name: `View ${index}` })
    const more = await Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => run(saveView, ctx, { ...today, name })))
    assert.equal(more.filter(({ status }) => status === 'fulfilled').length, 2)
    await assert.rejects(run(saveView, ctx, { ...today, name: 'New' }), isRefused('limit_reached', /50/))
    await run(saveView, ctx, { ...today, name: 'View 3', search: '' })
  })

  test('are stored for people only', async () => {
    await assert.rejects(run(saveView, await openShop(), today), isRefused('forbidden'))
  })
})
