import type { FakeAdAccount } from '../ads/world.ts'
import type { Reply } from '../web/exchange.ts'
import type { Call } from './faults.ts'
import { noField, type Query, toQuery } from './insights-query.ts'
import { countRows, type LaterRow, makeRows, type RowParts } from './insights-rows.ts'
import { deadCursor, pageOptions, toPage } from './paging.ts'
import { GraphError, json, unknownObject } from './responses.ts'
import { type Run, stateOf } from './runs.ts'
import type { SignedIn } from './world.ts'

/** `GET …/insights`: rows synchronously. */
export function readInsights(at: SignedIn, account: FakeAdAccount, place: Query['place']): Reply {
  const { world, request } = at
  const query = understand(at, account, place)
  const call = callOf(query, account)
  const parts = partsOf(at, account, call)
  if (countRows(query, parts) > world.settings.mostRows) throw tooMuch()
  const key = `${account.id} ${JSON.stringify(query)}`
  const rows = world.results.get(key, { now: world.settings.now().getTime(), isFirst: isFirst(at) }, () =>
    makeRows(query, parts),
  )
  return page(at, rows, { key, call, accountId: account.id, url: request.path.join('/') })
}

/** `POST …/insights`: starts a run. */
export function startRun(at: SignedIn, account: FakeAdAccount, place: Query['place']): Reply {
  const { world } = at
  const query = understand(at, account, place)
  const fault = world.faults.strike(callOf(query, account), 'run')
  const run = world.runs.start({
    accountId: account.id,
    query,
    startedAt: world.settings.now(),
    end: fault?.how ?? 'completed',
  })
  return json({ report_run_id: run.id }, 200, world.usage.headers(account.id))
}

/** `GET /{run}`: its status. */
export function readRun(at: SignedIn, run: Run): Reply {
  const { world } = at
  run.polls += 1
  if (run.end === 'not_there' && run.polls === 1) throw unknownObject(run.id)
  const { status, percent } = stateOf(run, world.settings.runPolls)
  const isFailed = status === 'Job Failed' && run.end === 'failed_with_reason'
  return json(
    {
      id: run.id,
      account_id: run.accountId,
      async_status: status,
      async_percent_completion: percent,
      is_running: status === 'Job Running' || status === 'Job Started',
      date_start: run.query.range.from,
      date_stop: run.query.range.to,
      ...(isFailed
        ? {
            error_code: 2_601,
            error_subcode: 1_487_534,
            error_user_title: 'Too much data',
            error_message: 'Too much data was requested.',
          }
        : {}),
    },
    200,
    world.usage.headers(run.accountId),
  )
}

/** `GET /{run}/insights`: its rows, once it is complete. */
export function readRunRows(at: SignedIn, run: Run, account: FakeAdAccount): Reply {
  const { world } = at
  const { percent } = stateOf(run, world.settings.runPolls)
  if (percent < 100) throw new GraphError(2_601, { message: '(#2601) The report is not ready.', subcode: 1_487_534 })
  const call = { ...callOf(run.query, account), area: 'run_rows' as const }
  const key = `run ${run.id}`
  const rows = world.results.get(key, { now: world.settings.now().getTime(), isFirst: isFirst(at) }, () =>
    makeRows(run.query, partsOf(at, account, call)),
  )
  return page(at, rows, { key, call, accountId: account.id, url: `${run.id}/insights` })
}

function understand(at: SignedIn, account: FakeAdAccount, place: Query['place']): Query {
  const { world, request } = at
  const query = toQuery(request.params, account, { now: world.settings.now(), place })
  const fault = world.faults.strike(callOf(query, account), 'no_field')
  if (fault && query.fields.includes(fault.field)) throw noField(fault.field)
  return query
}

function callOf({ level }: Query, { id }: FakeAdAccount): Call {
  return { area: 'insights', accountId: id, level }
}

function partsOf({ world }: SignedIn, account: FakeAdAccount, call: Call): RowParts {
  const { settings, ads, facts, faults } = world
  return {
    ads,
    settings,
    facts,
    account,
    hidesAds: faults.strike(call, 'hidden_ads') !== undefined,
    currency: faults.strike(call, 'currency')?.currency ?? account.currency,
  }
}

function isFirst({ request }: SignedIn): boolean {
  return !request.params.has('after')
}

interface Paged {
  readonly key: string
  readonly call: Call
  readonly accountId: string
  readonly url: string
}

function page(at: SignedIn, rows: readonly LaterRow[], { key, call, accountId }: Paged): Reply {
  const { world, request, token } = at
  const options = pageOptions(request, key)
  if (!isFirst(at) && world.faults.strike(call, 'dead_cursor')) throw deadCursor()
  const heavy = world.faults.strike(call, 'heavy')
  if (heavy && Math.min(options.limit, rows.length) > heavy.above) throw tooMuch()
  const usage = world.faults.strike(call, 'usage')
  const told = usage && { percent: usage.percent, minutes: usage.minutes ?? 0 }
  if (options.offset + options.limit > rows.length) world.results.drop(key)
  const circle = world.faults.strike(call, 'circle')?.length
  const { data: later, ...rest } = toPage(rows, options, { request, key, url: world.url, token: token.token, circle })
  const body = { data: later.flatMap((make) => make()), ...rest }
  return json(body, 200, world.usage.headers(accountId, told))
}

function tooMuch(): GraphError {
  return new GraphError(1, { message: "Please reduce the amount of data you're asking for, then retry your request" })
}
