import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { addDays, parseDay } from '@tillsight/core/days'
import { createAnnotation, listWebhookEndpoints } from '@tillsight/database'
import { run } from '../context/index.ts'
import { servicesWithoutNetwork } from '../context/services.testing.ts'
import { deliveriesOf } from '../notifications/testing.ts'
import { openTestPeople } from '../organisations/testing.ts'
import { openTestStores } from '../reports/shop.testing.ts'
import { addWebhook, listDeliveries } from '../webhooks/index.ts'
import { addAlert, changeAlert, listAlerts, lookAtAlerts, previewAlert, removeAlert, tellOfAlerts } from './index.ts'
import { as, renderAsData, sell } from './testing.ts'

const stores = await openTestStores({ after })
const people = await openTestPeople({ after }, { db: stores.db })
const today = parseDay('2026-03-20')
const hourMs = 3_600_000

/** A shop with 80 orders in the mornings of eight weeks and `anHour` an hour today; at ten minutes past eleven. */
async function open(anHour: number) {
  let now = Date.parse(`${today}T11:10:00Z`)
  const ctx = await stores.openShop({ zone: 'UTC' }, { now: () => new Date(now) })
  const owner = await people.newMember(ctx.organisation, 'owner')
  const own = as(ctx, owner.person)
  for (let week = 8; week > 0; week -= 1) await sell(ctx, addDays(today, -7 * week), 20)
  await sell(ctx, today, anHour)
  const round = async (open: Parameters<typeof lookAtAlerts>[1] = []) => {
    await lookAtAlerts(ctx, open)
    await tellOfAlerts(ctx, renderAsData)
    const { items } = await run(listAlerts, own, {})
    return items.map(({ state }) => state).join()
  }
  return {
    ctx,
    own,
    owner,
    round,
    wait(hours: number) {
      now += hours * hourMs
    },
    told: async (channel: 'inbox' | 'mail') =>
      (await deliveriesOf(stores.db, owner.person)).filter((row) => row.channel === channel).map(({ title }) => title),
  }
}

const drop = {
  name: 'Sales fell',
  metric: 'sales',
  op: 'below' as const,
  bound: { changeAgainst: 'same_weekday' as const, percent: '-30' },
  minOrders: 20,
  to: [{ channel: 'mail' as const }],
}

suite('alerts on a figure', () => {
  test('fire after two hours, are told once, and are over when it is', async () => {
    const { own, round, wait, told, ctx } = await open(8)
    await run(addAlert, own, drop)
    const ours = { ...ctx, services: servicesWithoutNetwork }
    const { id: webhook } = await run(addWebhook, ours, {
      url: 'https://hooks.example/',
      events: ['alert.fired', 'alert.resolved'],
    })
    assert.equal(await round(), 'ok')
    assert.equal(await round(), 'ok', 'the same hour is one look')
    wait(1)
    assert.equal(await round(), 'firing')
    wait(0.25)
    await round()
    assert.deepEqual([await told('inbox'), await told('mail')], [['Sales fell'], ['Sales fell']])
    const [episode] = (await run(listAlerts, own, {})).items[0]?.episodes ?? []
    assert.deepEqual(
      [episode?.value, episode?.expected, episode?.window],
      ['1280.00', '3200.00', { from: '2026-03-20T00:00:00.000Z', until: '2026-03-20T12:00:00.000Z' }],
    )
    assert.deepEqual(episode?.parts[0], { dimension: 'product', key: 'pot', name: 'Line 1', change: '-1440.00' })
    await sell(ctx, today, 20)
    wait(1)
    assert.equal(await round(), 'resolved')
    assert.deepEqual(await told('inbox'), ['Sales fell', 'Sales fell is over'])
    assert.deepEqual(await told('mail'), ['Sales fell'], 'that it is over is for the inbox')
    const { items } = await run(listDeliveries, ours, { webhook })
    assert.deepEqual(items.map(({ type }) => type).toSorted(), ['alert.fired', 'alert.resolved'])
    const told1 = JSON.parse(items.find(({ type }) => type === 'alert.fired')?.body ?? '{}')
    assert.deepEqual([told1.data.value, told1.data.expected, told1.data.metric], ['1280.00', '3200.00', 'sales'])
    assert.equal(told1.data.window.until, '2026-03-20T12:00:00+00:00')
    assert.equal((await listWebhookEndpoints(ctx.queries, ctx.shop.id)).length, 1)
  })

  test('do not fire for a usual day, a noted one, or too few orders', async () => {
    const usual = await open(20)
    await run(addAlert, usual.own, drop)
    const noted = await open(8)
    await run(addAlert, noted.own, drop)
    await createAnnotation(noted.ctx.queries, {
      personId: noted.owner.person,
      shopId: noted.ctx.shop.id,
      day: today,
      text: 'The shop is closed',
      isShared: false,
    })
    const few = await open(8)
    await run(addAlert, few.own, { ...drop, minOrders: 81 })
    for (const shop of [usual, noted, few]) {
      for (let hour = 0; hour < 4; hour += 1) {
        assert.equal(await shop.round(), 'ok')
        shop.wait(1)
      }
      assert.deepEqual(await shop.told('inbox'), [])
    }
  })

  test('tell what is unusual without a bound, together with what is open', async () => {
    const { own, round, wait, told } = await open(3)
    await run(addAlert, own, { name: 'Unusual', metric: 'sales', op: 'unusual' })
    await run(addAlert, own, { ...drop, to: [] })
    await run(addAlert, own, { name: 'Data', op: 'finding', severity: 'error' })
    const finding = { kind: 'silent_pixel', title: 'The script is silent', severity: 'error' as const }
    await round([finding])
    wait(1)
    const states = async () => (await round([finding])).split(',').toSorted()
    assert.deepEqual(await states(), ['firing', 'firing', 'ok'], 'an unusual day has to stay unusual for five hours')
    for (let hour = 0; hour < 3; hour += 1) {
      wait(1)
      await round([finding])
    }
    assert.deepEqual(await states(), ['firing', 'firing', 'firing'])
    const titles = (await told('inbox')).map((title) => title.split(', ').toSorted().join())
    assert.deepEqual(titles.toSorted(), ['Data,Sales fell', 'Unusual'], 'what fires at once is told at once')
    assert.deepEqual(await told('mail'), [], 'nobody wanted one')
    const unusual = (await run(listAlerts, own, {})).items.find(({ op }) => op === 'unusual')
    const [episode] = unusual?.episodes ?? []
    assert.deepEqual(
      [episode?.z, episode?.open, episode?.findings],
      ['-11.47', ['silent_pixel'], ['The script is silent']],
    )
  })

  test('end with their person’s access', async () => {
    const { ctx, own, owner, round, wait } = await open(3)
    await run(addAlert, own, drop)
    await round()
    await stores.db.kysely.deleteFrom('memberships').where('personId', '=', owner.person).execute()
    wait(1)
    await lookAtAlerts(ctx, [])
    assert.equal((await run(listAlerts, own, {})).items[0]?.state, 'ok')
  })
})

suite('alerts as people set them up', () => {
  test('are changed, paused and removed; what watches something else begins anew', async () => {
    const { own, round, wait } = await open(8)
    const { id } = await run(addAlert, own, drop)
    await round()
    wait(1)
    assert.equal(await round(), 'firing')
    const renamed = await run(changeAlert, own, { alert: id, name: 'Fewer sales' })
    assert.deepEqual([renamed.name, renamed.state, renamed.minOrders], ['Fewer sales', 'firing', 20])
    assert.equal((await run(changeAlert, own, { alert: id, state: 'paused' })).state, 'paused')
    const other = await run(changeAlert, own, { alert: id, state: 'on', op: 'above', bound: { value: '9000' } })
    assert.deepEqual([other.state, other.metric, other.bound], ['ok', 'sales', { value: '9000' }])
    await run(removeAlert, own, { alert: id })
    await assert.rejects(run(removeAlert, own, { alert: id }), { code: 'not_found' })
  })

  test('are refused with the field where they make no sense', async () => {
    const { own } = await open(0)
    const refuse = async (change: object, field: string) => {
      const input = { ...drop, ...change } as typeof drop
      await assert.rejects(run(addAlert, own, input), (error: { code?: string; details?: { field?: string } }) => {
        assert.equal(error.code, 'invalid_input')
        if (field !== '') assert.equal(error.details?.field, field)
        return true
      })
    }
    await refuse({ metric: 'nonsense' }, 'metric')
    await refuse({ metric: 'uniqueCustomers' }, 'metric')
    await refuse({ metric: undefined }, 'metric')
    await refuse({ bound: undefined }, 'bound')
    await refuse({ bound: { value: '1e9' } }, '')
    await refuse({ metric: 'aov', window: 'hour' }, 'window')
    await refuse(
      { metric: 'blendedAdSpend', filters: [{ dimension: 'country', operator: 'is', values: ['DE'] }] },
      'filters',
    )
    await refuse({ to: [{ channel: 'slack', id: crypto.randomUUID() }] }, 'to')
  })

  test('tell how often they would have fired', async () => {
    const { own, wait } = await open(8)
    const { name: _name, to: _to, ...watched } = drop
    wait(24)
    const { fired, times, from, to } = await run(previewAlert, own, watched)
    assert.deepEqual([from, to, fired], ['2025-12-21', '2026-03-20', 1])
    assert.deepEqual(times[0], { day: '2026-03-20', hour: 10, value: '640.00', expected: '1600.00', z: '-8.09' })
    const never = await run(previewAlert, own, { ...watched, bound: { value: '-1' } })
    assert.equal(never.fired, 0)
  })
})
