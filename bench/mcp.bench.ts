import { listOrganisations } from '@tillsight/database'
import { createKey, run } from '@tillsight/domain'
import { z } from 'zod'
import { operator } from '../server/contexts.ts'
import type { Runtime } from '../server/runtime.ts'
import { makeShops } from './facts.ts'
import { atMost, type Benchmark, inTurns, type Report } from './harness.ts'
import { withProduct, withRuntime } from './installation.ts'
import { askAnew, inNewOrder, storeStats, yearRanges } from './metrics-query.ts'

const domain = 'assisted.test'

/** What the protocol of assistants costs beside the same question to the API. */
export const benchmark: Benchmark = {
  name: 'mcp',
  about: '17 stats by day for a year and the year before, 250,000 orders: a tool call against the same call of the API',
  run: (report) =>
    withProduct(
      ({ address }, dataDir) =>
        withRuntime(dataDir, async (runtime) => {
          await makeShops(runtime, [{ domain, orders: 250_000 }])
          await measure(report, runtime, address)
        }),
      { API_REQUESTS_PER_MINUTE: '10000' },
    ),
}

async function measure(report: Report, runtime: Runtime, address: string): Promise<void> {
  const [organisation] = await listOrganisations(runtime.stores.database.kysely)
  if (!organisation) throw new Error('The organisation of the benchmark is missing.')
  const ctx = runtime.context(operator, organisation.id)
  const { key } = await run(createKey, ctx, { name: 'Benchmark', scopes: ['metrics:read'] })
  const door = { address, bearer: key }
  const { now } = yearRanges()
  const { tool, api } = await inTurns({
    tool: () =>
      callTool(door, { metrics: inNewOrder(storeStats), ...now, interval: 'day', compare: 'previous_period' }),
    api: () => askAnew(door, domain),
  })
  report({ measure: 'MCP call / API call', value: tool.median / api.median, unit: 'ratio', target: atMost(1.2) })
  report({ measure: 'MCP call', value: tool.median, unit: 'ms' })
  report({ measure: 'API call', value: api.median, unit: 'ms' })
}

const revision = '2026-07-28'
const Answer = z.object({
  result: z.object({ isError: z.literal(false).optional(), structuredContent: z.looseObject({}) }),
})

/** Calls as a client of the current revision does. */
async function callTool(
  { address, bearer }: { readonly address: string; readonly bearer: string },
  question: object,
): Promise<void> {
  const response = await fetch(`${address}/api/v1/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${bearer}`,
      'mcp-protocol-version': revision,
      'mcp-method': 'tools/call',
      'mcp-name': 'query_metrics',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'query_metrics',
        arguments: { shop: domain, ...question },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': revision,
          'io.modelcontextprotocol/clientInfo': { name: 'benchmark', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  })
  Answer.parse(await response.json())
}
