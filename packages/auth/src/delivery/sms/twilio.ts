import { z } from 'zod'
import type { SmsMessage, SmsTransport } from '../message.ts'
import { type Fetch, postForm, providerFailure } from './post-form.ts'

const defaultAddress = 'https://api.twilio.com'

/** `sender`: a number in E.164, a name, or the id of a messaging service (`MG…`). `address` for tests. */
export interface TwilioOptions {
  readonly accountSid: string
  readonly authToken: string
  readonly sender: string
  readonly fetch: Fetch
  readonly address?: string
}

const Answer = z.object({
  sid: z.string().nullish(),
  /** Of a message: `queued`, `failed` …; of an error: a number. */
  status: z.union([z.string(), z.number()]).nullish(),
  error_code: z.number().nullish(),
  error_message: z.string().nullish(),
  code: z.number().nullish(),
  message: z.string().nullish(),
  more_info: z.string().nullish(),
})
type Answer = z.infer<typeof Answer>

/** Twilio's Messages API, for text messages and WhatsApp. */
export function createTwilioSms(options: TwilioOptions): SmsTransport {
  const { accountSid, authToken, fetch, address = defaultAddress } = options
  return {
    name: 'twilio',
    async send(message) {
      const { status, body } = await postForm({
        fetch,
        provider: 'Twilio',
        url: `${address}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
        form: { To: receiver(message), Body: message.text, ...sender(options.sender, message.channel) },
        authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
        answer: Answer,
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

function explain(body: Answer): string {
  if (body.message) return body.more_info ? `${body.message} More information: ${body.more_info}` : body.message
  return [body.error_message ?? 'the message was not accepted', body.error_code].filter(Boolean).join(' ')
}
