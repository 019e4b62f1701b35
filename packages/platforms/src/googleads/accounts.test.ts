import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { sampleAds } from '../../../../simulators/ads/sample-ads.ts'
import { type ConnectorFailure, isConnectorError } from '../failures.ts'
import { listAccounts } from './accounts.ts'
import { adDaysStream } from './ad-days.ts'
import { checkLogin } from './check.ts'
import { collectPages, daysOf, type FixtureOptions, recordsOf, startFixture } from './testing.ts'

const email = 'ads@shop.example'
const top = { id: '9000000001', name: 'Agency', accounts: ['1111111111'], managers: ['9000000002'] }
const sub = { id: '9000000002', name: 'Agency south', accounts: ['2222222222', '3333333333', '4444444444'] }
const rival = { id: '9000000003', name: 'Another agency', accounts: ['2222222222'] }

const source = sampleAds({
  seed: 4,
  idDigits: 12,
  accounts: ['1111111111', '2222222222', '3333333333', '4444444444', '5555555555'].map((id, at) => ({
    id,
    name: `Account ${at + 1}`,
    currency: 'EUR',
    zone: 'Europe/Vienna',
    status: (['active', 'active', 'closed', 'limited', 'active'] as const)[at] ?? 'active',
  })),
  campaigns: 1,
  adSetsPerCampaign: 1,
  adsPerAdSet: 1,
  startsOn: parseDay('2026-11-01'),
})

const agency: FixtureOptions = {
  source,
  managers: [top, sub, rival],
  logins: [{ email, access: [top.id, '5555555555'] }],
  accounts: { '1111111111': { isTest: true }, '4444444444': { isHidden: true } },
}

async function failureOf(work: Promise<unknown>): Promise<ConnectorFailure> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!isConnectorError(error)) throw error ?? new Error('It did not fail')
  return error.failure
}

describe('Accounts that a login opens', () => {
  it('are found directly and through managers, with how each is reached and what is wrong with it', async (t) => {
    const fixture = await startFixture(t, agency)
    const found = await listAccounts(fixture.ctx())
    assert.deepEqual(
      found.map(({ id, via, status, readable, note }) => [
        id,
        via,
        status,
        readable,
        note === null ? '' : note.split(' ')[0],
      ]),
      [
        ['1111111111', top.id, 'active', true, 'A'],
        ['2222222222', top.id, 'active', true, ''],
        ['3333333333', top.id, 'closed', false, 'Cancelled'],
        ['4444444444', top.id, 'limited', true, 'Suspended'],
        ['5555555555', null, 'active', true, ''],
      ],
    )
  })

  it('are reached directly rather than through a manager, and through the nearest one otherwise', async (t) => {
    const fixture = await startFixture(t, { ...agency, logins: [{ email, access: [top.id, sub.id, '1111111111'] }] })
    const found = await listAccounts(fixture.ctx())
    assert.deepEqual(
      found.map(({ id, via }) => [id, via]),
      [
        ['1111111111', null],
        ['2222222222', sub.id],
        ['3333333333', sub.id],
        ['4444444444', sub.id],
      ],
    )
  })

  it('are listed although one of them is closed', async (t) => {
    const fixture = await startFixture(t, { ...agency, logins: [{ email, access: ['3333333333', '5555555555'] }] })
    const [closed, open] = await listAccounts(fixture.ctx())
    assert.deepEqual([closed?.id, closed?.readable, closed?.statusText], ['3333333333', false, 'CUSTOMER_NOT_ENABLED'])
    assert.equal(open?.readable, true)
    const account = await checkLogin(fixture.ctx())
    assert.match(account.warnings.join(' '), /333-333-3333 cannot be read.*closed/)
    assert.deepEqual([account.currency, account.zone], ['EUR', 'Europe/Vienna'])
  })

  it('are none for a login that Google Ads does not know, and none below an empty manager', async (t) => {
    const stranger = await startFixture(t, { source, logins: [{ email, access: [] }] })
    assert.match((await failureOf(listAccounts(stranger.ctx()))).message, /no Google Ads account/)
    const empty = { id: '9000000009', name: 'Empty', accounts: [] }
    const manager = await startFixture(t, { source, managers: [empty], logins: [{ email, access: [empty.id] }] })
    assert.match((await failureOf(listAccounts(manager.ctx()))).message, /manager without any account/)
  })
})

describe('An account behind a manager', () => {
  it('is read with the manager’s id in the header, and one that is open directly without', async (t) => {
    const fixture = await startFixture(t, agency)
    const accounts = (await listAccounts(fixture.ctx())).filter(({ id }) => id === '2222222222' || id === '5555555555')
    fixture.fake.requests.splice(0)
    assert.equal(daysOf(await collectPages(adDaysStream.increment(fixture.ctx({ accounts }), null))).size, 6)
    const logins = new Set(fixture.fake.requests.map(({ customer, login }) => `${customer} ${login}`))
    assert.deepEqual([...logins].toSorted(), [`2222222222 ${top.id}`, '5555555555 undefined'])
  })

  it('access moved to another manager: every other way is searched by itself', async (t) => {
    const fixture = await startFixture(t, agency)
    const accounts = (await listAccounts(fixture.ctx())).filter(({ id }) => id === '2222222222')
    const { world } = fixture.fake
    world.logins = [{ email, access: [top.id, rival.id] }]
    world.managers = [top, { ...sub, accounts: ['3333333333'] }, rival]
    const pages = await collectPages(adDaysStream.increment(fixture.ctx({ accounts }), null))
    assert.equal(daysOf(pages).size, 3)
    const [record] = recordsOf(pages)
    assert.equal(record?.type === 'ad_account' && record.account.via, rival.id)
  })

  it('access moved to another manager: is a question of permission once no way is left, and stops nothing else', async (t) => {
    const fixture = await startFixture(t, agency)
    const accounts = (await listAccounts(fixture.ctx())).filter(({ id }) => id === '2222222222' || id === '5555555555')
    fixture.fake.world.logins = [{ email, access: ['5555555555'] }]
    const pages = await collectPages(adDaysStream.increment(fixture.ctx({ accounts }), null))
    const problems = recordsOf(pages).flatMap((record) => (record.type === 'ad_account' ? [record.problem?.kind] : []))
    assert.deepEqual(problems, ['permission', undefined])
    assert.equal(daysOf(pages).size, 3)
  })

  it('is named as a manager where one was chosen', async (t) => {
    const fixture = await startFixture(t, { ...agency, logins: [{ email, access: [top.id] }] })
    const [known] = fixture.accounts
    assert.ok(known)
    const failure = await failureOf(
      collectPages(adDaysStream.increment(fixture.ctx({ accounts: [{ ...known, id: top.id }] }), null)),
    )
    assert.match(failure.message, /manager account/)
  })
})
