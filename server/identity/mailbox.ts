import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { isLoopbackAddress, isLoopbackHost } from '../own-address.ts'

/** Where messages of an installation without a mail server are shown. */
export const mailboxPath = '/dev/mailbox'

/** The file beside the root key that holds what opens the mailbox. */
export const mailboxFile = 'mailbox-token'

/** Whether messages are kept to be looked at instead of being sent: nobody set up how, and nobody else can come by. */
export function keepsMessages({ identity, isProduction, publicUrl, host }: MailboxConfig): boolean {
  const isTexting = identity.sms !== undefined && identity.sms.provider !== 'log'
  const isSent = identity.smtpUrl !== undefined || isTexting || identity.hosted !== undefined
  const isReachedHereOnly = publicUrl === undefined || isLoopbackHost(new URL(publicUrl).host)
  return !isSent && !isProduction && isReachedHereOnly && isLoopbackAddress(host)
}

/** Whether a request with this `Host` may ask for them. */
export function showsMailbox(config: MailboxConfig, host: string): boolean {
  return keepsMessages(config) && isLoopbackHost(host)
}

/**
 * What opens the mailbox, which holds everybody's confirmations and invitations: other users of this machine, and whatever
 * forwards requests to it, come by as the operator does. The same at every start.
 */
export function mailboxToken({ secret }: Pick<Config, 'secret'>): string {
  return Buffer.from(hkdfSync('sha256', secret, '', 'tillsight mailbox', 24)).toString('base64url')
}

/** Whether somebody has shown what opens it. */
export function opensMailbox(config: Pick<Config, 'secret'>, shown: string | undefined): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  return shown !== undefined && timingSafeEqual(hash(shown), hash(mailboxToken(config)))
}

/** What the console says about mails at the start; nothing where they are sent. */
export function mailboxNote(config: Config, address: string): string {
  if (!keepsMessages(config)) return ''
  return `\nMails are kept, not sent. Read them at ${address}${mailboxPath}?token=${mailboxToken(config)}`
}

/** Leaves what opens the mailbox where only this user reads it, for when the console is gone. */
export async function keepMailboxToken(config: Config): Promise<void> {
  if (!keepsMessages(config)) return
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  await writeFile(join(config.dataDir, mailboxFile), `${mailboxToken(config)}\n`, { mode: 0o600 })
}

type MailboxConfig = Pick<Config, 'identity' | 'isProduction' | 'publicUrl' | 'host'>
