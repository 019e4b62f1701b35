import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '@tillsight/database/testing'
import { type RawResponse, startTestAuth, type TestAuth } from '../testing.ts'

const database = await openTestDatabase({ after })
const password = 'a long enough password'
const challenge = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' }

function fields(response: RawResponse): Record<string, unknown> {
  assert.ok(typeof response.body === 'object' && response.body !== null)
  return { ...response.body }
}

const both = { email: 'both@shop.example', phone: '15550100500', password }
const email = 'somebody@shop.example'
const bad = 'validation_failed'

const refusals: readonly (readonly [unknown, number, string, string | RegExp, Readonly<Record<string, string>>?])[] = [
  [{ password }, 422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
  [{ email, password }, 422, 'signup_disabled', 'Signups not allowed for this instance', { AUTH_DISABLE_SIGNUP: '1' }],
  [
    {},
    422,
    'signup_disabled',
    'Signups not allowed for this instance',
    { AUTH_DISABLE_SIGNUP: '1', AUTH_EXTERNAL_ANONYMOUS_USERS_ENABLED: '1' },
  ],
  [{ email }, 400, bad, 'Signup requires a valid password'],
  [{ email, password: null }, 400, bad, 'Signup requires a valid password'],
  [{ email, password: 'short' }, 422, 'weak_password', 'Password should be at least 6 characters.'],
  [{ email, password: 'x'.repeat(73) }, 400, bad, 'Password cannot be longer than 72 characters'],
  [both, 400, bad, 'Only an email address or phone number should be provided on signup.'],
  [{ phone: '15550100500', password, channel: 'pigeon' }, 400, bad, /^Invalid channel, supported values are/],
  [{ phone: '15550100500', password, ...challenge }, 400, bad, 'PKCE not supported for phone signups'],
  [{ email, password, code_challenge: 'x' }, 400, bad, 'PKCE flow requires code_challenge_method and code_challenge'],
  [
    { email, password, ...challenge, code_challenge: 'x' },
    400,
    bad,
    'code challenge has to be between 43 and 128 characters',
  ],
  [
    { email, password, ...challenge, code_challenge: ' '.repeat(50) },
    400,
    bad,
    'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
  ],
  [{ email, password, ...challenge, code_challenge_method: 'x' }, 400, bad, 'Invalid code_challenge_method'],
  [
    { email: 'wrong', password },
    400,
    'email_provider_disabled',
    'Email signups are disabled',
    { AUTH_EXTERNAL_EMAIL_ENABLED: '0' },
  ],
  [
    { phone: 'wrong', password },
    400,
    'phone_provider_disabled',
    'Phone signups are disabled',
    { AUTH_EXTERNAL_PHONE_ENABLED: '0' },
  ],
  [{ email: 'wrong', password }, 400, bad, 'Unable to validate email address: invalid format'],
  [{ email: `${'x'.repeat(250)}@shop.example`, password }, 400, bad, 'An email address is too long'],
  [{ email: 'a@b.example\nBcc: c@d.example', password }, 400, bad, 'Unable to validate email address: invalid format'],
  [{ phone: '0123', password }, 400, bad, 'Invalid phone number format (E.164 required)'],
  [{ email: 17, password }, 400, 'bad_json', /^Could not parse request body as JSON: /],
  [{ email, password, data: 'text' }, 400, 'bad_json', /^Could not parse request body as JSON: /],
  ['{"email":', 400, 'bad_json', /^Could not parse request body as JSON: /],
  ['[]', 400, 'bad_json', /^Could not parse request body as JSON: /],
  ['null', 400, 'bad_json', /^Could not parse request body as JSON: /],
  [`{"a":${'{"a":'.repeat(5000)}1${'}'.repeat(5001)}`, 400, 'bad_json', /nested too deeply$/],
  [
    `{"email":"${email}","password":"${password}","data":{"a":${'['.repeat(5000)}${']'.repeat(5000)}}}`,
    400,
    'bad_json',
    /nested too deeply$/,
  ],
  [
    { email, password, data: { big: 'x'.repeat(1024 * 1024) } },
    413,
    'request_entity_too_large',
    'Request body too large (max 1048576 bytes)',
  ],
]

test('what cannot be signed up is refused in the protocol’s words, and sends nothing', async (t) => {
  const services = new Map<string, TestAuth>()
  for (const [index, [body, status, code, message, env = {}]] of refusals.entries()) {
    const key = JSON.stringify(env)
    const auth = services.get(key) ?? (await startTestAuth(t, { database, env }))
    services.set(key, auth)
    const response = await auth.raw('/signup', { method: 'POST', body, ip: `198.51.100.${index}` })
    const context = JSON.stringify(body).slice(0, 100)
    assert.deepEqual([response.status, fields(response)['code']], [status, code], context)
    const text = String(fields(response)['message'])
    if (typeof message === 'string') assert.equal(text, message, context)
    else assert.match(text, message, context)
    assert.equal(auth.mails.length + auth.texts.length, 0)
  }
})
