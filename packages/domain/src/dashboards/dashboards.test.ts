import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { fixedClock } from '@tillsight/core'
import { describeCatalogue } from '@tillsight/metrics'
import { listAudit } from '../audit/index.ts'
import { run, type ShopContext } from '../context/index.ts'
import type { Role } from '../inputs/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { isRefused, openTestPeople } from '../organisations/testing.ts'
import { runQuery } from '../reports/index.ts'
import { openTestStores, tellCosts } from '../reports/shop.testing.ts'
import { openShopFor } from '../shops/index.ts'
import { changeDashboard, createDashboard, getDashboard, listDashboards, removeDashboard } from './change-dashboards.ts'
import { DashboardFigures, type WidgetFigures } from './figures-view.ts'
import { changeOwnMetric, createOwnMetric, listOwnMetrics, removeOwnMetric } from './own-metrics.ts'
import { readFigures } from './read-figures.ts'
import type { NewWidget } from './widgets.ts'

const { db, warehouse, openShop } = await openTestStores({ after })
const { newMember } = await openTestPeople({ after }, { db })
const june = { from: '2026-06-01', to: '2026-06-30' } as const
const clock = fixedClock('2026-06-21T10:00:00Z')

/** A shop that sold something in May and June. */
async function openSellingShop(): Promise<ShopContext> {
  const ctx = await openShop({}, clock)
  await tellCosts(ctx)
  const days = ['2026-05-20', '2026-05-28', '2026-06-02', '2026-06-03', '2026-06-17']
  const records = days.map((day, index) =>
    sampleOrder({
      id: `${index + 1}`,
      placedAt: `${day}T10:00:00.000Z`,
      lines: [sampleLine({ id: 'a', gross: `${10 + index}.99`, quantity: `${index + 1}` })],
    }),
  )
  await writeRecords(ctx, { source: 'woocommerce', records })
  return ctx
}

async function as(role: Role, on: ShopContext): Promise<ShopContext> {
  const person = await newMember(on.organisation, role)
  const opened = await openShopFor(person, { ...on, warehouse }, { id: on.shop.id })
  return { ...opened, clock: on.clock }
}

const stat = (metric: string): NewWidget => ({ kind: 'stat', metric, compare: true, title: '' })

async function figures(ctx: ShopContext, widgets: readonly NewWidget[], more: object = {}): Promise<WidgetFigures[]> {
  const { id: dashboard } = await run(createDashboard, ctx, { name: 'Board', widgets: [...widgets] })
  const answer = await run(readFigures, ctx, { dashboard, ...june, compare: 'previous_period', ...more })
  assert.deepEqual(answer, DashboardFigures.parse(answer))
  return answer.widgets
}

suite('the figures of a dashboard', () => {
  test('are those of a metric query to the last digit, with their changes, also as own figures', async () => {
    const ctx = await as('owner', await openSellingShop())
    const { metrics } = describeCatalogue()
    const units = { money: 'money', count: 'number', days: 'number', percent: 'percent', ratio: 'ratio' } as const
    for (let from = 0; from < metrics.length; from += 20) {
      const some = metrics.slice(from, from + 20)
      const keys = some.map(({ key }) => key)
      const asked = { ...june, compare: 'previous_period', metrics: keys, interval: 'day' } as const
      const answer = await run(runQuery, ctx, asked)
      const found = await figures(ctx, keys.map(stat), { interval: 'day' })
      for (const [index, widget] of found.entries()) {
        const key = keys[index] ?? ''
        assert.ok(widget.kind === 'stat', key)
        const { relative, isNew } = answer.compare?.changes[key] ?? {}
        const { value, before } = widget.total
        assert.deepEqual(
          { value, before, relative: widget.total.relative, isNew: widget.total.isNew },
          { value: answer.totals[key], before: answer.compare?.totals[key], relative, isNew },
          key,
        )
        assert.deepEqual(
          widget.points,
          answer.series?.map(({ at, values }) => ({ at, value: values[key] ?? null })),
          key,
        )
      }
      const made = []
      for (const { key, unit } of some.filter((metric) => !/[Rr]oas$/.test(metric.key)))
        made.push({ key, own: await run(createOwnMetric, ctx, { name: 'Same', unit: units[unit], formula: key }) })
      const same = await figures(
        ctx,
        made.map(({ own }) => stat(own.key)),
      )
      for (const [index, { key, own }] of made.entries()) {
        const widget = same[index]
        assert.ok(widget?.kind === 'stat', key)
        const value = answer.totals[key] ?? null
        assert.equal(widget.total.value, value === null ? null : String(value), key)
        assert.equal(widget.total.relative, answer.compare?.changes[key]?.relative, key)
        await run(removeOwnMetric, ctx, { ownMetric: own.id })
      }
    }
  })

  test('of tables are those of the breakdown, in its order, with own figures beside', async () => {
    const ctx = await as('owner', await openSellingShop())
    const own = await run(createOwnMetric, ctx, { name: 'Per order', unit: 'money', formula: 'sales ÷ orders' })
    const [table] = await figures(ctx, [
      { kind: 'table', metrics: ['sales', 'orders', own.key], by: 'country', limit: 5, title: '' },
    ])
    const answer = await run(runQuery, ctx, { ...june, metrics: ['sales', 'orders'], dimensions: ['country'] })
    assert.ok(table?.kind === 'table')
    assert.deepEqual(
      table.rows.map(({ value, values }) => [value, ...values.slice(0, 2)]),
      answer.rows?.map(({ dimensions, values }) => [dimensions['country'], values['sales'], values['orders']]),
    )
    assert.equal(table.rows.length, 1)
    assert.deepEqual(table.totals.slice(0, 2), [answer.totals['sales'], answer.totals['orders']])
    assert.equal(table.totals[2], table.rows[0]?.values[2])
  })

  test('of charts have every day, and the comparison beside', async () => {
    const ctx = await as('owner', await openSellingShop())
    const [chart, alone] = await figures(ctx, [
      { kind: 'chart', metric: 'orders', compare: true, title: '' },
      { kind: 'chart', metric: 'orders', compare: false, title: '' },
    ])
    assert.ok(chart?.kind === 'chart' && alone?.kind === 'chart')
    assert.equal(chart.points.length, 30)
    assert.equal(chart.before?.length, 30)
    assert.deepEqual([alone.before, alone.total.before, alone.total.relative], [null, null, null])
    const sum = chart.points.reduce((all, { value }) => all + Number(value), 0)
    assert.deepEqual([sum, chart.total.value, chart.total.before], [3, 3, 2])
  })

  test('of goals are those of the month or of the days, up to today, with what each day left has to bring', async () => {
    const ctx = await as('owner', await openSellingShop())
    const goal = { kind: 'goal', metric: 'orders', title: '' } as const
    const all = await figures(
      ctx,
      [
        { ...goal, target: '13', per: 'month' },
        { ...goal, target: '2', per: 'range' },
        { ...goal, target: null, per: 'month' },
      ],
      { from: '2026-06-03', to: '2026-06-17' },
    )
    const [month, days, unset] = all.map((each) => (each.kind === 'goal' ? each : assert.fail()))
    assert.deepEqual([month?.total.value, month?.standing.range], [3, june])
    // Ten of June's days are left, today included.
    assert.deepEqual(
      [month?.standing.daysLeft, month?.standing.left, month?.standing.perDay],
      [10, '10.000000', '1.000000'],
    )
    assert.deepEqual([month?.standing.state, month?.standing.reached], ['behind', '0.230'])
    assert.deepEqual([days?.total.value, days?.standing.state, days?.standing.daysLeft], [2, 'met', 0])
    assert.deepEqual([unset?.target, unset?.standing.state, unset?.standing.perDay], [null, 'unknown', null])
  })

  test('that a role may not see are left out, others stay', async () => {
    const owner = await as('owner', await openSellingShop())
    const own = await run(createOwnMetric, owner, { name: 'Twice', unit: 'money', formula: 'netProfit × 2' })
    const widgets = [stat('sales'), stat('netProfit'), stat(own.key)]
    const { id: dashboard } = await run(createDashboard, owner, { name: 'All', isShared: true, widgets })
    const viewer = await as('viewer', owner)
    const shown = await run(readFigures, viewer, { dashboard, ...june })
    assert.deepEqual(
      shown.widgets.map((widget) => (widget.kind === 'missing' ? widget.why : widget.kind)),
      ['stat', 'hidden', 'hidden'],
    )
    assert.doesNotMatch(JSON.stringify(shown.widgets.slice(1)), /"value"/)
    await run(removeOwnMetric, owner, { ownMetric: own.id })
    const after = await run(readFigures, owner, { dashboard, ...june })
    assert.deepEqual(
      after.widgets.map((widget) => (widget.kind === 'missing' ? widget.why : widget.kind)),
      ['stat', 'stat', 'gone'],
    )
    // What is gone does not stand in the way of other changes, and cannot be put anywhere anew.
    const held = (await run(getDashboard, owner, { dashboard })).widgets
    await run(changeDashboard, owner, { dashboard, widgets: held.toReversed() })
    const gone = run(changeDashboard, owner, { dashboard, widgets: [...held, stat(own.key)] })
    await assert.rejects(gone, isRefused('invalid_input', /There is no metric/))
  })

  test('of every template are asked for without a problem', async () => {
    const ctx = await as('owner', await openSellingShop())
    for (const template of ['owner', 'marketing', 'finance'] as const) {
      const { id: dashboard, widgets } = await run(createDashboard, ctx, { name: template, template })
      // A template is what somebody could have put together.
      await run(changeDashboard, ctx, { dashboard, widgets: widgets.map(({ id: _id, ...widget }) => widget) })
      const shown = await run(readFigures, ctx, { dashboard, ...june })
      assert.deepEqual(
        shown.widgets.filter(({ kind }) => kind === 'missing'),
        [],
      )
    }
  })
})

suite('a dashboard', () => {
  test('is seen by whoever made it until it is shared, and changed by them and by owners and admins', async () => {
    const shop = await openShop()
    const [analyst, admin, viewer] = await Promise.all([as('analyst', shop), as('admin', shop), as('viewer', shop)])
    const { id: dashboard } = await run(createDashboard, analyst, { name: ' Mine ', template: 'marketing' })
    const missing = isRefused('not_found', /no such dashboard/)
    for (const other of [admin, viewer]) {
      assert.deepEqual((await run(listDashboards, other, {})).items, [])
      await assert.rejects(run(getDashboard, other, { dashboard }), missing)
      await assert.rejects(run(changeDashboard, other, { dashboard, name: 'x' }), missing)
      await assert.rejects(run(removeDashboard, other, { dashboard }), missing)
    }
    await run(changeDashboard, analyst, { dashboard, isShared: true })
    const listed = async (ctx: ShopContext) =>
      (await run(listDashboards, ctx, {})).items.map(({ name, isOwn, mayEdit, widgets }) => [
        name,
        isOwn,
        mayEdit,
        widgets,
      ])
    assert.deepEqual(await listed(analyst), [['Mine', true, true, 8]])
    assert.deepEqual(await listed(admin), [['Mine', false, true, 8]])
    assert.deepEqual(await listed(viewer), [['Mine', false, false, 8]])
    await assert.rejects(run(changeDashboard, viewer, { dashboard, name: 'x' }), isRefused('forbidden', /shops:write/))
    await assert.rejects(
      run(changeDashboard, admin, { dashboard, isShared: false }),
      isRefused('conflict', /Only whoever made/),
    )
    assert.equal((await run(changeDashboard, admin, { dashboard, name: 'Ours' })).name, 'Ours')
    await assert.rejects(
      run(createDashboard, viewer, { name: 'x', isShared: true }),
      isRefused('forbidden', /dashboards:share/),
    )
    await run(createDashboard, viewer, { name: 'My own' })
    await run(removeDashboard, admin, { dashboard })
    await assert.rejects(run(getDashboard, analyst, { dashboard }), missing)
  })

  test('refuses a change of a version that is no more, and what it cannot show, at its widget', async () => {
    const ctx = await as('owner', await openShop())
    const { id: dashboard, version } = await run(createDashboard, ctx, { name: 'Board' })
    const widgets = [stat('sales')]
    const changed = await run(changeDashboard, ctx, { dashboard, widgets, version })
    assert.deepEqual([changed.version, changed.widgets.length], [version + 1, 1])
    const again = run(changeDashboard, ctx, { dashboard, widgets: [], version })
    await assert.rejects(again, isRefused('conflict', /changed this dashboard meanwhile/))
    const table = { kind: 'table', metrics: ['sales'], by: 'country' } as const
    const wrong: readonly [widget: object, field: string][] = [
      [stat('slaes'), 'widgets.1.metric'],
      [stat('own.nothing'), 'widgets.1.metric'],
      [{ ...table, by: 'shoe_size' }, 'widgets.1.by'],
      [{ ...table, metrics: ['blendedAdSpend'], by: 'sku' }, 'widgets.1.metrics'],
      [{ ...table, metrics: [] }, 'widgets.1.metrics'],
      [{ kind: 'text', text: ' ' }, 'widgets.1.text'],
      [{ kind: 'goal', metric: 'sales', target: '-1' }, 'widgets.1.target'],
      [{ ...stat('sales'), html: '<b>' }, 'widgets.1'],
    ]
    for (const [widget, field] of wrong) {
      const work = run(changeDashboard, ctx, { dashboard, widgets: [stat('sales'), widget as NewWidget] })
      await assert.rejects(work, (error: { readonly problems: object }) => {
        assert.deepEqual(Object.keys(error.problems), [field], JSON.stringify(widget))
        return true
      })
    }
  })

  test('keeps the ids of its widgets, and gives new ones theirs', async () => {
    const ctx = await as('owner', await openShop())
    const { id: dashboard, widgets } = await run(createDashboard, ctx, { name: 'Board', template: 'owner' })
    const moved = await run(changeDashboard, ctx, { dashboard, widgets: [...widgets.toReversed(), stat('returns')] })
    assert.deepEqual(moved.widgets.slice(0, -1), widgets.toReversed())
    assert.equal(new Set(moved.widgets.map(({ id }) => id)).size, 9)
  })

  test('of another shop is not found', async () => {
    const ctx = await as('owner', await openShop())
    const { id: dashboard } = await run(createDashboard, ctx, { name: 'Board', isShared: true })
    const elsewhere = await as('owner', await openShop())
    for (const id of [dashboard, randomUUID()])
      await assert.rejects(run(getDashboard, elsewhere, { dashboard: id }), isRefused('not_found', /no such/))
  })

  test('is told of in the audit log once it is shared, like own figures', async () => {
    const shop = await openShop()
    const ctx = await as('owner', shop)
    const { id: dashboard } = await run(createDashboard, ctx, { name: 'Quiet' })
    await run(changeDashboard, ctx, { dashboard, name: 'Loud', isShared: true })
    await run(removeDashboard, ctx, { dashboard })
    const { id: ownMetric } = await run(createOwnMetric, ctx, { name: 'Half', unit: 'money', formula: 'sales/2' })
    await run(changeOwnMetric, ctx, { ownMetric, formula: 'sales/3' })
    await run(removeOwnMetric, ctx, { ownMetric })
    const { items } = await run(listAudit, ctx, {})
    assert.deepEqual(
      items
        .filter((entry) => entry.shop === ctx.shop.domain)
        .map(({ action, target }) => [action, target.name])
        .toReversed(),
      [
        ['dashboard.change', 'Loud'],
        ['dashboard.remove', 'Loud'],
        ['own_metric.create', 'Half'],
        ['own_metric.change', 'Half'],
        ['own_metric.remove', 'Half'],
      ],
    )
  })
})

suite('own figures', () => {
  test('get a key from their name, which stays', async () => {
    const ctx = await as('owner', await openShop())
    const names = ['Cost per visit', 'Cost per Visit!', 'ÉÀ über 2 Wörter', 'كلفة', '42']
    const keys = []
    for (const name of names)
      keys.push((await run(createOwnMetric, ctx, { name, unit: 'money', formula: 'sales' })).key)
    assert.deepEqual(keys, ['own.costPerVisit', 'own.costPerVisit2', 'own.eaUber2Worter', 'own.figure', 'own.figure2'])
    const [first] = (await run(listOwnMetrics, ctx, {})).items
    const renamed = await run(changeOwnMetric, ctx, { ownMetric: first?.id ?? '', name: 'Other' })
    assert.equal(renamed.key, first?.key)
  })

  test('cannot be changed or deleted from under another one', async () => {
    const ctx = await as('owner', await openShop())
    const half = await run(createOwnMetric, ctx, { name: 'Half', unit: 'money', formula: 'sales ÷ 2' })
    await run(createOwnMetric, ctx, { name: 'Quarter', unit: 'money', formula: 'own.half ÷ 2' })
    const ownMetric = half.id
    const percent = run(changeOwnMetric, ctx, { ownMetric, unit: 'percent', formula: 'grossMargin' })
    await assert.rejects(percent, isRefused('conflict', /“Quarter”.*would stop working/))
    const circle = run(changeOwnMetric, ctx, { ownMetric, formula: 'own.quarter' })
    await assert.rejects(circle, isRefused('invalid_input', /own\.half → own\.quarter → own\.half/))
    await assert.rejects(run(removeOwnMetric, ctx, { ownMetric }), isRefused('conflict', /“Quarter” is worked out/))
  })
})
