import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { isLoopbackAddress, isLoopbackHost } from '../own-address.ts'

/** Where an installation without a mail server shows its messages. */
export const mailboxPath = '/dev/mailbox'

/** File with the mailbox token, beside the root key. */
export const mailboxFile = 'mailbox-token'

/** Whether messages are captured instead of sent: no delivery is configured, and nobody else can reach the installation. */
export function keepsMessages({ identity, isProduction, publicUrl, host }: MailboxConfig): boolean {
  const isTexting = identity.sms !== undefined && identity.sms.provider !== 'log'
  const isSent = identity.smtpUrl !== undefined || isTexting || identity.hosted !== undefined
  const isReachedHereOnly = publicUrl === undefined || isLoopbackHost(new URL(publicUrl).host)
  return !isSent && !isProduction && isReachedHereOnly && isLoopbackAddress(host)
}

/** Whether a request with this `Host` may see them. */
export function showsMailbox(config: MailboxConfig, host: string): boolean {
  return keepsMessages(config) && isLoopbackHost(host)
}

/**
 * The token for the mailbox, which contains everybody's confirmations and invitations: other users of this machine, and
 * forwarding proxies, look like the operator. The same at every start.
 */
export function mailboxToken({ secret }: Pick<Config, 'secret'>): string {
  return Buffer.from(hkdfSync('sha256', secret, '', 'tillsight mailbox', 24)).toString('base64url')
}

/** Whether the presented token is the right one. */
export function opensMailbox(config: Pick<Config, 'secret'>, shown: string | undefined): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  return shown !== undefined && timingSafeEqual(hash(shown), hash(mailboxToken(config)))
}

/** Console note about emails at startup; empty where they are sent. */
export function mailboxNote(config: Config, address: string): string {
  if (!keepsMessages(config)) return ''
  return `\nMails are kept, not sent. Read them at ${address}${mailboxPath}?token=${mailboxToken(config)}`
}

/** Stores the token in a file that only this user can read, for when the console is gone. */
export async function keepMailboxToken(config: Config): Promise<void> {
  if (!keepsMessages(config)) return
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  await writeFile(join(config.dataDir, mailboxFile), `${mailboxToken(config)}\n`, { mode: 0o600 })
}

type MailboxConfig = Pick<Config, 'identity' | 'isProduction' | 'publicUrl' | 'host'>
