import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { AppError } from '@tillsight/core'
import type { NewShare, ShareView } from '@tillsight/domain'
import { shopVerbsOf } from '../../testing.ts'
import { loadShares, makeShare, printShare, proposeShare, rangeOptions, toShareFailure } from './shares.server.ts'
import de from './words/de.json' with { type: 'json' }

const place = { zone: 'Europe/Berlin', language: 'en' } as const

function share(changes: Partial<ShareView> = {}): ShareView {
  return {
    id: 's',
    view: 'summary',
    title: 'Our week',
    kind: 'live',
    period: 'fixed',
    range: 'last_7_days',
    include: [],
    embedOn: [],
    hasPassword: false,
    state: 'active',
    createdAt: '2026-11-02T23:30:00.000Z',
    createdBy: { id: 'p', name: 'Ann' },
    expiresAt: '2026-12-02T10:00:00.000Z',
    revokedAt: null,
    opened: [],
    ...changes,
  }
}

function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}

suite('a share link in words', () => {
  test('says what it shows, who made it and how often it was opened', () => {
    const printed = printShare(
      share({
        period: 'choosable',
        hasPassword: true,
        include: ['export'],
        opened: [
          { day: '2026-11-05', times: 2 },
          { day: '2026-11-04', times: 1 },
        ],
      }),
      place,
    )
    assert.equal(printed.shows, 'Summary · Live · Last 7 days · Dates can be chosen · with a file · Password')
    assert.equal(printed.history, 'Created by Ann on Tue 3 Nov 2026 · valid until Wed 2 Dec 2026')
    assert.equal(printed.opened, 'Opened 3 times in the last 90 days')
    assert.deepEqual(printed.openings[0], { day: 'Thu 5 Nov 2026', times: 2 })
    const ended = printShare(share({ state: 'revoked', revokedAt: '2026-11-04T10:00:00.000Z' }), place)
    assert.deepEqual([ended.ended, ended.opened], ['Revoked', 'Not opened in the last 90 days'])
    assert.match(ended.history, /ended on Wed 4 Nov 2026/)
  })

  test('comes after those that work once it has ended, and is hidden from a role that may not see it', async () => {
    const run = shopVerbsOf({
      'share.list': async () => ({ items: [share({ id: 'old', state: 'expired' }), share()], next: null }),
    })
    assert.deepEqual(
      (await loadShares(run, place))?.map(({ id }) => id),
      ['s', 'old'],
    )
    const refused = shopVerbsOf({ 'share.list': () => Promise.reject(new AppError('forbidden', 'No.')) })
    assert.equal(await loadShares(refused, place), undefined)
  })

  test('counts in the forms of the language', () => {
    const opened = (times: number, language: 'de' | 'ar') =>
      printShare(share({ opened: [{ day: '2026-11-05', times }] }), { ...place, language }).opened
    assert.deepEqual(
      [opened(1, 'de'), opened(3, 'de'), opened(2, 'ar')],
      ['In den letzten 90 Tagen einmal geöffnet', 'In den letzten 90 Tagen 3-mal geöffnet', 'فُتح مرتين في آخر 90 يومًا'],
    )
  })
})

suite('the form of a share link', () => {
  test('proposes the page and the days that led to it', () => {
    const of = (search: string) => proposeShare(new URLSearchParams(search), 'en')
    assert.deepEqual([of('').view, of('').range, of('').title], ['summary', 'last_30_days', 'Summary'])
    assert.deepEqual([of('view=profit&range=mtd').view, of('view=profit&range=mtd').range], ['profit', 'month_to_date'])
    const custom = of('view=nothing&range=custom&from=2026-01-01&to=2026-01-31')
    assert.deepEqual([custom.view, custom.range], ['summary', '2026-01-01..2026-01-31'])
    assert.deepEqual(rangeOptions(custom.range, 'en')[0], { value: custom.range, label: '1 – 31 Jan 2026' })
  })

  test('makes what was chosen, and shows its address', async () => {
    const asked: unknown[] = []
    const run = shopVerbsOf({
      'share.create': async (input) => {
        asked.push(input)
        return { ...share(), url: 'https://tillsight.example/s/x' } satisfies NewShare
      },
    })
    const typed = {
      view: 'profit',
      title: 'Books',
      kind: 'frozen',
      range: '2026-01-01..2026-01-31',
      days: '7',
      costs: 'on',
    }
    const sites = 'https://a.example\nhttps://b.example'
    const made = await makeShare(run, form({ ...typed, embedOn: sites, password: '' }), {
      ...place,
      now: '2026-11-02T10:00:00.000Z',
    })
    assert.equal(made.url, 'https://tillsight.example/s/x')
    assert.deepEqual(asked, [
      {
        view: 'profit',
        title: 'Books',
        kind: 'frozen',
        period: 'fixed',
        range: { from: '2026-01-01', to: '2026-01-31' },
        include: ['costs'],
        embedOn: ['https://a.example', 'https://b.example'],
        expires: '2026-11-09T10:00:00.000Z',
      },
    ])
  })

  test('that is refused keeps what was typed but its password, with the reason at its field', () => {
    const refusal = new AppError('invalid_input', 'No site.', { problems: { 'embedOn.1': 'No site.' } })
    const { failure, status } = toShareFailure(
      refusal,
      form({ title: 'Books', embedOn: 'x', password: 'secret words' }),
      'en',
    )
    assert.deepEqual([status, failure.fields['embedOn'], failure.typed.title], [400, 'No site.', 'Books'])
    assert.ok(!JSON.stringify(failure).includes('secret words'))
    assert.equal(toShareFailure(refusal, form({}), 'de').failure.fields['embedOn'], de['refused.embedOn'])
  })
})
