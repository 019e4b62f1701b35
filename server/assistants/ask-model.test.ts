import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { z } from 'zod'
import { addShop, startInstallation } from '../testing/installation.ts'
import { workedOrders, workedRange } from '../testing/worked-example.ts'
import { askModel } from './ask-model.ts'
import { openShopCaller } from './shops.ts'
import { tools } from './tools.ts'

const installation = await startInstallation({ after })
await addShop(installation, { domain: 'worked.example' }, workedOrders)
await addShop(installation, { domain: 'other.example' })
const { runtime } = installation
const ctx = await installation.contexts.shop('worked.example')

const Received = z.object({
  model: z.string(),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })),
  messages: z.array(z.looseObject({ role: z.string(), content: z.string().nullish() })),
})
type Received = z.infer<typeof Received>

/** What a model says next; a number is a status, a text the body as it is. */
type Turn = object | number | string

const call = (name: string, input: unknown) => ({
  role: 'assistant',
  content: null,
  tool_calls: [
    {
      id: `call_${name}`,
      type: 'function',
      function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
    },
  ],
})
const prose = { role: 'assistant', content: 'Sales were 999,999.00 euros.' }

/** Asks a model that says these things in turn, the last of them again and again. */
async function askAs(turns: readonly Turn[]) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      received.push(Received.parse(JSON.parse(body)))
      assert.equal(request.headers.authorization, 'Bearer secret')
      const turn = turns[Math.min(received.length, turns.length) - 1] ?? prose
      if (typeof turn === 'number') return response.writeHead(turn, { location: '/elsewhere' }).end('{}')
      const text = typeof turn === 'string' ? turn : JSON.stringify({ choices: [{ message: turn }] })
      return response.end(text)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  try {
    const { port } = server.address() as AddressInfo
    const config = { url: `http://127.0.0.1:${port}/v1/`, key: 'secret', model: 'any' }
    const question = { question: 'What did we sell?', today: '2026-11-29', zone: 'Europe/Berlin' }
    const asked = await askModel(config, question, (signal) => openShopCaller({ runtime, ctx }, signal))
    return { asked, received }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const sales = { metrics: ['sales'], ...workedRange }

test('the model chooses a question with the tools of assistants, and what it writes is not told', async () => {
  const filters = [{ dimension: 'country', operator: 'is', values: ['DE'] }]
  const query = { ...sales, dimensions: ['product'], compare: 'previous_year', filters, limit: 3 }
  const { asked, received } = await askAs([
    call('find_metrics', { text: 'sales' }),
    call('query_metrics', query),
    prose,
  ])
  assert.deepEqual(asked, {
    metric: 'sales',
    ...workedRange,
    dimension: 'product',
    interval: undefined,
    filters,
    compare: 'previous_year',
    leastFirst: false,
  })
  assert.deepEqual(
    received.map((each) => each.tools.map((tool) => tool.function.name)),
    Array.from({ length: 3 }, () => tools.map(({ name }) => name)),
  )
  assert.deepEqual([received[0]?.model, received[0]?.messages.at(-1)?.content], ['any', 'What did we sell?'])
  assert.match(received[2]?.messages.at(-1)?.content ?? '', /"totals":\{"sales":"/)
})

test('what the model asks wrongly it is told, and a question that was refused is none', async () => {
  const wrong = [
    call('query_metrics', { ...sales, metrics: ['salez'] }),
    call('query_metrics', '{"metrics": ['),
    call('delete_everything', {}),
    call('query_metrics', { ...sales, shop: 'other.example' }),
  ]
  const { asked, received } = await askAs([...wrong, prose])
  assert.equal(asked, undefined)
  const told =
    received
      .at(-1)
      ?.messages.filter(({ role }) => role === 'tool')
      .map(({ content }) => content) ?? []
  assert.match(told[0] ?? '', /did you mean sales/)
  assert.deepEqual(told.slice(1, 3), ['The arguments are not JSON.', 'There is no such tool.'])
  assert.match(told[3] ?? '', /Only worked\.example/)
})

test('a model that never comes to an end is left after a few rounds, with the last question that was answered', async () => {
  const { asked, received } = await askAs([call('query_metrics', sales)])
  assert.deepEqual([asked?.metric, received.length], ['sales', 6])
})

test('a model that is down, redirects, or speaks another protocol is unavailable', async () => {
  for (const turn of [500, 429, 302, 'no JSON', '{"choices":[]}', '[]', `"${'x'.repeat(1_100_000)}"`])
    await assert.rejects(
      askAs([turn]),
      (error) => isAppError(error) && error.code === 'unavailable',
      `${turn}`.slice(0, 20),
    )
})
