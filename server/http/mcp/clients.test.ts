import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { FigureResult, HealthIssue, MetricAnswer, OrderResult } from '@tillsight/domain'
import { getJson, postJson } from '../../testing/http.ts'
import { addShop, startInstallation } from '../../testing/installation.ts'
import { workedOrders, workedRange } from '../../testing/worked-example.ts'
import { addKey, connectClient, connectOldClient, readScopes, ToolAnswer } from './mcp.testing.ts'

const installation = await startInstallation({ after })
await addShop(installation, { domain: 'worked.example' }, workedOrders)
const key = await addKey(installation)
const shopPath = '/api/v1/shops/worked.example'
const range = `from=${workedRange.from}&to=${workedRange.to}`

const clients = {
  'the current client, current revision': () => connectClient(installation, key, 'auto'),
  'the current client, older revision': () => connectClient(installation, key, 'legacy'),
  'the client of SDK 1': () => connectOldClient(installation, key),
}

const names = [
  'list_shops',
  'find_metrics',
  'query_metrics',
  'explain_figure',
  'explain_change',
  'query_attribution',
  'get_order',
  'profit_and_loss',
  'data_health',
  'list_number_changes',
]

const client = await connectClient(installation, key)
after(() => client.close())

/** What a tool says, which must be the same twice. */
async function call(name: string, input: object = {}): Promise<Record<string, unknown>> {
  const answer = ToolAnswer.parse(await client.callTool({ name, arguments: { ...input } }))
  const [text] = answer.content
  assert.notEqual(answer.isError, true, text?.text)
  assert.deepEqual(JSON.parse(text?.text ?? ''), answer.structuredContent)
  return answer.structuredContent ?? {}
}

/** The sentence of a wrong input. */
async function sentence(name: string, input: object): Promise<string> {
  const answer = ToolAnswer.parse(await client.callTool({ name, arguments: { ...input } }))
  assert.equal(answer.isError, true, JSON.stringify(answer))
  return answer.content[0]?.text ?? ''
}

suite('every client', () => {
  for (const [name, connect] of Object.entries(clients)) {
    test(`${name}: lists and calls the same`, async () => {
      const own = await connect()
      const { tools } = await own.listTools()
      assert.deepEqual(
        tools.map((tool) => tool.name),
        names,
      )
      for (const { annotations, inputSchema, outputSchema, description = '' } of tools) {
        assert.equal(annotations?.readOnlyHint, true)
        assert.equal(annotations?.openWorldHint, false)
        assert.equal(inputSchema.type, 'object')
        assert.ok(JSON.stringify(outputSchema).includes('"about"') && description.length > 20)
      }
      const question = { metrics: ['sales', 'orders'], ...workedRange, interval: 'day' }
      const answer = ToolAnswer.parse(await own.callTool({ name: 'query_metrics', arguments: question }))
      assert.deepEqual(answer.structuredContent?.['totals'], { sales: '27.73', orders: 4 })
      assert.deepEqual(JSON.parse(answer.content[0]?.text ?? ''), answer.structuredContent)
      const { prompts } = await own.listPrompts()
      assert.deepEqual(
        prompts.map((prompt) => prompt.name),
        ['weekly_review', 'why_did_profit_change', 'check_my_tracking'],
      )
      const { messages } = await own.getPrompt({ name: 'weekly_review', arguments: { shop: 'worked.example' } })
      assert.match(JSON.stringify(messages), /list_shops.*shop: worked\.example/)
      const { resources } = await own.listResources()
      assert.deepEqual(
        resources.map(({ uri }) => uri),
        ['tillsight://worked.example/metrics'],
      )
      const { resourceTemplates } = await own.listResourceTemplates()
      assert.deepEqual(
        resourceTemplates.map(({ uriTemplate }) => uriTemplate),
        ['tillsight://{shop}/metrics'],
      )
      const { contents } = await own.readResource({ uri: 'tillsight://worked.example/metrics' })
      assert.match(JSON.stringify(contents), /Money kept from sales including tax/)
      await assert.rejects(own.readResource({ uri: 'tillsight://other.example/metrics' }))
      await own.close()
    })
  }

  test('the current revision is spoken where a client knows it', async () => {
    assert.equal(client.getProtocolEra(), 'modern')
    assert.equal(client.getNegotiatedProtocolVersion(), '2026-07-28')
  })
})

suite('figures', () => {
  test('are those of the API, to the last digit, with what there is to know about them', async () => {
    const question = {
      metrics: ['sales', 'orders', 'aov', 'taxes', 'netProfit', 'cm2'],
      ...workedRange,
      interval: 'day',
      dimensions: ['product'],
      compare: { from: '2025-03-07', to: '2025-03-09' },
    } as const
    const { body } = await postJson<MetricAnswer>(installation, `${shopPath}/metrics/query`, { body: question })
    const told = await call('query_metrics', question)
    const { totals, series, rows, compare } = body
    assert.deepEqual([told['totals'], told['series'], told['rows']], [totals, series, rows])
    assert.deepEqual(told['seriesBefore'], compare?.series)
    assert.deepEqual(told['compare'], {
      range: compare?.range,
      totals: compare?.totals,
      partial: compare?.partial,
      changes: compare?.changes,
    })
    const { definition, caveats, link, ...about } = told['about'] as Record<string, unknown>
    assert.deepEqual(about, {
      period: workedRange,
      timezone: 'Europe/Berlin',
      currency: 'EUR',
      freshness: body.freshness,
      partial: false,
      maturing: {},
    })
    assert.match(String(definition), /^Sales \(sales\): Money kept from sales including tax/)
    assert.equal(link, `${installation.runtime.own.url()}/shop/worked.example?${range}`)
    assert.match(JSON.stringify(caveats), /never instructions/)
  })

  test('rows and the rest add up to a figure, page by page', async () => {
    const { body } = await getJson<FigureResult>(installation, `${shopPath}/metrics/sales/rows?${range}`)
    const first = await call('explain_figure', { metric: 'sales', ...workedRange, limit: 2 })
    assert.deepEqual([first['value'], first['count']], ['27.73', body.count])
    const second = await call('explain_figure', { metric: 'sales', ...workedRange, limit: 2, cursor: first['cursor'] })
    assert.deepEqual([...rowsOf(first), ...rowsOf(second)], body.rows.slice(0, 4))
    for (const page of [first, second]) {
      const { contribution } = page['rest'] as { contribution: string }
      const parts = rowsOf(page).map((row) => Number(row['contribution']))
      assert.equal((parts.reduce((sum, part) => sum + part, 0) + Number(contribution)).toFixed(2), '27.73')
    }
    assert.match(
      await sentence('explain_figure', { metric: 'orders', ...workedRange, limit: 2, cursor: first['cursor'] }),
      /not of this question/,
    )
  })

  test('parts of a change add up to it; a quotient names what it is made of', async () => {
    const compare = { from: '2025-03-07', to: '2025-03-09' }
    const change = await call('explain_change', { metric: 'sales', ...workedRange, compare })
    assert.deepEqual([change['values'], change['change']], [{ now: '27.73', before: '119.00' }, '-91.27'])
    const parts = change['parts'] as { key: string; change: string }[]
    assert.equal(change['by'], 'product')
    const sum = parts.reduce((all, part) => all + Number(part.change), Number(change['rest']))
    assert.equal(sum.toFixed(2), '-91.27')
    assert.match(await sentence('explain_change', { metric: 'aov', ...workedRange }), /made of: orderRevenue, orders/)
    const profit = await call('explain_change', { metric: 'cm2', ...workedRange, compare })
    assert.equal(profit['by'], 'cause')
  })

  test('profit, orders, credit, findings and moved figures are those of the API', async () => {
    const lines = await call('profit_and_loss', { ...workedRange, interval: 'month' })
    const metrics = (lines['lines'] as { metric: string; value: unknown }[]).map(({ metric }) => metric)
    const { body } = await postJson<MetricAnswer>(installation, `${shopPath}/metrics/query`, {
      body: { metrics, ...workedRange, interval: 'month' },
    })
    const values = (lines['lines'] as { metric: string; value: unknown }[]).map(({ metric, value }) => [metric, value])
    assert.deepEqual(Object.fromEntries(values), body.totals)
    const order = await getJson<OrderResult>(installation, `${shopPath}/orders/1001`)
    const told = await call('get_order', { id: '1001' })
    assert.deepEqual([told['rows'], told['profit']], [order.body.rows, order.body.profit])
    const question = { ...workedRange, model: 'linear_all', level: 'campaign' }
    const credit = await postJson<Record<string, unknown>>(installation, `${shopPath}/attribution/query`, {
      body: question,
    })
    const credited = await call('query_attribution', question)
    for (const part of ['totals', 'not_tracked', 'rows', 'closing', 'tracked_share'] as const) {
      assert.deepEqual(credited[part], credit.body[part], part)
    }
    const health = await getJson<HealthIssue[]>(installation, `${shopPath}/health`)
    const { findings } = (await call('data_health')) as { findings: { title: string }[] }
    assert.deepEqual(
      findings.map(({ title }) => title),
      health.body.map(({ title }) => title),
    )
    const moved = await getJson<{ changes: object[] }>(installation, `${shopPath}/number-changes?${range}`)
    assert.deepEqual((await call('list_number_changes', workedRange))['changes'], moved.body.changes)
  })

  test('start from the shops and the metrics that there are', async () => {
    const { shops } = (await call('list_shops')) as { shops: Record<string, unknown>[] }
    assert.equal(shops.length, 1)
    assert.deepEqual(
      [shops[0]?.['domain'], shops[0]?.['zone'], shops[0]?.['historySince']],
      ['worked.example', 'Europe/Berlin', '2025-03-08'],
    )
    const found = (await call('find_metrics', { text: 'average order' })) as { metrics: { key: string }[] }
    assert.ok(found.metrics.some(({ key: metric }) => metric === 'aov'))
    const main = (await call('find_metrics')) as { metrics: object[]; found: number }
    assert.equal(main.metrics.length, 25)
    assert.ok(main.found > 100)
    assert.deepEqual((await call('find_metrics', { text: 'xyzzy' }))['metrics'], [])
  })
})

test('a wrong input is answered with what is right', async () => {
  assert.match(await sentence('query_metrics', { metrics: ['sale'], ...workedRange }), /sales/)
  assert.match(
    await sentence('query_metrics', { metrics: ['sales'] }),
    /“from” is missing.*“to” is missing.*It takes: shop, metrics, from/,
  )
  assert.match(await sentence('query_metrics', { metrics: ['sales'], ...workedRange, when: 'now' }), /when.*It takes:/)
  assert.match(
    await sentence('query_metrics', { metrics: ['sales'], from: '2025-03-12', to: '2025-03-10' }),
    /swap the two days/,
  )
  assert.match(await sentence('get_order', { id: 'none' }), /has no order “none”/)
  assert.match(await sentence('query_attribution', { ...workedRange, model: 'best' }), /model/)
  await assert.rejects(client.callTool({ name: 'delete_shop', arguments: {} }), /no such tool/)
})

test('a key without a scope is told which', async () => {
  for (const scope of readScopes) {
    const others = await addKey(installation, { scopes: readScopes.filter((each) => each !== scope) })
    const limited = await connectClient(installation, others)
    assert.deepEqual(
      (await limited.listTools()).tools.map(({ name }) => name),
      names,
    )
    const refused: string[] = []
    for (const name of names) {
      const input = name === 'get_order' ? { id: '1001' } : { metric: 'sales', metrics: ['sales'], ...workedRange }
      await limited.callTool({ name, arguments: input }).catch((error: unknown) => {
        assert.match(String(error), new RegExp(scope))
        refused.push(name)
      })
    }
    assert.deepEqual(refused, refusedWithout[scope], scope)
    await limited.close()
  }
})

const refusedWithout: Readonly<Record<(typeof readScopes)[number], readonly string[]>> = {
  'metrics:read': ['find_metrics', 'query_metrics', 'explain_change', 'profit_and_loss'],
  'orders:read': ['explain_figure', 'get_order', 'list_number_changes'],
  'attribution:read': ['query_attribution'],
  'costs:read': ['profit_and_loss'],
  'health:read': ['data_health'],
}

function rowsOf(page: Readonly<Record<string, unknown>>): readonly Record<string, unknown>[] {
  return page['rows'] as Record<string, unknown>[]
}
