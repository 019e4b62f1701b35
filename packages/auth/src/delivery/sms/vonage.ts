import { z } from 'zod'
import type { SmsTransport } from '../message.ts'
import { type Fetch, postForm, providerFailure } from './post-form.ts'

const defaultAddress = 'https://rest.nexmo.com'

/** `sender`: a number or a name of up to 11 characters. `address` for tests. */
export interface VonageOptions {
  readonly apiKey: string
  readonly apiSecret: string
  readonly sender: string
  readonly fetch: Fetch
  readonly address?: string
}

const plain = /^\p{ASCII}*$/u

const Answer = z.object({
  messages: z.array(
    z.object({
      status: z.string(),
      'message-id': z.string().optional(),
      'error-text': z.string().optional(),
    }),
  ),
})

/** Vonage's SMS API. It answers status 200 also for failures; a long message has several parts. */
export function createVonageSms(options: VonageOptions): SmsTransport {
  const { apiKey, apiSecret, sender, fetch, address = defaultAddress } = options
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
        answer: Answer,
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
