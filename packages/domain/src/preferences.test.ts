import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { findPreference, savePreference, updatePerson } from '@tillsight/database'
import { ownKey, run, type ShopContext } from './context/index.ts'
import { isRefused, openTestPeople } from './organisations/testing.ts'
import {
  changePreference,
  defaultDisplay,
  defaultPreference,
  getPreference,
  readDisplay,
  readPreference,
} from './preferences.ts'
import { openTestStores } from './reports/shop.testing.ts'
import { openShopFor } from './shops/index.ts'

const { db, warehouse, openShop } = await openTestStores({ after })
const { newMember } = await openTestPeople({ after }, { db })

/** A new person on a shop in euros, or on an existing shop. */
async function newReader(on?: ShopContext): Promise<ShopContext> {
  const ctx = on ?? (await openShop())
  const person = await newMember(ctx.organisation, 'viewer')
  return openShopFor(person, { ...ctx, warehouse }, { id: ctx.shop.id })
}

const change = (ctx: ShopContext, preference: object) => run(changePreference, ctx, { preference: { ...preference } })
const stored = (ctx: ShopContext) => findPreference(db.kysely, ownKey(ctx))

suite('a preference', () => {
  test('is the specification’s defaults until something is chosen, and only that is stored', async () => {
    const ctx = await newReader()
    assert.deepEqual(await run(getPreference, ctx, {}), {
      summary: { stats: { pins: [] }, layout: { grid: 4, fluid: false }, channelOrder: [] },
      language: 'en',
      theme: 'system',
      currency: 'USD',
      decimal: 2,
      numbers: 'auto',
    })
    assert.equal(await stored(ctx), undefined)
    const pins = ['woocommerce.sales']
    const changed = await change(ctx, { summary: { stats: { pins, 'own.a': { kind: 'goal', goal: '25000' } } } })
    assert.deepEqual(changed.summary.stats, { pins, 'own.a': { kind: 'goal', goal: '25000' } })
    assert.deepEqual(await stored(ctx), { summary: { stats: { pins, 'own.a': { kind: 'goal', goal: '25000' } } } })
    assert.deepEqual(await run(getPreference, ctx, {}), changed)
    await change(ctx, { summary: { stats: { pins: [], 'own.a': null } } })
    assert.deepEqual(await stored(ctx), { summary: { stats: { pins: [] } } })
  })

  test('is one person’s on one shop', async () => {
    const ctx = await newReader()
    const [colleague, elsewhere] = [await newReader(ctx), await newReader()]
    await change(ctx, { theme: 'dark' })
    assert.equal((await run(getPreference, colleague, {})).theme, 'system')
    assert.equal((await run(getPreference, elsewhere, {})).theme, 'system')
  })

  test('of whoever is no person is the default one, and cannot be changed', async () => {
    const ctx = await openShop()
    assert.deepEqual(await run(getPreference, ctx, {}), defaultPreference)
    await assert.rejects(change(ctx, { theme: 'dark' }), isRefused('forbidden', /stored for a person/))
  })

  test('keeps every key that is written at the same time as others', async () => {
    const ctx = await newReader()
    const keys = Array.from({ length: 12 }, (_, index) => `own.w${index}`)
    await Promise.all(keys.map((key) => change(ctx, { summary: { stats: { [key]: { size: 2 } } } })))
    const { stats } = (await run(getPreference, ctx, {})).summary
    assert.deepEqual(Object.keys(stats).toSorted(), ['pins', ...keys].toSorted())
  })

  test('sent back as a whole stores what is new in it, not the defaults that were shown', async () => {
    const ctx = await newReader()
    const shown = await run(getPreference, ctx, {})
    const layout = { ...shown.summary.layout, grid: 3 }
    await change(ctx, { ...shown, summary: { ...shown.summary, layout } })
    assert.deepEqual(await stored(ctx), { summary: { layout: { grid: 3 } } })
    await change(ctx, { ...shown, decimal: 0 })
    assert.deepEqual(await stored(ctx), { summary: { layout: { grid: 4 } }, decimal: 0 })
    await change(ctx, { currency: 'USD' })
    assert.equal((await stored(ctx))?.currency, 'USD')
    await change(ctx, { ...shown, currency: 'CHF' })
    await change(ctx, shown)
    assert.equal((await stored(ctx))?.currency, 'USD')
  })

  test('that does not fit is refused by field, and nothing changes', async () => {
    const ctx = await newReader()
    await change(ctx, { decimal: 0 })
    const refusals: readonly [patch: object, fields: readonly string[], text: RegExp][] = [
      [{ decimal: 'two' }, ['decimal'], /“decimal” is not valid/],
      [{ summary: { layout: { grid: 99, fluid: 1 } } }, ['summary.layout.grid', 'summary.layout.fluid'], /grid/],
      [{ summary: { stats: { pins: ['no stat'] } } }, ['summary.stats.pins.0'], /woocommerce\.sales/],
      [{ summary: { stats: { 'own.a': { kind: 'cake' } } } }, ['summary.stats.own.a.kind'], /kind/],
      [{ summary: [] }, ['summary'], /summary/],
      [{ currency: 'euro' }, ['currency'], /code such as EUR/],
      [{ language: 'tlh' }, ['language'], /language/],
    ]
    for (const [patch, fields, text] of refusals) {
      await assert.rejects(
        change(ctx, patch),
        (error) => isRefused('invalid_input', text)(error) && isAppError(error) && hasKeys(error.details, fields),
        JSON.stringify(patch),
      )
    }
    await assert.rejects(
      run(changePreference, ctx, { preference: [1] }),
      isRefused('invalid_input', /not a JSON object/),
    )
    assert.deepEqual(await stored(ctx), { decimal: 0 })
  })

  test('stays small, flat and storable', async () => {
    const ctx = await newReader()
    const refused = (patch: object, text: RegExp) =>
      assert.rejects(change(ctx, patch), isRefused('invalid_input', text))
    const widgets = Object.fromEntries(Array.from({ length: 301 }, (_, index) => [`own.w${index}`, {}]))
    await refused({ summary: { stats: widgets } }, /301 widgets/)
    await refused({ note: 'x'.repeat(70_000) }, /64 KB/)
    await refused({ note: 'zero\0byte' }, /cannot be stored/)
    await refused({ ['half \ud800']: 1 }, /cannot be stored/)
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`)
    await refused({ deep }, /levels/)
    const hostile: object = JSON.parse('{"__proto__":{"theme":"dark"},"summary":{"__proto__":{"x":1}},"decimal":1}')
    assert.equal((await run(changePreference, ctx, JSON.parse(JSON.stringify({ preference: hostile })))).decimal, 1)
    assert.deepEqual([JSON.stringify(await stored(ctx)).includes('proto'), 'x' in {}], [false, false])
  })
})

function hasKeys(details: object, keys: readonly string[]): boolean {
  return JSON.stringify(Object.keys(details)) === JSON.stringify(keys)
}

suite('what another version has stored', () => {
  const foreign = {
    theme: 'sepia',
    decimal: 3,
    summary: {
      stats: { pins: ['woocommerce.sales', 7], 'own.a': { kind: 'cake', size: 2 }, 'own.b': 5 },
      layout: 'wide',
      panels: [{ from: 'the future' }],
    },
    future: { kept: true },
  }

  test('is read field by field, with defaults for what cannot be read', () => {
    const { complete } = readPreference(foreign)
    assert.deepEqual([complete.theme, complete.decimal], ['system', 3])
    assert.deepEqual(complete.summary.stats, { pins: ['woocommerce.sales'], 'own.a': { size: 2 } })
    assert.deepEqual(complete.summary.layout, { grid: 4, fluid: false })
    for (const nonsense of [undefined, null, 'x', [1], { summary: 1 }]) {
      assert.deepEqual(readPreference(nonsense).complete, defaultPreference)
    }
  })

  test('stays stored when something else is changed', async () => {
    const ctx = await newReader()
    await change(ctx, {})
    await savePreference(db.kysely, ownKey(ctx), foreign)
    assert.equal((await change(ctx, { decimal: 1 })).decimal, 1)
    assert.deepEqual(await stored(ctx), { ...foreign, decimal: 1 })
  })
})

suite('how figures are printed', () => {
  test('follows the choice for the shop, then the shop’s currency and the person’s language', async () => {
    const ctx = await newReader()
    const display = async () => readDisplay(ctx)
    const usual = { currency: 'EUR', decimals: 2, language: 'en', chosenLanguage: null, numbers: 'en-US' }
    assert.deepEqual(await display(), usual)
    await updatePerson(db.kysely, ownKey(ctx).personId, { language: 'de' })
    assert.deepEqual(await display(), { ...usual, language: 'de', numbers: 'de-DE' })
    await change(ctx, { currency: 'USD', language: 'en', decimal: 0, numbers: 'de-DE' })
    assert.deepEqual(await display(), {
      currency: 'USD',
      decimals: 0,
      language: 'en',
      chosenLanguage: 'en',
      numbers: 'de-DE',
    })
    await change(ctx, { currency: null, language: null, decimal: null, numbers: null })
    assert.deepEqual(await display(), { ...usual, language: 'de', numbers: 'de-DE' })
  })

  test('is that of one shop, and the same for everybody without an account', async () => {
    const ctx = await newReader()
    const other = await openShop({ currency: 'JPY' })
    await change(ctx, { currency: 'CHF' })
    const currencies = [ctx, { ...other, actor: ctx.actor }].map(async (each) => (await readDisplay(each)).currency)
    assert.deepEqual(await Promise.all(currencies), ['CHF', 'JPY'])
    assert.deepEqual(await readDisplay(other), defaultDisplay(other))
  })
})
