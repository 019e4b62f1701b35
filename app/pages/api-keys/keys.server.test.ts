import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@tillsight/core'
import type { KeyView } from '@tillsight/domain'
import { organisationVerbsOf } from '../../testing.ts'
import { assistantsAt } from './assistants.ts'
import { changeKeys, loadKeys, printKeyView, toKeysFailure } from './keys.server.ts'
import { pageWords } from './words.server.ts'

const place = { origin: 'https://stats.example.com', domain: 'tea.example' }
const key = `tsk_${'k'.repeat(43)}`

function form(fields: Readonly<Record<string, string | readonly string[]>>): FormData {
  const data = new FormData()
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) data.append(name, value)
  return data
}

function view(parts: Partial<KeyView> = {}): KeyView {
  const when = { createdAt: '2026-11-02T10:00:00.000Z', expiresAt: '2027-11-02T10:00:00.000Z' }
  const nothing = { lastUsedAt: null, revokedAt: null, replaces: null, createdBy: null }
  const rights: Pick<KeyView, 'scopes' | 'shops' | 'networks'> = {
    scopes: ['metrics:read'],
    shops: 'all',
    networks: [],
  }
  return { id: 'a', name: 'Sheet', prefix: 'tsk_abcdefgh', state: 'active', ...rights, ...when, ...nothing, ...parts }
}

test('the form becomes a key: no shop means all, never means no end, networks stand one per line', async () => {
  const asked: unknown[] = []
  const run = organisationVerbsOf({
    'key.create': async (input) => {
      asked.push(input)
      return { name: 'Sheet', key }
    },
  })
  const scopes = ['orders:read', 'metrics:read', 'nonsense']
  const fields = { intent: 'create', name: 'Sheet', scopes, days: 'never', networks: '203.0.113.0/24\n 10.0.0.1;' }
  await changeKeys(run, form(fields), place)
  await changeKeys(run, form({ ...fields, shops: ['tea.example'], days: '30', networks: '' }), place)
  const common = { name: 'Sheet', scopes: ['metrics:read', 'orders:read'] }
  assert.deepEqual(asked, [
    { ...common, shops: 'all', expiresInDays: null, networks: ['203.0.113.0/24', '10.0.0.1'] },
    { ...common, shops: ['tea.example'], expiresInDays: 30, networks: [] },
  ])
  await assert.rejects(changeKeys(run, form({ ...fields, days: '9999' }), place), AppError)
})

test('examples hold the key as a header, never in an address', async () => {
  const run = organisationVerbsOf({ 'key.rotate': async () => ({ name: 'Sheet', key }) })
  const created = await changeKeys(run, form({ intent: 'rotate', key: 'a' }), place)
  assert.deepEqual(
    created?.examples.map(({ label }) => label),
    ['curl', 'TypeScript', 'Google Sheets'],
  )
  for (const { code } of created?.examples ?? []) {
    assert.match(code, new RegExp(`Bearer ${key}`))
    assert.match(code, /https:\/\/stats\.example\.com\/api\/v1\/shops\/tea\.example\/metrics\/query'/)
    assert.doesNotMatch(code, new RegExp(`https?://\\S*${key}`))
  }
})

test('a key says what it opens, when it was used and how it ends', () => {
  const old = view({ id: 'old', prefix: 'tsk_oldoldol' })
  const createdBy = { id: 'p', name: 'Ada' }
  const used = { lastUsedAt: '2026-11-03T09:00:00.000Z', createdBy, replaces: 'old' }
  const printed = printKeyView(view({ ...used, expiresAt: null }), [old], 'en')
  assert.equal(printed.created, 'Created by Ada on 2 Nov 2026')
  assert.match(printed.used, /^Last used 3 Nov 2026, 09:00 UTC/)
  assert.deepEqual([printed.end, printed.isEndless, printed.replaces], ['Never expires', true, 'tsk_oldoldol'])
  const revoked = view({
    state: 'revoked',
    revokedAt: '2026-11-04T09:00:00.000Z',
    shops: ['tea.example', 'oil.example'],
  })
  const ended = printKeyView(revoked, [], 'en')
  assert.deepEqual(
    [ended.end, ended.used, ended.shops],
    ['Revoked on 4 Nov 2026', 'Never used', 'tea.example, oil.example'],
  )
})

test('a role that may not see keys opens the page all the same', async () => {
  const refuse = () => Promise.reject(new AppError('forbidden', 'no'))
  assert.equal(
    await loadKeys(organisationVerbsOf({ 'key.list': refuse, 'shop.list': async () => [] }), 'en'),
    undefined,
  )
})

test('a refusal comes back with what was typed, at its field', () => {
  const typed = form({ name: 'Sheet', scopes: ['orders:read'], days: '30', networks: 'home' })
  const wrong = new AppError('invalid_input', 'No.', { problems: { 'networks.0': '“home” is not a network.' } })
  const { failure, status } = toKeysFailure(wrong, typed, 'en')
  assert.deepEqual([status, failure.fields['networks']], [400, '“home” is not a network.'])
  assert.deepEqual(
    [failure.typed.name, failure.typed.scopes, failure.typed.networks],
    ['Sheet', ['orders:read'], 'home'],
  )
  const german = toKeysFailure(wrong, typed, 'de').failure
  assert.equal(german.fields['networks'], 'Geben Sie Netzwerke wie 203.0.113.0/24 ein, eines pro Zeile.')
  const limited = new AppError('forbidden', 'Name shops.', { details: { field: 'shops' } })
  assert.deepEqual(toKeysFailure(limited, typed, 'en').failure.fields, { shops: 'Name shops.' })
})

test('what connects assistants names the address and no key', () => {
  const setups = assistantsAt(place.origin, pageWords.say('en'))
  assert.deepEqual(
    setups.map(({ name }) => name),
    ['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code'],
  )
  for (const { name, code } of setups) {
    assert.match(code, /https:\/\/stats\.example\.com\/api\/v1\/mcp/)
    assert.match(code, /Bearer/)
    if (name !== 'Claude Code') assert.ok(JSON.parse(code), name)
  }
})
