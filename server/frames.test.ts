// The way of a figure from the loader of a page to the driver of the warehouse is short enough to be read in one go.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createClient } from '@clickhouse/client'
import { Preference } from '@tillsight/domain/inputs'
import { chosenColumns } from '../app/blocks/breakdown-table/columns.ts'
import { usualChoice } from '../app/blocks/credit/credit-choice.ts'
import { loadCredit } from '../app/pages/attributions/load-credit.server.ts'
import { toCreditQuery } from '../app/pages/attributions/query.server.ts'
import { loadTable } from '../app/pages/campaigns/load-table.server.ts'
import { loadSummary } from '../app/pages/summary/load-summary.server.ts'
import { parseSearch } from '../app/search/index.ts'
import { resolvePeriod } from '../app/search/resolve-period.server.ts'
import { createShopServices } from './app-services/shop-services.ts'
import { addShop, startInstallation } from './testing/installation.ts'

/** Frames of ours between a loader and the driver, both left out. */
const mostFrames = 7

const installation = await startInstallation({ after: (work) => after(work) })
await addShop(installation, { domain: 'frames.test' })
// Without what a process remembers: whoever waits for an answer that is remembered stands on no stack.
const services = await createShopServices(installation.runtime, await installation.contexts.shop('frames.test'))
const state = parseSearch('')
const preference = Preference.parse({})
const question = { services, state, period: resolvePeriod(state, services.shop), now: services.shop.today }

/** Names of our functions on the stack of the first statement with a sign in it, from the loader's side. */
async function framesOf(sign: RegExp, work: () => Promise<unknown>): Promise<readonly string[]> {
  const stacks: string[] = []
  const driver: { query(params: { readonly query: string }): Promise<unknown> } = Object.getPrototypeOf(createClient())
  const { query } = driver
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 200
  driver.query = function record(params) {
    if (sign.test(params.query)) stacks.push(new Error('here').stack ?? '')
    return query.call(this, params)
  }
  try {
    await work()
  } finally {
    driver.query = query
    Error.stackTraceLimit = stackTraceLimit
  }
  const [first] = stacks
  assert.ok(first, `no statement has ${sign}`)
  return first
    .split('\n')
    .flatMap((line) => {
      const [, name, place = ''] = /at (?:async )?(?:(.+) \()?file:\/\/(.+?):\d/.exec(line) ?? []
      return place === '' || /\/node_modules\/|frames\.test/.test(place) ? [] : [name ?? place]
    })
    .reverse()
}

function isShort(frames: readonly string[], first: string): void {
  assert.equal(frames[0], first)
  assert.ok(frames.length <= mostFrames, `${frames.length} frames: ${frames.join(' → ')}`)
}

test('the figures of the summary', async () => {
  const asked = { ...question, summary: preference.summary, connections: [], log: () => undefined }
  isShort(await framesOf(/'(?:daily|facts)' AS part/, () => loadSummary(asked)), 'loadSummary')
})

test('the table of campaigns', async () => {
  const columns = chosenColumns(undefined)
  const choices = { accounts: [], entries: [], kinds: [] }
  const work = () => loadTable({ ...question, columns, choices, credit: usualChoice })
  isShort(await framesOf(/'breakdown' AS part/, work), 'loadTable')
})

test('the table of attribution', async () => {
  const asked = toCreditQuery({ services, state, rules: usualChoice, preference })
  isShort(await framesOf(/gross_sum/, () => loadCredit(asked)), 'loadCredit')
})
