// Something between this server and a platform responds in its place: a sign-in page, a firewall, a proxy. This is usually
// temporary, so it is retried after some minutes and says nothing about access or accounts.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { AdRecord } from './ad-records.ts'
import type { ConnectorContext, Page, Stream } from './contract.ts'
import { type ConnectorFailure, isConnectorError } from './failures.ts'
import { adClicksStream } from './googleads/ad-clicks.ts'
import { adDaysStream as googleDays } from './googleads/ad-days.ts'
import { adEntitiesStream as googleEntities } from './googleads/ad-entities.ts'
import { adHoursStream as googleHours } from './googleads/ad-hours.ts'
import { startFixture as startGoogle } from './googleads/testing.ts'
import { adDaysStream as metaDays } from './metaads/ad-days.ts'
import { adEntitiesStream as metaEntities } from './metaads/ad-entities.ts'
import { adHoursStream as metaHours } from './metaads/ad-hours.ts'
import { startFixture as startMeta } from './metaads/testing.ts'
import { adDaysStream as tiktokDays } from './tiktokads/ad-days.ts'
import { adEntitiesStream as tiktokEntities } from './tiktokads/ad-entities.ts'
import { adHoursStream as tiktokHours } from './tiktokads/ad-hours.ts'
import { startFixture as startTikTok } from './tiktokads/testing.ts'

interface Reply {
  readonly kind: 'status'
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

const page = '<!doctype html><title>Sign in to the network</title><form><input type="password"></form>'
const responses: Readonly<Record<string, Reply>> = {
  'a sign-in page': { kind: 'status', status: 200, body: page },
  'a way to a sign-in page': { kind: 'status', status: 302, body: '', headers: { location: 'https://login.example/' } },
  'a refusal with a page': { kind: 'status', status: 403, body: `<html>You do not have permission.</html>` },
  'a refusal in JSON': { kind: 'status', status: 403, body: '{"error":"blocked by policy"}' },
  'JSON of its own': { kind: 'status', status: 200, body: '{"login":"https://login.example/"}' },
  'a page that was not found': { kind: 'status', status: 404, body: page },
  'a proxy that wants a password': { kind: 'status', status: 407, body: page },
  'a captive network': { kind: 'status', status: 511, body: page },
}

interface Fixture {
  readonly streams: readonly Stream<AdRecord>[]
  ctx(): ConnectorContext
  /** Answers in the platform's place from now on. */
  stand(response: Reply): void
}

const startOf: Readonly<Record<string, (t: TestContext) => Promise<Fixture>>> = {
  'Google Ads': async (t) => {
    const fixture = await startGoogle(t)
    const streams = [googleDays, googleHours, googleEntities, adClicksStream]
    return { streams, ctx: () => fixture.ctx(), stand: (response) => fixture.fake.faults.add(response) }
  },
  'Meta Ads': async (t) => {
    const fixture = await startMeta(t)
    const streams = [metaDays, metaHours, metaEntities]
    return { streams, ctx: () => fixture.ctx(), stand: (response) => fixture.fake.faults.add(response) }
  },
  'TikTok Ads': async (t) => {
    const fixture = await startTikTok(t)
    const streams = [tiktokDays, tiktokHours, tiktokEntities]
    return { streams, ctx: () => fixture.ctx(), stand: (response) => fixture.fake.faults.add(response) }
  },
}

async function failureOf(pages: AsyncIterable<Page<AdRecord>>): Promise<ConnectorFailure | undefined> {
  try {
    for await (const { records } of pages) assert.deepEqual(records, [], 'nothing is told')
    return undefined
  } catch (error) {
    if (!isConnectorError(error)) throw error
    return error.failure
  }
}

for (const [name, start] of Object.entries(startOf)) {
  describe(`in the place of ${name}`, () => {
    for (const [words, response] of Object.entries(responses)) {
      it(`${words} is trouble that passes`, async (t) => {
        const fixture = await start(t)
        fixture.stand(response)
        for (const stream of fixture.streams) {
          for (const way of ['backfill', 'increment'] as const) {
            const failure = await failureOf(stream[way](fixture.ctx(), null))
            assert.equal(failure?.kind, 'transient', `${stream.id}: ${failure?.message}`)
          }
        }
      })
    }
  })
}
