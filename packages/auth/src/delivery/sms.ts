import { AppError } from '@tillsight/core'
import { z } from 'zod'
import type { SmsMessage, SmsTransport } from './message.ts'

const timeoutMs = 10_000

/** Outgoing HTTP requests. */
type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** One request to a provider's API. */
interface FormCall<T> {
  readonly fetch: Fetch
  /** The provider's name, for error messages. */
  readonly provider: string
  readonly url: string
  readonly form: Readonly<Record<string, string>>
  readonly authorization?: string
  readonly answer: z.ZodType<T>
}

/** Posts a form and reads the JSON response, whatever its status. Throws `upstream_failed` if there is no such response. */
async function postForm<T>(call: FormCall<T>): Promise<{ readonly status: number; readonly body: T }> {
  const { fetch, provider, url, form, authorization, answer } = call
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { accept: 'application/json', ...(authorization === undefined ? {} : { authorization }) },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw providerFailure(provider, 'it cannot be reached', cause)
  })
  const parsed = answer.safeParse(await response.json().catch(() => undefined))
  if (!parsed.success)
    throw providerFailure(provider, `it answered with status ${response.status} and no readable text`)
  return { status: response.status, body: parsed.data }
}

/** The common form of failures: includes the provider's message, never its keys. */
function providerFailure(provider: string, said: string, cause?: unknown): AppError {
  return new AppError('upstream_failed', `${provider}: ${said}`, { cause })
}

const Twilio = z
  .object({
    SMS_TWILIO_ACCOUNT_SID: z.string(),
    SMS_TWILIO_AUTH_TOKEN: z.string(),
    SMS_TWILIO_FROM: z.string().optional(),
    SMS_TWILIO_MESSAGE_SERVICE_SID: z.string().optional(),
  })
  .transform((values, context) => {
    const sender = values.SMS_TWILIO_MESSAGE_SERVICE_SID ?? values.SMS_TWILIO_FROM
    if (sender === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['SMS_TWILIO_FROM'],
        message: 'or SMS_TWILIO_MESSAGE_SERVICE_SID is needed',
      })
      return z.NEVER
    }
    const { SMS_TWILIO_ACCOUNT_SID: accountSid, SMS_TWILIO_AUTH_TOKEN: authToken } = values
    return { provider: 'twilio' as const, accountSid, authToken, sender }
  })

const Vonage = z
  .object({ SMS_VONAGE_API_KEY: z.string(), SMS_VONAGE_API_SECRET: z.string(), SMS_VONAGE_FROM: z.string() })
  .transform((values) => ({
    provider: 'vonage' as const,
    apiKey: values.SMS_VONAGE_API_KEY,
    apiSecret: values.SMS_VONAGE_API_SECRET,
    sender: values.SMS_VONAGE_FROM,
  }))

/** The SMS provider and its credentials. `log` writes to the mailbox instead. */
export type SmsProviderSettings = z.infer<typeof Twilio> | z.infer<typeof Vonage> | { readonly provider: 'log' }

/**
 * Reads `SMS_PROVIDER` and that provider's variables; empty counts as unset, undefined when no provider is named.
 * Throws `invalid_input` that names what is missing.
 */
export function readSmsSettings(env: Readonly<Record<string, string | undefined>>): SmsProviderSettings | undefined {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  switch (given.SMS_PROVIDER) {
    case undefined:
      return undefined
    case 'log':
      return { provider: 'log' }
    case 'twilio':
      return parse(Twilio, given)
    case 'vonage':
      return parse(Vonage, given)
    default:
      throw wrong([`SMS_PROVIDER: “${given.SMS_PROVIDER}” is none of twilio, vonage, log`])
  }
}

function parse<T>(schema: z.ZodType<T>, given: object): T {
  const parsed = schema.safeParse(given, { error: () => 'is needed for this provider' })
  if (parsed.success) return parsed.data
  throw wrong(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
}

function wrong(problems: readonly string[]): AppError {
  return new AppError('invalid_input', `Text messages cannot be set up:\n  ${problems.join('\n  ')}`)
}

const twilioAddress = 'https://api.twilio.com'

/** `sender`: a number in E.164, a name, or the id of a messaging service (`MG…`). `address` for tests. */
interface TwilioOptions {
  readonly accountSid: string
  readonly authToken: string
  readonly sender: string
  readonly fetch: Fetch
  readonly address?: string
}

const TwilioResponse = z.object({
  sid: z.string().nullish(),
  /** A message has a status such as `queued` or `failed`; an error has a number. */
  status: z.union([z.string(), z.number()]).nullish(),
  error_code: z.number().nullish(),
  error_message: z.string().nullish(),
  code: z.number().nullish(),
  message: z.string().nullish(),
  more_info: z.string().nullish(),
})
type TwilioResponse = z.infer<typeof TwilioResponse>

/** Twilio's Messages API, for text messages and WhatsApp. */
export function createTwilioSms(options: TwilioOptions): SmsTransport {
  const { accountSid, authToken, fetch, address = twilioAddress } = options
  return {
    name: 'twilio',
    async send(message) {
      const { status, body } = await postForm({
        fetch,
        provider: 'Twilio',
        url: `${address}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
        form: { To: receiver(message), Body: message.text, ...sender(options.sender, message.channel) },
        authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
        answer: TwilioResponse,
      })
      const isAccepted = status >= 200 && status < 300 && body.status !== 'failed' && body.status !== 'undelivered'
      if (!isAccepted || !body.sid) throw providerFailure('Twilio', explain(body))
      return { messageId: body.sid }
    },
  }
}

function receiver({ to, channel }: SmsMessage): string {
  return channel === 'whatsapp' ? `whatsapp:+${to}` : `+${to}`
}

function sender(text: string, channel: SmsMessage['channel']): Record<string, string> {
  if (/^MG[0-9a-f]{32}$/i.test(text)) return { MessagingServiceSid: text }
  const number = /^\d+$/.test(text) ? `+${text}` : text
  return { From: channel === 'whatsapp' ? `whatsapp:${number}` : number }
}

function explain(body: TwilioResponse): string {
  if (body.message) return body.more_info ? `${body.message} More information: ${body.more_info}` : body.message
  return [body.error_message ?? 'the message was not accepted', body.error_code].filter(Boolean).join(' ')
}

const vonageAddress = 'https://rest.nexmo.com'

/** `sender`: a number or a name of up to 11 characters. `address` for tests. */
interface VonageOptions {
  readonly apiKey: string
  readonly apiSecret: string
  readonly sender: string
  readonly fetch: Fetch
  readonly address?: string
}

const plain = /^\p{ASCII}*$/u

const VonageResponse = z.object({
  messages: z.array(
    z.object({
      status: z.string(),
      'message-id': z.string().optional(),
      'error-text': z.string().optional(),
    }),
  ),
})

/** Vonage's SMS API. It responds with status 200 to failures too; a long message consists of several parts. */
export function createVonageSms(options: VonageOptions): SmsTransport {
  const { apiKey, apiSecret, sender, fetch, address = vonageAddress } = options
  return {
    name: 'vonage',
    async send({ to, text, channel }) {
      if (channel !== 'sms') throw providerFailure('Vonage', `channel “${channel}” is not supported`)
      const { body } = await postForm({
        fetch,
        provider: 'Vonage',
        url: `${address}/sms/json`,
        form: {
          api_key: apiKey,
          api_secret: apiSecret,
          from: sender,
          to,
          text,
          ...(plain.test(text) ? {} : { type: 'unicode' }),
        },
        answer: VonageResponse,
      })
      const failed = body.messages.find(({ status }) => status !== '0')
      if (failed)
        throw providerFailure('Vonage', `${failed['error-text'] ?? 'no reason given'} (status ${failed.status})`)
      const messageId = body.messages[0]?.['message-id']
      if (messageId === undefined) throw providerFailure('Vonage', 'the message was not accepted')
      return { messageId }
    },
  }
}

/** `mailbox` replaces the provider if the settings say `log`. */
export interface SmsTransportOptions {
  readonly fetch: Fetch
  readonly mailbox: SmsTransport
}

/** The provider that the settings name. */
export function createSmsTransport(settings: SmsProviderSettings, options: SmsTransportOptions): SmsTransport {
  const { fetch, mailbox } = options
  switch (settings.provider) {
    case 'twilio':
      return createTwilioSms({ ...settings, fetch })
    case 'vonage':
      return createVonageSms({ ...settings, fetch })
    case 'log':
      return mailbox
  }
}
