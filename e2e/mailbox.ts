import { type APIRequestContext, expect } from '@playwright/test'
import { findProduct } from './product-addresses.ts'

/** An email captured by the product. */
export interface Mail {
  readonly subject: string
  readonly body: string
  /** The code to type in; empty when the mail has none. */
  readonly code: string
  /** The link to open; empty when the mail has none. */
  readonly link: string
}

interface Entry {
  readonly recipient: string
  readonly subject: string
  readonly body: string
}

/** The newest email to an address. Waits until there are `count`: emails are sent a moment after the response. */
export async function mailTo(request: APIRequestContext, address: string, count = 1): Promise<Mail> {
  let mails: readonly Entry[] = []
  const countMails = async (): Promise<number> => {
    mails = await mailsTo(request, address)
    return mails.length
  }
  await expect
    .poll(countMails, { message: `${count} mails to ${address}`, intervals: [50, 100, 200] })
    .toBeGreaterThanOrEqual(count)
  const { subject = '', body = '' } = mails[0] ?? {}
  return {
    subject,
    body,
    code: /: (\d{6})$/m.exec(body)?.[1] ?? '',
    link: /^https?:\/\/\S+$/m.exec(body)?.[0] ?? '',
  }
}

/** The path of a link: mails name the public address, the tests open the product's own. */
export function pathOf(link: string): string {
  const { pathname, search } = new URL(link)
  return `${pathname}${search}`
}

/** All emails to an address, newest first. */
export async function mailsTo(request: APIRequestContext, address: string): Promise<readonly Entry[]> {
  const headers = { accept: 'application/json', authorization: `Bearer ${findProduct().mailboxToken}` }
  const response = await request.get('/dev/mailbox', { headers })
  const entries: readonly Entry[] = await response.json()
  return entries.filter(({ recipient }) => recipient === address)
}
