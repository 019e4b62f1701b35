import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SupabaseClient } from '@supabase/supabase-js'
import { AppError } from '@tillsight/core'
import { textFor } from '../../language/text-for.server.ts'
import type { AppServices, AskedView, ConsentDecision, ShopView } from '../../services.ts'
import { decideConsent, loadConsent } from './consent.server.ts'

const text = textFor('de')

type Services = Parameters<typeof decideConsent>[0]

const asked: AskedView = {
  name: 'Helper',
  back: { host: 'assistant.example', isLocal: false },
  email: 'me@shop.example',
  scopes: ['metrics:read', 'orders:read'],
  needsFactor: true,
}
const shops = [
  { id: 's1', organisation: 'o1', domain: 'one.example', name: 'One' },
  { id: 's2', organisation: 'o2', domain: 'two.example', name: 'Two' },
] as unknown as readonly ShopView[]

function form(fields: Readonly<Record<string, string | readonly string[]>>): FormData {
  const data = new FormData()
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) data.append(name, value)
  return data
}

/** Services that note what is decided, and an account with these factors. */
function open({ factors = {}, code = '123456' }: { readonly factors?: object; readonly code?: string } = {}) {
  const decided: ConsentDecision[] = []
  const assistants: Partial<AppServices['assistants']> = {
    asked: async () => asked,
    decide: async (_, decision) => {
      decided.push(decision)
      return 'https://assistant.example/callback?code=x'
    },
  }
  const memberships = [
    { organisation: 'o0', name: 'Without shops' },
    { organisation: 'o1', name: 'First' },
    { organisation: 'o2', name: 'Second' },
  ]
  const services = { assistants, listShops: async () => shops, run: async () => memberships } as unknown as Services
  const check = async (given: { readonly code: string }) => ({ error: given.code === code ? null : new Error('wrong') })
  const mfa = {
    listFactors: async () => ({ data: { totp: [], phone: [], ...factors } }),
    challenge: async () => ({ data: { id: 'sent' }, error: null }),
    challengeAndVerify: check,
    verify: check,
  }
  return { services, auth: { mfa } as unknown as SupabaseClient['auth'], decided }
}

const authorization = 'a'
const yes = { intent: 'allow', organisation: 'o1', scopes: ['metrics:read'], reach: 'all' }

test('shops of one organisation are offered, the first that has any unless another is chosen', async () => {
  const { services, auth } = open({ factors: { totp: [{ id: 'f', friendly_name: 'My phone' }] } })
  const first = await loadConsent(services, auth, new URLSearchParams('authorization_id=a'))
  assert.deepEqual(
    [first.organisations.map(({ id }) => id), first.organisation?.id, first.shops.map(({ id }) => id)],
    [['o1', 'o2'], 'o1', ['s1']],
  )
  assert.deepEqual(first.factor, { id: 'f', kind: 'totp', label: 'My phone' })
  const second = await loadConsent(services, auth, new URLSearchParams('organisation=o2'))
  assert.deepEqual(
    second.shops.map(({ id }) => id),
    ['s2'],
  )
})

test('yes says what and which shops; nothing chosen is refused beside its field', async () => {
  const { services, auth, decided } = open()
  for (const [fields, field] of [
    [{ ...yes, scopes: [] }, 'scopes'],
    [{ ...yes, scopes: ['costs:read'] }, 'scopes'],
    [{ ...yes, reach: 'some' }, 'shops'],
  ] as const) {
    const { outcome, status } = await decideConsent(services, auth, {
      form: form(fields),
      authorization,
      language: 'en',
      text,
    })
    assert.deepEqual([status, Object.keys(outcome.failure?.fields ?? {})], [400, [field]])
  }
  const all = await decideConsent(services, auth, { form: form(yes), authorization, language: 'en', text })
  assert.equal(all.outcome.to, 'https://assistant.example/callback?code=x')
  await decideConsent(services, auth, {
    form: form({ ...yes, reach: 'some', shops: ['s1'] }),
    authorization,
    language: 'en',
    text,
  })
  const given = { allow: true, scopes: ['metrics:read'], organisation: 'o1' } as const
  assert.deepEqual(decided, [
    { ...given, shops: 'all' },
    { ...given, shops: ['s1'] },
  ])
})

test('a wrong code decides nothing; a text message is sent first', async () => {
  const { services, auth, decided } = open()
  const send = await decideConsent(services, auth, {
    form: form({ intent: 'send', factor: 'f' }),
    authorization,
    language: 'en',
    text,
  })
  assert.equal(send.outcome.challenge, 'sent')
  for (const code of ['', '999999']) {
    const fields = { ...yes, factor: 'f', challenge: 'sent', code }
    const { outcome } = await decideConsent(services, auth, { form: form(fields), authorization, language: 'en', text })
    assert.deepEqual([outcome.challenge, Object.keys(outcome.failure?.fields ?? {})], ['sent', ['code']])
    assert.match(outcome.failure?.fields['code'] ?? '', /Code/, 'in the language of the page')
  }
  assert.deepEqual(decided, [])
  await decideConsent(services, auth, {
    text,
    language: 'en',
    form: form({ ...yes, factor: 'f', challenge: '', code: '123 456' }),
    authorization,
  })
  assert.equal(decided.length, 1)
})

test('no is no, and a factor that the service misses is asked for', async () => {
  const { services, auth, decided } = open()
  await decideConsent(services, auth, { form: form({ intent: 'deny' }), authorization, language: 'en', text })
  assert.deepEqual(decided, [{ allow: false }])
  const refusal = new AppError('forbidden', 'Enter the code.', { details: { field: 'code' } })
  const missing = { ...services, assistants: { ...services.assistants, decide: async () => Promise.reject(refusal) } }
  const { outcome, status } = await decideConsent(missing, auth, {
    form: form(yes),
    authorization,
    language: 'en',
    text,
  })
  assert.deepEqual([status, outcome.failure?.fields], [403, { code: 'Enter the code.' }])
})
