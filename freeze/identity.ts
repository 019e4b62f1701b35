// Messages between the official client and the auth service in all user flows.

import type { SupabaseClient } from '@supabase/supabase-js'
import { startTestAuth, type TestAuth } from '@tillsight/auth/testing'
import { authenticatorCode } from '../server/testing/authenticator.ts'
import { type Case, normalise, stableJson } from './case.ts'

const password = 'correct horse battery'
const other = 'staple correct horse'

type Flow = (auth: TestAuth, client: SupabaseClient) => Promise<unknown>

const flows: Readonly<Record<string, Flow>> = {
  async sign_up(auth, { auth: client }) {
    await client.signUp({ email: 'ann@example.com', password, options: { data: { name: 'Ann' } } })
    await client.verifyOtp({ email: 'ann@example.com', token: auth.mailTo('ann@example.com').code, type: 'signup' })
    await client.getUser()
    await client.signUp({ email: 'weak@example.com', password: '1' })
    await client.signUp({ email: 'ann@example.com', password })
  },
  async password(_auth, { auth: client }) {
    await client.signInWithPassword({ email: 'ann@example.com', password: 'wrong' })
    await client.signInWithPassword({ email: 'ann@example.com', password })
    await client.refreshSession()
    await client.getClaims()
    await client.updateUser({ data: { name: 'Anne' } })
    await client.updateUser({ password: other })
    await client.getUserIdentities()
    await client.signOut({ scope: 'others' })
    await client.signOut()
    await client.refreshSession({ refresh_token: 'none' })
  },
  async one_time_code(auth, { auth: client }) {
    await client.signInWithOtp({ email: 'ben@example.com' })
    await client.verifyOtp({ email: 'ben@example.com', token: '000000', type: 'email' })
    await client.verifyOtp({ email: 'ben@example.com', token: auth.mailTo('ben@example.com').code, type: 'email' })
    await client.reauthenticate()
  },
  async phone(auth, { auth: client }) {
    await client.signInWithOtp({ phone: '4915112345678' })
    await client.verifyOtp({ phone: '4915112345678', token: auth.codeTo('4915112345678'), type: 'sms' })
  },
  async recovery(auth, { auth: client }) {
    await client.resetPasswordForEmail('ann@example.com')
    await client.verifyOtp({ token_hash: auth.mailTo('ann@example.com').hash, type: 'recovery' })
    await client.updateUser({ email: 'anna@example.com' })
    await client.resend({ type: 'email_change', email: 'anna@example.com' })
  },
  async second_factor(_auth, { auth: client }) {
    await client.signInWithPassword({ email: 'ann@example.com', password: other })
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })
    if (data === null || data.type !== 'totp') throw new Error('A factor could not be enrolled')
    const challenge = await client.mfa.challenge({ factorId: data.id })
    const challengeId = challenge.data?.id ?? ''
    await client.mfa.verify({ factorId: data.id, challengeId, code: 'wrong' })
    await client.mfa.verify({ factorId: data.id, challengeId, code: authenticatorCode(data.totp.secret) })
    await client.mfa.listFactors()
    await client.mfa.unenroll({ factorId: data.id })
  },
  async elsewhere(_auth, { auth: client }) {
    await client.signInAnonymously()
    await client.signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } })
    await client.signInWithIdToken({ provider: 'google', token: 'none' })
    await client.signInWithSSO({ domain: 'example.com' })
    await client.exchangeCodeForSession('none')
  },
}

const adminFlow: Flow = async (_auth, { auth: { admin } }) => {
  const { data } = await admin.createUser({ email: 'cem@example.com', password, email_confirm: true })
  const id = data.user?.id ?? ''
  await admin.getUserById(id)
  await admin.updateUserById(id, { user_metadata: { name: 'Cem' }, app_metadata: { role: 'x' } })
  await admin.generateLink({ type: 'magiclink', email: 'cem@example.com' })
  await admin.inviteUserByEmail('dee@example.com')
  await admin.listUsers({ page: 1, perPage: 2 })
  await admin.mfa.listFactors({ userId: id })
  await admin.deleteUser(id)
  await admin.getUserById(id)
}

/** The requests and responses of each flow, one after the other on the same service. */
export async function* identityCases(): AsyncIterable<Case> {
  const leave: (() => Promise<void>)[] = []
  const auth = await startTestAuth(
    { after: (work) => void leave.push(work) },
    { env: { AUTH_EXTERNAL_ANONYMOUS_USERS_ENABLED: '1' } },
  )
  try {
    for (const [name, flow] of Object.entries(flows)) {
      const record = recorder()
      await flow(auth, auth.client({ global: { fetch: record.fetch } }))
      yield { key: `flow/${name}`, text: record.text() }
    }
    const record = recorder()
    const { createClient } = await import('@supabase/supabase-js')
    const key = auth.service.apiKeys.service
    await adminFlow(
      auth,
      createClient(auth.url, key, { auth: { persistSession: false }, global: { fetch: record.fetch } }),
    )
    yield { key: 'flow/admin', text: record.text() }
    for (const path of ['/settings', '/health', '/.well-known/jwks.json', '/user', '/nothing']) {
      const { status, body } = await auth.raw(path)
      yield { key: `get${path}`, text: exchangeText(`GET ${path}`, status, body) }
    }
    for (const { to, subject, text } of auth.mails) {
      yield { key: `mail/${subject}/${to}/${auth.mails.findIndex((mail) => mail.text === text)}`, text: unsecret(text) }
    }
  } finally {
    for (const work of leave.toReversed()) await work()
  }
}

function recorder(): { readonly fetch: typeof fetch; readonly text: () => string } {
  const exchanges: string[] = []
  return {
    async fetch(input, init) {
      const response = await fetch(input, init)
      const url = new URL(input instanceof Request ? input.url : input)
      const text = await response.clone().text()
      const sent = typeof init?.body === 'string' ? stableJson(withoutSecrets(JSON.parse(init.body))) : ''
      const head = `${init?.method ?? 'GET'} ${url.pathname}${unsecret(url.search)}\n${sent}`
      exchanges.push(exchangeText(head, response.status, text === '' ? '' : JSON.parse(text)))
      return response
    },
    text: () => exchanges.join('\n\n'),
  }
}

function exchangeText(head: string, status: number, body: unknown): string {
  return normalise(`${head}\n${status} ${stableJson(withoutSecrets(body))}`)
}

/** Values of these names vary; only their presence and type are compared. */
const secrets =
  /^(?:access_token|refresh_token|token|token_hash|hashed_token|secret|qr_code|uri|code_challenge|challenge_id|email_otp|action_link|kid|n|x|y|expires_at|password|.+_at)$/

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      // Error codes consist of words.
      const isSecret = (secrets.test(name) || (name === 'code' && /\d/.test(String(each)))) && each !== null
      return [name, isSecret ? `<${typeof each}>` : withoutSecrets(each)]
    }),
  )
}

/** Removes links and codes of emails. */
function unsecret(text: string): string {
  return normalise(text)
    .replace(/(token(?:_hash)?|code_challenge)=[\w.-]+/g, '$1=…')
    .replace(/(?<![\w=/-])\d{6,10}(?![\w-])/g, '<code>')
}
