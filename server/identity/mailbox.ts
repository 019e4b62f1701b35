import type { Config } from '../config.ts'
import { isLoopbackAddress, isLoopbackHost } from '../own-address.ts'

/** Where messages of an installation without a mail server are shown. */
export const mailboxPath = '/dev/mailbox'

/** Whether messages are kept to be looked at instead of being sent: nobody set up how, and nobody else can come by. */
export function keepsMessages({ identity, isProduction, publicUrl, host }: MailboxConfig): boolean {
  const isTexting = identity.sms !== undefined && identity.sms.provider !== 'log'
  const isSent = identity.smtpUrl !== undefined || isTexting || identity.hosted !== undefined
  const isReachedHereOnly = publicUrl === undefined || isLoopbackHost(new URL(publicUrl).host)
  return !isSent && !isProduction && isReachedHereOnly && isLoopbackAddress(host)
}

/** Whether a request with this `Host` may look at them. */
export function showsMailbox(config: MailboxConfig, host: string): boolean {
  return keepsMessages(config) && isLoopbackHost(host)
}

type MailboxConfig = Pick<Config, 'identity' | 'isProduction' | 'publicUrl' | 'host'>
