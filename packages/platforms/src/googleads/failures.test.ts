// What the product does about each failure of Google Ads; each test is named after its row in the list. Some rows are tested
// elsewhere under the same name: "access moved to another manager" in accounts.test.ts, "scope unticked" in connect.test.ts,
// "stream cut", "ad rows below campaign total" and "conversions grew for old days" in reading.test.ts. Banners, notices,
// pauses and the log of changes are the domain's: packages/domain/src/ads/google-failures.test.ts. The codes that lead here
// are in error-codes.test.ts.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Fault } from '../../../../simulators/googleads/index.ts'
import type { AdAccount } from '../ad-records.ts'
import type { Checkpoint } from '../contract.ts'
import { type ConnectorFailure, isConnectorError } from '../failures.ts'
import { adDaysStream } from './ad-days.ts'
import { checkLogin } from './check.ts'
import { versionWarning } from './hosts.ts'
import { googleads } from './index.ts'
import { collectPages, daysOf, type Fixture, recordsOf, shopAccount, startFixture } from './testing.ts'

const second = { id: '2234567890', name: 'Other', currency: 'USD', zone: 'America/Chicago', status: 'active' } as const
const both = { ads: { accounts: [shopAccount, second] } }

async function failureOf(work: Promise<unknown>): Promise<ConnectorFailure> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!isConnectorError(error)) throw error ?? new Error('It did not fail')
  return error.failure
}

function read(fixture: Fixture, from: Checkpoint | null = null, accounts: readonly AdAccount[] = fixture.accounts) {
  return collectPages(adDaysStream.increment(fixture.ctx({ accounts, since: '2026-11-20T12:00:00Z' }), from))
}

/** The accounts as the last reading updated them. */
function learnt(fixture: Fixture, pages: Awaited<ReturnType<typeof read>>): AdAccount[] {
  const seen = recordsOf(pages).flatMap((record) => (record.type === 'ad_account' ? [record.account] : []))
  return fixture.accounts.map((account) => seen.findLast(({ id }) => id === account.id) ?? account)
}

function problemsIn(pages: Awaited<ReturnType<typeof read>>) {
  return recordsOf(pages).flatMap((record) =>
    record.type === 'ad_account' ? [[record.account.id, record.problem?.kind]] : [],
  )
}

describe('invalid_grant', () => {
  it('invalid_grant: asks to sign in again, by the name of the Google login', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.world.grants.revokeAll()
    const failure = await failureOf(read(fixture))
    assert.deepEqual([failure.kind, failure.platformCode], ['reauth', 'invalid_grant'])
    assert.match(failure.message, /access of ads@shop\.example/)
    assert.doesNotMatch(failure.message, /Testing/)
  })

  it('invalid_grant in Testing: adds the hint for the installer', async (t) => {
    const fixture = await startFixture(t, { isTesting: true })
    fixture.at('2026-11-27T12:30:00Z')
    const failure = await failureOf(checkLogin(fixture.ctx()))
    assert.match(failure.message, /in Testing.*seven days.*publishes the consent screen/)
  })
})

describe('scope unticked', () => {
  it('scope unticked: says so while reading, and is told from a switched-off interface and a blocked server', async (t) => {
    const fixture = await startFixture(t)
    const { accessToken, refreshToken } = fixture.fake.grant(undefined, ['openid'])
    const settings = { ...fixture.settings, accessToken, refreshToken }
    const unticked = await failureOf(collectPages(adDaysStream.increment(fixture.ctx({ settings }), null)))
    assert.equal(unticked.kind, 'permission')
    assert.match(unticked.message, /permission for Google Ads was not given.*Connect again and leave the box/)
    const failureWith = async (fault: Fault) => {
      const other = await startFixture(t)
      other.fake.faults.add(fault)
      return await failureOf(read(other))
    }
    const edge = { kind: 'edge', status: 403, word: 'PERMISSION_DENIED' } as const
    assert.match(
      (await failureWith({ ...edge, reason: 'SERVICE_DISABLED' })).message,
      /API is not enabled.*SERVICE_DISABLED/,
    )
    const body = '<html>Your client does not have permission to get URL /v25 from this server.</html>'
    const blocked = await failureWith({ kind: 'status', status: 403, body })
    assert.equal(blocked.kind, 'bad_request')
    assert.match(blocked.message, /address of this server/)
  })
})

describe('429 project scope', () => {
  it('429 project scope: no connection of the project asks before the given time, and each names it', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.faults.add({ kind: 'quota', scope: 'DEVELOPER', retrySeconds: 3_600, times: 1 })
    const first = await failureOf(read(fixture))
    assert.match(first.message, /daily limit of this installation.*until 2026-11-20 13:00 UTC/)
    assert.equal(first.waitsFor, 'Google’s daily limit')
    const asked = fixture.fake.requests.length
    const other = fixture.ctx({ settings: { ...fixture.settings, login: 'other@shop.example' } })
    fixture.at('2026-11-20T12:30:00Z')
    const failure = await failureOf(collectPages(adDaysStream.increment(other, null)))
    assert.deepEqual([failure.retryAfterMs, failure.waitsFor], [1_800_000, 'Google’s daily limit'])
    assert.equal(fixture.fake.requests.length, asked, 'nothing was asked')
    fixture.at('2026-11-20T13:00:01Z')
    assert.equal(daysOf(await read(fixture)).size, 3)
  })

  it('429 project scope: another project of the same installation goes on', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.faults.add({ kind: 'quota', scope: 'DEVELOPER', retrySeconds: 3_600, times: 1 })
    await failureOf(read(fixture))
    const asked = fixture.fake.requests.length
    const app = { ...fixture.app, clientId: 'another.apps.googleusercontent.com' }
    const pages = await collectPages(adDaysStream.increment(fixture.ctx({ app }), null))
    assert.equal(daysOf(pages).size, 3)
    assert.ok(fixture.fake.requests.length > asked)
  })
})

describe('one customer not enabled', () => {
  it('one customer not enabled: is marked, and the rest continues', async (t) => {
    const fixture = await startFixture(t, both)
    fixture.fake.world.changed.set(shopAccount.id, { status: 'closed' })
    const pages = await read(fixture)
    assert.deepEqual(problemsIn(pages), [
      [shopAccount.id, 'account_state'],
      [second.id, undefined],
    ])
    assert.deepEqual([...new Set([...daysOf(pages).values()].map(({ accountId }) => accountId))], [second.id])
    assert.ok(pages.at(-1)?.syncedThrough)
  })

  it('one customer not enabled: is looked at once a day, and what was missed is read once it is open', async (t) => {
    const fixture = await startFixture(t, both)
    fixture.fake.world.changed.set(shopAccount.id, { status: 'closed' })
    const accounts = fixture.accounts.map((account) =>
      account.id === shopAccount.id ? { ...account, readable: false } : account,
    )
    const first = await read(fixture, null, accounts)
    assert.ok(!fixture.fake.requests.some(({ customer }) => customer === shopAccount.id))
    fixture.at('2026-11-25T12:00:00Z')
    const fifth = await read(fixture, first.at(-1)?.checkpoint ?? null, accounts)
    assert.equal(fixture.fake.requests.filter(({ customer }) => customer === shopAccount.id).length, 1)
    fixture.fake.world.changed.clear()
    fixture.at('2027-01-10T12:00:00Z')
    const days = daysOf(await read(fixture, fifth.at(-1)?.checkpoint ?? null, accounts))
    assert.ok(days.has(`${shopAccount.id} 2026-11-20`), 'from where it was left')
  })
})

describe('account cancelled', () => {
  const daysAt = (pages: Awaited<ReturnType<typeof read>>) =>
    [...daysOf(pages).values()].filter(({ accountId }) => accountId === shopAccount.id).map(({ day }) => day)

  it('account cancelled: its last 90 days are read weekly until they are final, and it is looked at daily', async (t) => {
    const fixture = await startFixture(t, both)
    let pages = await read(fixture)
    fixture.fake.world.changed.set(shopAccount.id, { status: 'closed' })
    fixture.fake.world.stillAnswering.add(shopAccount.id)
    let accounts = fixture.accounts
    const readAt = async (instant: string) => {
      fixture.at(instant)
      fixture.fake.requests.splice(0)
      pages = await read(fixture, pages.at(-1)?.checkpoint ?? null, accounts)
      accounts = learnt(fixture, pages).map((account, at) => ({ ...(accounts[at] ?? account), ...account }))
      return {
        days: daysAt(pages),
        asked: fixture.fake.requests.filter(({ customer }) => customer === shopAccount.id).length,
      }
    }
    const noticed = await readAt('2026-11-20T13:00:00Z')
    assert.deepEqual([noticed.days.length, noticed.days.toSorted()[0]], [90, '2026-08-23'])
    const record = recordsOf(pages).find((one) => one.type === 'ad_account' && one.account.id === shopAccount.id)
    assert.ok(record?.type === 'ad_account' && record.problem === null && /once a week/.test(record.account.note ?? ''))
    assert.equal((await readAt('2026-11-20T14:00:00Z')).asked, 0, 'not every hour')
    const nextDay = await readAt('2026-11-21T14:00:00Z')
    assert.deepEqual([nextDay.days.length, nextDay.asked > 0], [0, true], 'looked at, not read')
    assert.equal((await readAt('2026-11-27T14:00:00Z')).days.length, 90, 'a week later')
    assert.equal((await readAt('2027-02-17T14:00:00Z')).days.length > 89, true, 'the last reading')
    assert.equal((await readAt('2027-02-25T14:00:00Z')).days.length, 0, 'final')
    fixture.fake.world.changed.clear()
    const reopened = await readAt('2027-02-26T15:00:00Z')
    assert.equal(reopened.days.toSorted().at(-1), '2027-02-26', 'it is read again')
    assert.ok(reopened.days.length >= 3)
  })

  it('account cancelled: one that Google does not answer about any more keeps what it has', async (t) => {
    const fixture = await startFixture(t)
    fixture.fake.world.changed.set(shopAccount.id, { status: 'closed' })
    const pages: unknown[] = []
    const failure = await failureOf(
      (async () => {
        for await (const page of adDaysStream.increment(fixture.ctx(), null)) pages.push(page)
      })(),
    )
    assert.equal(failure.kind, 'account_state')
    assert.match(failure.message, /data up to now is kept; it is looked at once a day/)
  })
})

describe('version ends in less than 60 days', () => {
  it('version ends in less than 60 days: the connector knows the day, and says so from sixty days before', () => {
    const { name, endsOn } = googleads.apiVersion
    assert.deepEqual([name, endsOn], ['v25', '2027-08-01'])
    assert.equal(versionWarning(new Date('2027-06-01T12:00:00Z')), undefined)
    assert.match(versionWarning(new Date('2027-06-02T00:00:00Z')) ?? '', /v25.*2027-08-01/)
  })
})

describe('bad input', () => {
  it('currency or zone changed: figures of both are not mixed', async (t) => {
    for (const change of [{ currency: 'USD' }, { zone: 'America/Chicago' }]) {
      const fixture = await startFixture(t, both)
      fixture.fake.world.changed.set(shopAccount.id, change)
      const pages = await read(fixture)
      const [problem] = recordsOf(pages).flatMap((record) => (record.type === 'ad_account' ? [record.problem] : []))
      assert.equal(problem?.kind, 'changed')
      assert.match(problem?.message ?? '', /is (?:USD|America\/Chicago) now and was (?:EUR|Europe\/Vienna)/)
      assert.ok(![...daysOf(pages).values()].some(({ accountId }) => accountId === shopAccount.id))
    }
  })
})
