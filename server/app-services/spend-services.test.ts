// Forms of the custom spend and currencies pages, on real stores.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { listExchangeRates } from '@tillsight/database'
import type { ConnectionContext } from '@tillsight/domain'
import { changeCurrencies, loadCurrencies } from '../../app/pages/currencies/currencies.server.ts'
import { changeSpend } from '../../app/pages/spend/change-spend.server.ts'
import { loadSpend } from '../../app/pages/spend/load-spend.server.ts'
import type { ShopServices } from '../../app/services.ts'
import { addShop, startInstallation } from '../testing/installation.ts'
import { createShopServices } from './shop-services.ts'

const installation = await startInstallation({ after: (work) => after(work) })
const { runtime, contexts } = installation
let shops = 0

/** A shop's services for the context's actor. */
async function openShop(actor?: ConnectionContext['actor']): Promise<ShopServices> {
  shops += 1
  const domain = `forms-${shops}.test`
  await addShop(installation, { domain })
  const ctx = await contexts.shop(domain)
  return createShopServices(runtime, actor === undefined ? ctx : { ...ctx, actor })
}

type Fields = Readonly<Record<string, string | File>>

/** A form request as a browser sends it: multipart with files, urlencoded without. */
function post(fields: Fields): Request {
  const isInParts = Object.values(fields).some((value) => value instanceof File)
  const body = isInParts ? new FormData() : new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (body instanceof FormData) body.set(name, value)
    else if (typeof value === 'string') body.set(name, value)
  }
  const size = Object.values(fields).reduce(
    (sum, value) => sum + (value instanceof File ? value.size : value.length),
    500,
  )
  return new Request('http://localhost/', { method: 'POST', body, headers: { 'content-length': String(size) } })
}

const load = (services: ShopServices, search = '') => loadSpend(services, new URLSearchParams(search), [])
const flyers = {
  intent: 'save',
  channel: 'Print',
  name: 'Flyers',
  firstDay: '2026-03-01',
  lastDay: '2026-03-02',
  amount: '10',
}
const csv = (text: string) => new File([text], 'file.csv', { type: 'text/csv' })

suite('the forms of custom spend', () => {
  test('add, change and delete an entry', async () => {
    const services = await openShop()
    assert.deepEqual(await changeSpend(services, post(flyers)), { done: 'added' })
    const [entry] = (await load(services)).entries
    assert.deepEqual(
      [entry?.channel, entry?.about, entry?.days, entry?.amount, entry?.spent],
      ['Print', 'Flyers', '1 – 2 Mar 2026', '€10.00', '€10.00'],
    )
    const { edited } = await load(services, `edit=${entry?.id}`)
    assert.deepEqual([edited?.typed.amount, edited?.typed.lastDay], ['10.00', '2026-03-02'])
    const changed = {
      ...flyers,
      ...edited?.typed,
      entry: entry?.id ?? '',
      amount: '31.005',
      repeats: 'month',
      lastDay: '',
    }
    assert.deepEqual(await changeSpend(services, post(changed)), { done: 'changed' })
    const after = await load(services)
    assert.deepEqual(
      after.entries.map(({ amount, days }) => [amount, days]),
      [['€31.01 a month', 'since Sun 1 Mar 2026']],
    )
    assert.deepEqual(await changeSpend(services, post({ intent: 'remove', entry: entry?.id ?? '' })), {
      done: 'removed',
    })
    assert.deepEqual((await load(services, 'done=removed')).entries, [])
  })

  test('come back with what was typed and a message at each field that is wrong', async () => {
    const services = await openShop()
    const wrong = {
      ...flyers,
      channel: 'tiktok ads',
      amount: '1,234',
      lastDay: '2026-02-30',
      currency: 'EURO',
      repeats: 'x',
      countsAs: 'y',
    }
    const change = await changeSpend(services, post(wrong))
    assert.ok('outcome' in change && change.outcome.kind === 'refused')
    assert.deepEqual([change.status, change.outcome.form, change.outcome.typed?.amount], [400, 'entry', '1,234'])
    assert.deepEqual(Object.keys(change.outcome.fields).toSorted(), [
      'amount',
      'channel',
      'countsAs',
      'currency',
      'lastDay',
      'repeats',
    ])
    assert.deepEqual((await load(services)).entries, [])
    for (const form of [
      { intent: 'remove', entry: 'none' },
      { intent: 'undo', import: 'none' },
    ]) {
      const gone = await changeSpend(services, post(form))
      assert.ok('outcome' in gone && gone.status === 404, form.intent)
    }
    const unknown = await changeSpend(services, post({ intent: 'dance' }))
    assert.ok('outcome' in unknown && unknown.status === 400)
  })

  test('show a file before it is imported, import what they showed, and take it back', async () => {
    const services = await openShop()
    const file = csv('channel,first_day,amount\nRadio,2026-03-01,5\nRadio,soon,5\n')
    const shown = await changeSpend(services, post({ intent: 'preview', file }))
    assert.ok('outcome' in shown && shown.outcome.kind === 'preview')
    const { preview } = shown.outcome
    assert.deepEqual([preview.entries, preview.summary, preview.problems.length], [1, '1 to import · 1 excluded', 1])
    assert.deepEqual((await load(services)).entries, [])
    const again = { intent: 'import', fileName: preview.fileName, packed: preview.packed }
    assert.deepEqual(await changeSpend(services, post(again)), { done: 'imported' })
    assert.deepEqual(await changeSpend(services, post(again)), { done: 'nothing' })
    const { entries, files } = await load(services)
    assert.deepEqual([entries.length, files[0]?.fileName, files[0]?.canUndo], [1, 'file.csv', true])
    assert.deepEqual(await changeSpend(services, post({ intent: 'undo', import: files[0]?.id ?? '' })), {
      done: 'undone',
    })
    assert.deepEqual((await load(services)).entries, [])
  })

  test('refuse what is no file, and what is too large before it is read', async () => {
    const services = await openShop()
    const messageOf = async (request: Request) => {
      const change = await changeSpend(services, request)
      assert.ok('outcome' in change && change.outcome.kind === 'refused' && change.status === 400)
      return change.outcome.message
    }
    assert.match(await messageOf(post({ intent: 'preview', file: csv('') })), /empty, or none was chosen/)
    assert.match(await messageOf(post({ intent: 'preview', file: csv('<!doctype html>') })), /web page/)
    assert.match(await messageOf(post({ intent: 'import', packed: 'no file' })), /got lost on the way/)
    const large = new Request('http://localhost/', {
      method: 'POST',
      body: 'x',
      headers: { 'content-length': '9000000' },
    })
    assert.match(await messageOf(large), /larger than 1 MB/)
  })

  test('are closed to a role that only looks', async () => {
    const services = await openShop({ kind: 'person', id: installation.owner.id, role: 'analyst', shops: 'all' })
    assert.deepEqual([(await load(services)).mayEnter, (await load(services, 'edit=1')).edited], [false, null])
    const refused = await changeSpend(services, post(flyers))
    assert.ok('outcome' in refused && refused.outcome.kind === 'refused' && refused.status === 403)
    assert.deepEqual((await load(services)).entries, [])
  })
})

suite('the forms of currencies', () => {
  const loading = { now: '2026-03-10T12:00:00Z', done: null, currencies: [] }
  const rates = 'Date,USD,XPF\n2026-03-10,1.1,119.3\n2026-03-09,1.2,119.3\n'

  test('show what a file would change, import it, and say what the shop needs', async () => {
    const services = await openShop()
    await changeSpend(services, post({ ...flyers, currency: 'USD', lastDay: '2026-03-10' }))
    const [need] = (await loadCurrencies(services, loading)).needs
    assert.match(need?.lack ?? '', /10 days have no rate \(1 – 10 Mar 2026\)\. Spend on these days is unknown/)
    const shown = await changeCurrencies(services, post({ intent: 'preview', base: 'EUR', file: csv(rates) }))
    assert.ok('outcome' in shown && shown.outcome.kind === 'preview')
    const { preview } = shown.outcome
    assert.deepEqual(preview.sentences, [
      '4 rates on 2 days, 9 – 10 Mar 2026: USD, XPF.',
      '4 new rates, none replaced.',
    ])
    const form = { intent: 'import', base: preview.base, fileName: preview.fileName, packed: preview.packed }
    assert.deepEqual(await changeCurrencies(services, post(form)), { done: 'imported' })
    const stored = await listExchangeRates(runtime.stores.database.kysely, { base: 'EUR', quote: 'USD' })
    assert.equal(stored.length, 2)
    assert.match(
      (await loadCurrencies(services, loading)).needs[0]?.lack ?? '',
      /8 days have no rate \(1 – 8 Mar 2026\)/,
    )
    const again = await changeCurrencies(services, post({ intent: 'preview', base: 'EUR', file: csv(rates) }))
    assert.ok('outcome' in again && again.outcome.kind === 'preview' && !again.outcome.preview.canImport)
  })

  test('refuse files that hold no rates, a currency that is none, and fetching where that is off', async () => {
    const services = await openShop()
    const refusalOf = async (fields: Fields) => {
      const change = await changeCurrencies(services, post(fields))
      assert.ok('outcome' in change && change.outcome.kind === 'refused')
      return `${change.status} ${change.outcome.form}: ${change.outcome.message}`
    }
    assert.match(await refusalOf({ intent: 'preview', base: 'EUR', file: csv('nonsense') }), /^400 file: .*not a table/)
    assert.match(await refusalOf({ intent: 'preview', base: 'EUR', file: csv('Date,USD\n') }), /^400 file: .*no rates/)
    assert.match(await refusalOf({ intent: 'preview', base: 'gold', file: csv(rates) }), /^400 file: .*not a currency/)
    assert.match(await refusalOf({ intent: 'fetch' }), /^409 fetch: .*RATES_URL is off/)
  })

  test('are for owners and admins of the first organisation only: rates are everybody’s', async () => {
    const viewer = await openShop({ kind: 'person', id: installation.owner.id, role: 'viewer', shops: 'all' })
    assert.equal((await loadCurrencies(viewer, loading)).mayKeep, false)
    for (const form of [{ intent: 'fetch' }, { intent: 'preview', base: 'EUR', file: csv(rates) }]) {
      const change = await changeCurrencies(viewer, post(form))
      assert.ok('outcome' in change && change.status === 403, form.intent)
    }
    const owner = await openShop({ kind: 'person', id: installation.owner.id, role: 'owner', shops: 'all' })
    assert.equal((await loadCurrencies(owner, loading)).mayKeep, true)
  })
})
