import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@tillsight/core'
import type { AuditEntry } from '@tillsight/domain'
import { languages } from '../../language/languages.ts'
import { organisationVerbsOf } from '../../testing.ts'
import { activityWords, loadActivity, loadActivityLines, printEntry } from './activity.server.ts'

const ann = { kind: 'person', id: 'p1', name: 'Ann' } as const
const place = { zone: 'Europe/Berlin', language: 'en' } as const

function entry(parts: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: 'e1',
    at: '2026-11-20T22:30:00.000Z',
    actor: ann,
    action: 'key.create',
    target: { kind: 'key', id: 'k1', name: 'Sheet' },
    origin: { ip: '203.0.113.0/24', agent: 'Firefox', request: 'r' },
    ...parts,
  }
}

test('every action has words in every language', () => {
  for (const language of languages) {
    const words = activityWords[language]
    assert.deepEqual(Object.keys(words.actions), Object.keys(activityWords.en.actions), language)
    assert.deepEqual(Object.keys(words.labels), Object.keys(activityWords.en.labels), language)
    assert.deepEqual(Object.keys(words.fields), Object.keys(activityWords.en.fields), language)
    assert.deepEqual(Object.keys(words.values), Object.keys(activityWords.en.values), language)
    assert.ok(Object.values({ ...words.actions, ...words.labels, ...words.fields }).every((text) => text !== ''))
    assert.match(words.labels.sentence, /\{actor\}.*\{action\}.*\{target\}/)
  }
})

test('an entry is a sentence, with what changed, when and from where', () => {
  const changes = [
    { field: 'role', before: 'analyst', after: 'admin' },
    { field: 'secret', before: null, after: 'changed' },
    { field: 'scopes', before: null, after: ['a', 'b'] },
    { field: 'networks', before: ['10.0.0.0/8'], after: [] },
  ]
  const printed = printEntry(entry({ changes, shop: 'tea.test' }), place)
  assert.equal(printed.sentence, '<actor>Ann</actor>: API key created “<target>Sheet</target>”')
  assert.equal(printed.about, '20 Nov 2026, 23:30 · tea.test · 203.0.113.0/24')
  assert.deepEqual(printed.changes, [
    'Role: <value>Analyst</value> → <value>Admin</value>',
    'Secret: <value>changed</value>',
    'Scopes: <value>a, b</value>',
    'Networks: <value>10.0.0.0/8</value> → <value>–</value>',
  ])
  const german = printEntry(entry({ changes: [{ field: 'role', before: null, after: 'admin' }] }), {
    ...place,
    language: 'de',
  })
  assert.deepEqual(german.changes, ['Rolle: <value>Admin</value>'])
  const answers = [{ field: 'name', before: null, after: 'Podcast' }]
  assert.deepEqual(printEntry(entry({ action: 'survey.mappings', changes: answers }), place).changes, [
    '<value>name</value>: <value>Podcast</value>',
  ])
  const signedIn = entry({ action: 'sign_in.done', target: ann })
  assert.equal(printEntry(signedIn, { ...place, language: 'de' }).sentence, '<actor>Ann</actor>: Angemeldet')
  const byMachine = entry({ actor: { kind: 'system', id: 'command_line', name: 'Command line' } })
  assert.match(
    printEntry(byMachine, { ...place, language: 'fr' }).sentence,
    /^<actor>Console du serveur<\/actor>\s: Clé API créée «\s<target>Sheet<\/target>\s»$/,
  )
})

test('what was changed about costs is said in the language of the page', () => {
  const target = { kind: 'cost_change', id: 'c1', name: 'payment fee “Bank Deposit” added' } as const
  assert.match(
    printEntry(entry({ action: 'costs.save', target }), { ...place, language: 'de' }).sentence,
    /: Kosten geändert „<target>Zahlungsgebühr.*Bank Deposit.*<\/target>“$/,
  )
})

test('values are written as people write them, those of names as they are', () => {
  const changes = [
    { field: 'platform', before: null, after: 'woocommerce' },
    { field: 'firstDay', before: '2026-02-01', after: '2026-03-01' },
    { field: 'days', before: null, after: '2026-03-01 to 2026-03-31' },
    { field: 'expiresAt', before: null, after: '2026-11-20T22:30:00.000Z' },
    { field: 'amount', before: '1200.5', after: null },
    { field: 'entries', before: null, after: 12_000 },
    { field: 'paused', before: false, after: true },
    { field: 'accounts', before: null, after: ['1234567'] },
    { field: 'repeats', before: 'never', after: 'month' },
    { field: 'name', before: 'owner', after: '2026-03-01' },
  ]
  const printed = printEntry(entry({ changes }), { ...place, language: 'de' })
  assert.deepEqual(
    printed.changes.map((change) => change.replaceAll(/<\/?value>/g, '')),
    [
      'Plattform: WooCommerce',
      'Erster Tag: So., 1. Feb. 2026 → So., 1. März 2026',
      'Tage: 1.–31. März 2026',
      'Läuft ab: 20. Nov. 2026, 23:30',
      'Betrag: 1.200,5 → –',
      'Einträge: 12.000',
      'Angehalten: nein → ja',
      'Werbekonten: 1234567',
      'Wiederholung: Einmal, auf Tage verteilt → Jeden Monat',
      'Name: owner → 2026-03-01',
    ],
  )
})

test('the address is the question, in days of the shop; what makes no sense there is left out', async () => {
  const asked: unknown[] = []
  const run = organisationVerbsOf({
    'audit.list': async (question) => {
      asked.push(question)
      return { items: [entry()], next: 'more' }
    },
    'audit.actors': async () => ({ items: [ann] }),
    'audit.retention': async () => ({ days: 730, mayChange: true }),
    'shop.list': async () => [],
  })
  const search = 'from=2026-11-20&to=2026-11-20&actor=p1&action=key.create&shop=tea.test'
  const { log, about } = await loadActivity(run, new URLSearchParams(`${search}&cursor=c`), place)
  assert.match(about, /730 days/)
  assert.equal(log?.days, 730)
  assert.deepEqual(asked, [
    {
      from: '2026-11-19T23:00:00.000Z',
      to: '2026-11-20T23:00:00.000Z',
      actor: 'p1',
      action: 'key.create',
      shop: 'tea.test',
      limit: 50,
      cursor: 'c',
    },
  ])
  assert.deepEqual([log?.next, log?.file, log?.isLater], [`?${search}&cursor=more`, `?${search}`, true])
  await loadActivity(run, new URLSearchParams('from=2026-02-30&to=x&action=nothing'), place)
  assert.deepEqual(asked[1], { limit: 50 })
})

test('whoever may not see it is told so', async () => {
  const refuse = async () => {
    throw new AppError('forbidden', 'no')
  }
  const run = organisationVerbsOf({
    'audit.list': refuse,
    'audit.actors': refuse,
    'audit.retention': refuse,
    'shop.list': async () => [],
  })
  assert.equal((await loadActivity(run, new URLSearchParams(), place)).log, null)
})

test('the file has every page of the entries', async () => {
  const run = organisationVerbsOf({
    'audit.list': async ({ cursor }) => ({ items: [entry({ id: cursor ?? 'first' })], next: cursor ? null : 'second' }),
  })
  const [head, ...lines] = await loadActivityLines(run, new URLSearchParams(), 'UTC')
  assert.equal(lines.length, 2)
  for (const line of lines) assert.equal(line.length, head?.length)
})
