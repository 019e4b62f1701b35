import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { AppError } from '@tillsight/core'
import { type LocalResponse, startLocalServer } from './local-server.fixture.ts'
import type { SmsMessage, SmsTransport } from './message.ts'
import { createSmsTransport, createTwilioSms, createVonageSms, readSmsSettings } from './sms.ts'

const message: SmsMessage = { to: '15551234567', text: 'Your code is 204815', channel: 'sms' }
const token = 'a-token-nobody-may-see'

async function twilio(t: TestContext, response: LocalResponse, sender = '+15550001111') {
  const { calls, address } = await startLocalServer(t, response)
  return { calls, sms: createTwilioSms({ accountSid: 'AC1', authToken: token, sender, fetch, address }) }
}

async function vonage(t: TestContext, response: unknown) {
  const { calls, address } = await startLocalServer(t, { body: response })
  return { calls, sms: createVonageSms({ apiKey: 'key', apiSecret: token, sender: 'Tillsight', fetch, address }) }
}

const failsWith = (text: RegExp) => (error: unknown) => {
  assert.ok(error instanceof AppError)
  assert.equal(error.code, 'upstream_failed')
  assert.match(error.message, text)
  assert.ok(!error.message.includes(token))
  return true
}

test('Twilio gets the message and answers its id', async (t) => {
  const { calls, sms } = await twilio(t, {
    status: 201,
    body: { sid: 'SM1', status: 'queued', error_code: null, error_message: null },
  })
  assert.deepEqual(await sms.send(message), { messageId: 'SM1' })
  const [call] = calls
  assert.equal(call?.request.url, '/2010-04-01/Accounts/AC1/Messages.json')
  assert.equal(call?.request.headers.authorization, `Basic ${Buffer.from(`AC1:${token}`).toString('base64')}`)
  assert.deepEqual(call?.form, { To: '+15551234567', From: '+15550001111', Body: 'Your code is 204815' })
})

test('Twilio reaches WhatsApp too, from a number or a messaging service', async (t) => {
  const response = { status: 201, body: { sid: 'SM1', status: 'accepted' } }
  const plain = await twilio(t, response, '15550001111')
  await plain.sms.send({ ...message, channel: 'whatsapp' })
  assert.deepEqual(
    [plain.calls[0]?.form.To, plain.calls[0]?.form.From],
    ['whatsapp:+15551234567', 'whatsapp:+15550001111'],
  )
  const service = `MG${'0a'.repeat(16)}`
  const serviced = await twilio(t, response, service)
  await serviced.sms.send({ ...message, channel: 'whatsapp' })
  assert.equal(serviced.calls[0]?.form.MessagingServiceSid, service)
  assert.equal(serviced.calls[0]?.form.From, undefined)
})

test("Twilio's refusals are told in its words", async (t) => {
  const more_info = 'https://www.twilio.com/docs/errors/21211'
  const refused = await twilio(t, {
    status: 400,
    body: { code: 21211, message: "Invalid 'To' number.", more_info, status: 400 },
  })
  await assert.rejects(refused.sms.send(message), failsWith(/Invalid 'To' number\. More information: https/))
  const failed = await twilio(t, {
    status: 201,
    body: { sid: 'SM1', status: 'failed', error_code: 30_008, error_message: 'Unknown' },
  })
  await assert.rejects(failed.sms.send(message), failsWith(/Twilio: Unknown 30008/))
  const nonsense = await twilio(t, { status: 502, body: '<html>bad gateway</html>' })
  await assert.rejects(nonsense.sms.send(message), failsWith(/status 502/))
})

test('Vonage gets the message, marked when it has more than ASCII', async (t) => {
  const response = { 'message-count': '1', messages: [{ status: '0', 'message-id': 'V1' }] }
  const { calls, sms } = await vonage(t, response)
  assert.deepEqual(await sms.send(message), { messageId: 'V1' })
  await sms.send({ ...message, text: 'Código 204815' })
  assert.equal(calls[0]?.request.url, '/sms/json')
  assert.deepEqual(calls[0]?.form, {
    api_key: 'key',
    api_secret: token,
    from: 'Tillsight',
    to: '15551234567',
    text: 'Your code is 204815',
  })
  assert.equal(calls[1]?.form.type, 'unicode')
})

test("Vonage's refusals are found although it answers 200", async (t) => {
  const second = [
    { status: '0', 'message-id': 'V1' },
    { status: '4', 'error-text': 'Bad Credentials' },
  ]
  for (const messages of [second, second.slice(1)]) {
    const { sms } = await vonage(t, { messages })
    await assert.rejects(sms.send(message), failsWith(/Vonage: Bad Credentials \(status 4\)/))
  }
  for (const body of [{ messages: [] }, { messages: [{ status: '0' }] }, {}]) {
    const { sms } = await vonage(t, body)
    await assert.rejects(sms.send(message), failsWith(/^Vonage: /))
  }
  const { calls, sms } = await vonage(t, {})
  await assert.rejects(sms.send({ ...message, channel: 'whatsapp' }), failsWith(/whatsapp/))
  assert.equal(calls.length, 0)
})

test('a provider that cannot be reached is one failure too', async () => {
  const down = () => Promise.reject(new TypeError('fetch failed'))
  const sms = createTwilioSms({ accountSid: 'AC1', authToken: token, sender: '+1555', fetch: down })
  await assert.rejects(sms.send(message), failsWith(/Twilio: it cannot be reached/))
})

test('keys do not follow a redirect', async (t) => {
  const target = await startLocalServer(t, { body: { sid: 'SM1' } })
  const { address } = await startLocalServer(t, { status: 307, headers: { location: target.address } })
  const sms = createTwilioSms({ accountSid: 'AC1', authToken: token, sender: '+1555', fetch, address })
  await assert.rejects(sms.send(message), failsWith(/cannot be reached/))
  assert.equal(target.calls.length, 0)
})

test('settings choose the provider', () => {
  const twilioEnv = { SMS_PROVIDER: 'twilio', SMS_TWILIO_ACCOUNT_SID: 'AC1', SMS_TWILIO_AUTH_TOKEN: token }
  assert.equal(readSmsSettings({}), undefined)
  assert.equal(readSmsSettings({ SMS_PROVIDER: '' }), undefined)
  assert.deepEqual(readSmsSettings({ SMS_PROVIDER: 'log' }), { provider: 'log' })
  const made = { provider: 'twilio', accountSid: 'AC1', authToken: token }
  assert.deepEqual(readSmsSettings({ ...twilioEnv, SMS_TWILIO_FROM: '+1555' }), { ...made, sender: '+1555' })
  assert.deepEqual(readSmsSettings({ ...twilioEnv, SMS_TWILIO_FROM: '+1555', SMS_TWILIO_MESSAGE_SERVICE_SID: 'MG1' }), {
    ...made,
    sender: 'MG1',
  })
  const vonageEnv = { SMS_VONAGE_API_KEY: 'key', SMS_VONAGE_API_SECRET: token, SMS_VONAGE_FROM: 'Tillsight' }
  const settings = readSmsSettings({ SMS_PROVIDER: 'vonage', ...vonageEnv })
  assert.deepEqual(settings, { provider: 'vonage', apiKey: 'key', apiSecret: token, sender: 'Tillsight' })
  const mailbox: SmsTransport = { name: 'log', send: async () => ({ messageId: '' }) }
  assert.ok(settings)
  assert.equal(createSmsTransport(settings, { fetch, mailbox }).name, 'vonage')
  assert.equal(createSmsTransport({ provider: 'log' }, { fetch, mailbox }), mailbox)
})

test('what is missing is named, without the values that are there', () => {
  const cases: [Record<string, string>, RegExp][] = [
    [{ SMS_PROVIDER: 'pigeon' }, /SMS_PROVIDER/],
    [{ SMS_PROVIDER: 'twilio', SMS_TWILIO_AUTH_TOKEN: token }, /SMS_TWILIO_ACCOUNT_SID: is needed/],
    [{ SMS_PROVIDER: 'twilio', SMS_TWILIO_AUTH_TOKEN: token, SMS_TWILIO_ACCOUNT_SID: 'AC1' }, /SMS_TWILIO_FROM/],
    [
      { SMS_PROVIDER: 'vonage', SMS_VONAGE_API_SECRET: token, SMS_VONAGE_FROM: '' },
      /SMS_VONAGE_API_KEY.*\n.*SMS_VONAGE_FROM/,
    ],
  ]
  for (const [env, text] of cases) {
    assert.throws(
      () => readSmsSettings(env),
      (error) => error instanceof AppError && text.test(error.message) && !error.message.includes(token),
    )
  }
})
