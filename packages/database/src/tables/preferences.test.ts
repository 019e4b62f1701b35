import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { toPersonId } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import { openTestDatabase } from '../testing.ts'
import * as tables from './index.ts'

const database = await openTestDatabase({ after })
const db = database.kysely
let count = 0

async function newPerson(): Promise<tables.PersonRow> {
  count += 1
  return tables.savePerson(db, { id: toPersonId(randomUUID()), email: `p${count}@x.test`, name: `Person ${count}` })
}

/** A new person and shop. */
async function newKey(): Promise<tables.PreferenceKey> {
  const organisation = await tables.createOrganisation(db, { name: 'Nord' })
  count += 1
  const rest = { domain: `s${count}.test`, platform: 'woocommerce', name: 'Shop', zone: 'UTC', currency: 'EUR' }
  const { id: shopId } = await tables.createShop(db, { organisationId: organisation.id, ...rest })
  return { personId: (await newPerson()).id, shopId }
}

suite('preferences', () => {
  test('are kept per person and shop, letter for letter', async () => {
    const [key, other] = [await newKey(), await newKey()]
    assert.equal(await tables.findPreference(db, key), undefined)
    assert.deepEqual(await tables.lockPreference(db, key), {})
    const value = { summary: { stats: { pins: ['woocommerce.sales'], camelCase_too: { ß: 1 } } }, decimal: 0 }
    await tables.savePreference(db, key, value)
    assert.deepEqual(await tables.findPreference(db, key), value)
    assert.deepEqual(await tables.lockPreference(db, key), value)
    assert.equal(await tables.findPreference(db, { ...key, shopId: other.shopId }), undefined)
    assert.equal(await tables.findPreference(db, { ...key, personId: other.personId }), undefined)
  })

  test('of a person are read with their language in one query, also where nothing is stored', async () => {
    const [key, other] = [await newKey(), await newKey()]
    const { personId, shopId } = key
    assert.deepEqual(await tables.listOwnPreferences(db, key), [
      { language: '', zone: null, shopId: null, value: null },
    ])
    for (const shop of [shopId, other.shopId]) {
      await tables.lockPreference(db, { personId, shopId: shop })
      await tables.savePreference(db, { personId, shopId: shop }, { currency: shop })
    }
    await tables.updatePerson(db, personId, { language: 'de' })
    assert.deepEqual(await tables.listOwnPreferences(db, key), [
      { language: 'de', zone: null, shopId, value: { currency: shopId } },
    ])
    const all = await tables.listOwnPreferences(db, { personId })
    assert.deepEqual(new Set(all.map((row) => row.shopId)), new Set([shopId, other.shopId]))
    assert.deepEqual(await tables.listOwnPreferences(db, { personId: toPersonId(randomUUID()) }), [])
  })

  test('that many change at once keep what each has written', async () => {
    const key = await newKey()
    const names = Array.from({ length: 8 }, (_, index) => `key${index}`)
    const add = (name: string) =>
      database.transaction(async (tx) => {
        const value = await tables.lockPreference(tx, key)
        await tables.savePreference(tx, key, { ...value, [name]: name })
      })
    await Promise.all(names.map(add))
    assert.deepEqual(await tables.findPreference(db, key), Object.fromEntries(names.map((name) => [name, name])))
  })
})

suite('saved views', () => {
  test('are replaced by name, listed by name, and one is the default of its page', async () => {
    const key = await newKey()
    const view = { ...key, name: 'B', page: '', search: '?range=today', isDefault: true }
    const { id } = await tables.saveView(db, view)
    await tables.saveView(db, { ...view, name: 'C', page: 'campaigns' })
    await tables.saveView(db, { ...view, name: 'A' })
    const listed = async () =>
      (await tables.listSavedViews(db, key)).map(({ name, page, search, isDefault }) => [name, page, search, isDefault])
    assert.deepEqual(await listed(), [
      ['A', '', '?range=today', true],
      ['B', '', '?range=today', false],
      ['C', 'campaigns', '?range=today', true],
    ])
    assert.equal((await tables.saveView(db, { ...view, search: '', isDefault: false })).id, id)
    assert.deepEqual((await listed())[1], ['B', '', '', false])
  })

  test('are removed by whoever saved them only', async () => {
    const [key, other] = [await newKey(), await newKey()]
    const { id } = await tables.saveView(db, { ...key, name: 'A', page: '', search: '', isDefault: false })
    assert.equal(await tables.deleteSavedView(db, { ...key, personId: other.personId }, id), false)
    assert.equal(await tables.deleteSavedView(db, { ...key, shopId: other.shopId }, id), false)
    assert.equal(await tables.deleteSavedView(db, key, id), true)
    assert.deepEqual(await tables.listSavedViews(db, key), [])
  })
})

suite('annotations', () => {
  test('are seen by their author, the shared ones by everybody, and never on another shop', async () => {
    const [key, other] = [await newKey(), await newKey()]
    const write = (text: string, day: string, isShared: boolean) =>
      tables.createAnnotation(db, { ...key, day: parseDay(day), text, isShared })
    const shared = await write('Sale begins', '2026-03-02', true)
    const own = await write('Ask about stock', '2026-03-01', false)
    await write('Later', '2026-04-01', true)
    const range = { from: parseDay('2026-03-01'), to: parseDay('2026-03-31') }
    const seenBy = async (reader: tables.PreferenceKey, limit = 10) =>
      (await tables.listAnnotations(db, reader, { ...range, limit })).map(({ text, day }) => [text, day])
    assert.deepEqual(await seenBy(key), [
      ['Ask about stock', '2026-03-01'],
      ['Sale begins', '2026-03-02'],
    ])
    assert.deepEqual(await seenBy(key, 1), [['Sale begins', '2026-03-02']], 'of too many, the newest')
    const colleague = { ...key, personId: other.personId }
    assert.deepEqual(await seenBy(colleague), [['Sale begins', '2026-03-02']])
    assert.deepEqual(await seenBy({ ...key, shopId: other.shopId }), [])
    assert.match((await tables.findAnnotation(db, colleague, shared.id))?.authorName ?? '', /^Person/)
    assert.equal(await tables.findAnnotation(db, colleague, own.id), undefined)
    assert.deepEqual([await tables.countAnnotations(db, key), await tables.countAnnotations(db, colleague)], [3, 0])
    await tables.deleteAnnotation(db, shared.id)
    assert.deepEqual(await seenBy(colleague), [])
  })
})
