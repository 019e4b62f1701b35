// The suite that every connector must pass, run against its simulated platform. Exported as
// "@tillsight/platforms/testing"; must not know any particular connector.
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { after, before, describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { systemClock } from '@tillsight/core'
import { addDays, dayOf } from '@tillsight/core/days'
import type { AdAccount } from './ad-records.ts'
import type {
  AnyRecord,
  AnyStream,
  Checkpoint,
  ConnectionSettings,
  Connector,
  ConnectorContext,
  Page,
  Renew,
  WebhookDelivery,
} from './contract.ts'
import { type FailureKind, isConnectorError } from './failures.ts'
import { createHttpClient } from './http/index.ts'
import type { HttpClient } from './http.ts'
import { memoryPauses } from './pauses.testing.ts'
import { checkRecord, idOfRecord } from './record-format.ts'
import type { ReportRow } from './report.ts'

/** Faults that every simulated platform supports. */
export type Misbehaviour = 'unauthorised' | 'forbidden' | 'throttled' | 'failing' | 'nonsense'

/** A simulated platform as the suite needs it, holding at least three pages of orders or rows. */
export interface ConnectorFake {
  readonly settings: ConnectionSettings
  /** Values of the operator's app, where the platform has one. */
  readonly app?: ConnectionSettings
  /** For an ad platform: the selected accounts. */
  readonly accounts?: readonly AdAccount[]
  /** Settings that the platform must refuse. */
  readonly wrongSettings: ConnectionSettings
  misbehave(how: Misbehaviour): void
  behave(): void
  /** A delivery in the platform's real format, if the connector has webhooks. */
  deliver?(ctx: ConnectorContext): Promise<WebhookDelivery>
  stop(): Promise<void>
}

const expected: Readonly<Record<Misbehaviour, readonly FailureKind[]>> = {
  unauthorised: ['reauth'],
  forbidden: ['permission', 'reauth'],
  throttled: ['throttled'],
  failing: ['transient'],
  nonsense: ['transient'],
}

/** Registers the suite for one connector with the test runner. */
export function runConnectorContract(connector: Connector, startFake: () => Promise<ConnectorFake>): void {
  describe(`${connector.label} keeps the connector contract`, () => {
    const started: { fake?: ConnectorFake } = {}
    const client = createHttpClient({ ...quietly, allowPrivateAddresses: true, pace: 'off' })
    const fake = () => {
      assert.ok(started.fake)
      return started.fake
    }
    const ctx = (settings: ConnectionSettings = fake().settings, http: HttpClient = client) =>
      toContext(settings, http, fake())
    before(async () => {
      started.fake = await startFake()
    })
    after(async () => {
      client.close()
      await started.fake?.stop()
    })
    const suite: Suite = { connector, fake, ctx }
    definitionTests(connector)
    checkTests(suite)
    for (const stream of connector.streams) streamTests(stream, suite)
    failureTests(suite)
    webhookTests(suite)
    reportTests(suite)
  })
}

interface Suite {
  readonly connector: Connector
  readonly fake: () => ConnectorFake
  readonly ctx: (settings?: ConnectionSettings, http?: HttpClient) => ConnectorContext
}

const quietly = {
  log: { debug: () => {}, warn: () => {} },
  clock: systemClock,
  userAgent: 'Tillsight-contract-test',
  // Pauses between attempts are the client's own subject.
  sleep: async () => {},
}

function toContext(
  settings: ConnectionSettings,
  http: HttpClient,
  { app = {}, accounts }: ConnectorFake,
): ConnectorContext {
  const renew: Renew = async (spent, grant) => ({ ...spent, ...(await grant(spent)) })
  const signal = new AbortController().signal
  const chosen = accounts === undefined ? {} : { accounts }
  const time = { clock: systemClock, pauses: memoryPauses(systemClock), since: '2020-01-01T00:00:00Z' }
  return { settings, app, renew, http, signal, ...time, ...chosen }
}

function definitionTests(connector: Connector): void {
  it('is described completely, with its secrets marked', () => {
    for (const text of [connector.id, connector.label, connector.description, connector.apiVersion.name])
      assert.ok(text)
    assert.match(connector.id, /^[a-z][a-z_]*$/)
    assert.match(connector.apiVersion.documentation, /^https:/)
    assert.equal(new Set(connector.streams.map((stream) => stream.id)).size, connector.streams.length)
    assert.equal(new Set(connector.connect.fields.map((field) => field.key)).size, connector.connect.fields.length)
    for (const field of connector.connect.fields) {
      assert.ok(field.label !== '' && field.help !== '', field.key)
      assert.equal(
        field.secret,
        field.type === 'password',
        `${field.key}: a secret is a password field and nothing else is`,
      )
    }
  })
}

function checkTests({ connector, fake, ctx }: Suite): void {
  it('accepts an account and says what it is', async () => {
    const account = await connector.check(ctx())
    assert.ok(account.id !== '' && account.name !== '')
    assert.match(account.currency, /^[A-Z]{3}$/)
    assert.match(account.zone, /^[A-Z][\w+-]*(?:\/[\w+-]+)*$|^[+-]\d\d:\d\d$/)
    const secrets = secretsOf(connector, fake().settings)
    for (const value of Object.values(account.discovered))
      assert.ok(!secrets.includes(value), 'a secret was “discovered”')
    await connector.check(ctx({ ...fake().settings, ...account.discovered }))
  })

  it('rejects wrong keys with words that help and without repeating them', async () => {
    const settings = fake().wrongSettings
    await assert.rejects(connector.check(ctx(settings)), (error) =>
      isFailure(error, ['reauth'], secretsOf(connector, settings)),
    )
  })

  it('touches the network only through the client it is given', async () => {
    let sockets = 0
    const count = () => {
      sockets += 1
    }
    const refusal = new Error('No way out')
    const ctxWithout = ctx(fake().settings, { request: async () => await Promise.reject(refusal) })
    subscribe('net.client.socket', count)
    try {
      await assert.rejects(connector.check(ctxWithout), refusal)
      for (const stream of connector.streams) {
        await assert.rejects(collect(stream.backfill(ctxWithout, null)), refusal)
        await assert.rejects(collect(stream.increment(ctxWithout, null)), refusal)
      }
    } finally {
      unsubscribe('net.client.socket', count)
    }
    assert.equal(sockets, 0)
  })
}

function streamTests(stream: AnyStream, { ctx }: Suite): void {
  it(`reads ${stream.id} to the end and gives the same records twice`, async () => {
    const [once, again] = [await collect(stream.backfill(ctx(), null)), await collect(stream.backfill(ctx(), null))]
    assert.deepEqual(recordsById(again), recordsById(once))
    for (const page of once) for (const record of page.records) checkRecord(record)
  })

  it(`goes on with ${stream.id} from any checkpoint without losing a record`, async () => {
    const pages = await collect(stream.backfill(ctx(), null))
    const all = recordsById(pages)
    const readToTheEnd = new Set([0, Math.floor(pages.length / 2), pages.length - 1])
    for (const [index, page] of pages.entries()) {
      const rest = stream.backfill(ctx(), throughJson(page.checkpoint))[Symbol.asyncIterator]()
      const next = await nextOf(rest)
      // If the next page is the same as before, this checkpoint works: the rest was compared already.
      if (!readToTheEnd.has(index) && isSamePage(next, pages[index + 1])) {
        await rest.return?.()
        continue
      }
      const read = [...(next === undefined ? [] : [next]), ...(await collect({ [Symbol.asyncIterator]: () => rest }))]
      assert.deepEqual(recordsById([...pages.slice(0, index + 1), ...read]), all, `after page ${index + 1}`)
    }
  })

  it(`reads changes of ${stream.id} with proof of completeness, and goes on from there`, async () => {
    const first = await collect(stream.increment(ctx(), null))
    const last = first.at(-1)
    assert.ok(last?.syncedThrough, 'the last page of an increment says how far it is complete')
    const second = await collect(stream.increment(ctx(), throughJson(last.checkpoint)))
    const known = recordsById(first)
    for (const id of recordsById(second).keys()) assert.ok(known.has(id), `${id} was missed by the increment before`)
  })

  it(`stops reading ${stream.id} when it is told to`, async () => {
    const reason = new Error('enough')
    const signal = AbortSignal.abort(reason)
    await assert.rejects(collect(stream.backfill({ ...ctx(), signal }, null)), reason)
  })
}

function failureTests({ connector, fake, ctx }: Suite): void {
  for (const how of ['unauthorised', 'forbidden', 'throttled', 'failing', 'nonsense'] as const) {
    it(`tells what to do when the platform is ${how}`, async (t) => {
      t.after(() => fake().behave())
      const { discovered } = await connector.check(ctx())
      fake().misbehave(how)
      const settings = { ...fake().settings, ...discovered }
      const secrets = secretsOf(connector, settings)
      await assert.rejects(connector.check(ctx(settings)), (error) => isFailure(error, expected[how], secrets))
      for (const stream of connector.streams) {
        await assert.rejects(collect(stream.increment(ctx(settings), null)), (error) =>
          isFailure(error, expected[how], secrets),
        )
      }
    })
  }
}

function webhookTests({ connector, fake, ctx }: Suite): void {
  const { webhooks } = connector
  if (webhooks === undefined) return
  it('takes genuine webhooks, once', async () => {
    const delivery = await fake().deliver?.(ctx())
    assert.ok(delivery, 'a connector with webhooks has a fake that delivers them')
    const [first, second] = [webhooks.receive(delivery), webhooks.receive(delivery)]
    assert.equal(first.kind, 'event')
    assert.deepEqual(second, first)
    if (first.kind !== 'event') return
    for (const record of await webhooks.resolve(ctx(), first.hint)) checkRecord(record)
  })

  it('refuses forged webhooks', async () => {
    const delivery = await fake().deliver?.(ctx())
    assert.ok(delivery)
    const changed = Uint8Array.from(delivery.body)
    changed[changed.length - 2] = (changed.at(-2) ?? 0) ^ 1
    assert.equal(webhooks.receive({ ...delivery, body: changed }).kind, 'forged')
    assert.equal(webhooks.receive({ ...delivery, secret: `${delivery.secret}x` }).kind, 'forged')
    assert.equal(webhooks.receive({ ...delivery, secret: '' }).kind, 'forged')
    assert.equal(webhooks.receive({ ...delivery, headers: {} }).kind, 'forged')
  })
}

function reportTests({ connector, fake, ctx }: Suite): void {
  const { report } = connector
  if (report === undefined) return
  /** The days around the latest order that was paid, and all orders of these days. */
  const known = async () => {
    const { zone } = await connector.check(ctx())
    const orders = connector.streams.find(({ id }) => id === 'orders')
    assert.ok(orders, 'a platform that reports sales has orders')
    const records = (await collect(orders.backfill(ctx(), null))).flatMap((page) => page.records)
    const placed = records.flatMap((one) =>
      one.type === 'order' ? [{ ...one, day: dayOf(new Date(one.placedAt), zone) }] : [],
    )
    const paid = placed.find(({ standing }) => standing === 'paid')
    assert.ok(paid)
    const range = { from: addDays(paid.day, -2), to: addDays(paid.day, 2) }
    const within = placed.filter(({ day }) => day >= range.from && day <= range.to)
    return { id: paid.id, day: paid.day, range, ids: within.map(({ id }) => id) }
  }

  it('reports days that are the sum of its own orders, and nothing outside of what was asked for', async () => {
    const { range, id, day, ids } = await known()
    const { days, rows } = await report.read(ctx(), range)
    assert.ok(
      rows.some((row) => row.orderId === id && row.day === day && row.orders === 1),
      'the order is on its day',
    )
    const listed = new Set(rows.map(({ orderId }) => orderId))
    // A report by payment date may lack some orders of these days; those are looked up by id.
    const found = (
      await report.find(
        ctx(),
        ids.filter((one) => !listed.has(one)),
      )
    ).flatMap((lookup) => lookup.rows)
    const all = [...rows, ...found.filter((row) => row.day >= range.from && row.day <= range.to)]
    for (const row of all) {
      assert.ok(row.day >= range.from && row.day <= range.to && row.orderId !== '')
      assert.match(`${row.total} ${row.net}`, /^-?\d+(?:\.\d{1,6})? -?\d+(?:\.\d{1,6})?$/)
    }
    for (const { day: reported, figures } of days) {
      assert.ok(reported >= range.from && reported <= range.to)
      const own = all.filter((row) => row.day === reported)
      const sum = (read: (row: ReportRow) => string | number) =>
        own.reduce((total, row) => total + Math.round(Number(read(row)) * 100), 0)
      const told = [figures.orders, figures.totalSales].map((figure) => Math.round(Number(figure) * 100))
      assert.deepEqual(told, [sum((row) => row.orders), sum((row) => row.total)], reported)
    }
  })

  it('says of single orders what its report has, and that it has others not', async () => {
    const { range, id } = await known()
    const { rows } = await report.read(ctx(), range)
    const [found, other] = await report.find(ctx(), [id, '999999999'])
    assert.deepEqual([found?.orderId, found?.absence], [id, null])
    assert.ok(
      found?.rows.some((row) => row.orders === 1),
      'it has the order',
    )
    assert.ok(found)
    const within = found.rows.filter(({ day }) => day >= range.from && day <= range.to)
    for (const row of within)
      assert.deepEqual(
        rows.find(({ orderId, day, kind }) => orderId === id && day === row.day && kind === row.kind),
        row,
      )
    assert.deepEqual(other, { orderId: '999999999', rows: [], absence: 'gone', status: null })
  })

  for (const how of ['unauthorised', 'throttled', 'failing', 'nonsense'] as const) {
    it(`says of its report too what to do when the platform is ${how}`, async (t) => {
      t.after(() => fake().behave())
      const { range, id } = await known()
      const settings = fake().settings
      fake().misbehave(how)
      const secrets = secretsOf(connector, settings)
      for (const asking of [report.read(ctx(), range), report.find(ctx(), [id])])
        await assert.rejects(asking, (error) => isFailure(error, expected[how], secrets))
    })
  }
}

async function collect(pages: AsyncIterable<Page<AnyRecord>>): Promise<Page<AnyRecord>[]> {
  const collected: Page<AnyRecord>[] = []
  for await (const page of pages) collected.push(page)
  return collected
}

async function nextOf(pages: AsyncIterator<Page<AnyRecord>>): Promise<Page<AnyRecord> | undefined> {
  const { done = false, value } = await pages.next()
  return done ? undefined : value
}

function isSamePage(one: Page<AnyRecord> | undefined, other: Page<AnyRecord> | undefined): boolean {
  if (one === undefined || other === undefined) return false
  return (
    isDeepStrictEqual(throughJson(one.checkpoint), throughJson(other.checkpoint)) &&
    isDeepStrictEqual(recordsById([one]), recordsById([other]))
  )
}

/** Records by identity, without the time of reading. */
function recordsById(pages: readonly Page<AnyRecord>[]): Map<string, unknown> {
  const records = pages
    .flatMap((page) => page.records)
    .map((record) => [idOfRecord(record), withoutMoment(record)] as const)
  return new Map([...records].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function withoutMoment(record: object): object {
  return { ...record, seenAt: undefined, fetchedAt: undefined }
}

function throughJson(checkpoint: Checkpoint): Checkpoint {
  const copy: Checkpoint = JSON.parse(JSON.stringify(checkpoint))
  assert.deepEqual(copy, checkpoint, 'a checkpoint survives JSON')
  return copy
}

function isFailure(error: unknown, kinds: readonly FailureKind[], secrets: readonly string[]): boolean {
  if (!isConnectorError(error)) throw error
  const { kind, message, worsens } = error.failure
  // A failure that is usually temporary gets its real kind once it has lasted.
  const isExpected = [kind, worsens?.kind].some((candidate) => candidate !== undefined && kinds.includes(candidate))
  assert.ok(isExpected, `expected ${kinds.join(' or ')}, got ${kind}: ${message}`)
  assert.ok(message.length > 30 && /[.!?]$/.test(message), `says too little: ${message}`)
  for (const secret of secrets) assert.ok(!message.includes(secret), 'the message repeats a secret')
  return true
}

function secretsOf({ connect }: Connector, settings: ConnectionSettings): string[] {
  return connect.fields
    .filter((field) => field.secret)
    .map((field) => settings[field.key] ?? '')
    .filter((secret) => secret !== '')
}
