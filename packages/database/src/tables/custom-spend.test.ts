import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { openTestDatabase } from '../testing.ts'
import {
  changeCustomSpend,
  createCustomSpend,
  createCustomSpendImport,
  createOrganisation,
  createShop,
  listCustomSpend,
  listCustomSpendImports,
  listShopsWithUnwrittenSpend,
  listUnwrittenCustomSpend,
  markCustomSpendImportUndone,
  markCustomSpendRemoved,
  noteCustomSpendWritten,
} from './index.ts'

const { kysely: db } = await openTestDatabase({ after })
const organisation = await createOrganisation(db, { name: 'Test' })
let shops = 0

async function newShop() {
  shops += 1
  const base = { organisationId: organisation.id, platform: 'woocommerce', name: 'Shop', zone: 'UTC', currency: 'EUR' }
  return (await createShop(db, { ...base, domain: `spend-${shops}.test` })).id
}

const fields = {
  channel: 'Print',
  campaign: '',
  name: 'Flyers',
  repeats: 'never',
  firstDay: parseDay('2026-03-01'),
  lastDay: null,
  amount: '100.000001',
  percentOf: null,
  currency: 'EUR',
  countsAs: 'ad_spend',
  note: '',
}
const day = parseDay('2026-03-10')

test('an entry is to be written when it is new, was changed, goes on or was removed, and else not', async () => {
  const shopId = await newShop()
  const of = { ...fields, shopId, importId: null, personId: null }
  const [once, monthly, ended] = await createCustomSpend(db, [
    of,
    { ...of, repeats: 'month' },
    { ...of, repeats: 'month', lastDay: parseDay('2026-03-02') },
  ])
  assert.ok(once && monthly && ended)
  assert.equal(once.amount, '100.000001')
  const open = async () => (await listUnwrittenCustomSpend(db, shopId, day)).map(({ id }) => id).toSorted()
  assert.deepEqual(await open(), [once.id, monthly.id, ended.id].toSorted())
  const written = [once, monthly, ended].map(({ id }) => ({ id, through: parseDay('2026-03-09') }))
  await noteCustomSpendWritten(db, written)
  assert.deepEqual(await open(), [monthly.id], 'the day before is not enough for what has no end')
  assert.deepEqual(await listShopsWithUnwrittenSpend(db, day), [shopId])
  await noteCustomSpendWritten(db, [{ id: monthly.id, through: day }])
  assert.deepEqual([await open(), await listShopsWithUnwrittenSpend(db, day)], [[], []])
  await changeCustomSpend(db, once.id, { ...fields, amount: '5' })
  await markCustomSpendRemoved(db, [ended.id], new Date())
  assert.deepEqual(await open(), [once.id, ended.id].toSorted())
  assert.equal((await listCustomSpend(db, shopId)).length, 2)
})

test('a file is undone once, in its own shop only, and says what is left of it', async () => {
  const [shopId, stranger] = [await newShop(), await newShop()]
  const file = await createCustomSpendImport(db, { shopId, fileName: 'a.csv', entries: 2, personId: null })
  const entry = { ...fields, shopId, importId: file.id, personId: null }
  const [first] = await createCustomSpend(db, [entry, entry])
  await markCustomSpendRemoved(db, [first?.id ?? ''], new Date())
  const left = async () =>
    (await listCustomSpendImports(db, shopId, 10)).map((one) => [one.left, one.undoneAt !== null])
  assert.deepEqual(await left(), [[1, false]])
  assert.equal(await markCustomSpendImportUndone(db, { shop: stranger, id: file.id }, new Date()), undefined)
  assert.equal(await markCustomSpendImportUndone(db, { shop: shopId, id: file.id }, new Date()), 1)
  assert.deepEqual(await left(), [[0, true]])
  assert.equal(await markCustomSpendImportUndone(db, { shop: shopId, id: file.id }, new Date()), undefined)
})
