import type { SmsTransport } from '../message.ts'
import type { Fetch } from './post-form.ts'
import type { SmsProviderSettings } from './settings.ts'
import { createTwilioSms } from './twilio.ts'
import { createVonageSms } from './vonage.ts'

/** `mailbox` stands in for a provider where the settings say `log`. */
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
