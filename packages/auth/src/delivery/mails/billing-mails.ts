import type { MailMessage } from '../message.ts'
import { type BillingMailKind, billingMailWords, en } from './billing-mail-words.ts'
import { composeMail, presentable } from './layout.ts'

/** A mail about what an organisation pays for. The names are user input. */
export interface BillingMail {
  readonly kind: BillingMailKind
  readonly to: string
  /** Of whoever gets it; English for one that is not known. */
  readonly language: string
  readonly siteUrl: string
  /** Opens the page where it is acted on. */
  readonly link: string
  readonly organisation: string
  /** The day that it is about; null: none. */
  readonly at: Date | null
  /** Counted orders of a month such as `2026-11`, and how many the plan is meant for. */
  readonly usage: { readonly month: string; readonly orders: number; readonly limit: number } | null
  /** The next larger plan; the amount is a decimal. Null: there is none. */
  readonly next: {
    readonly name: string
    readonly price: { readonly amount: string; readonly currency: string }
    readonly interval: 'month' | 'year'
  } | null
}

function timeValues({ at, usage }: BillingMail, language: string): Readonly<Record<string, string>> {
  const count = (value: number) => new Intl.NumberFormat(language).format(value)
  const date = at && new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(at)
  const used = usage && {
    month: monthText(usage.month, language),
    orders: count(usage.orders),
    limit: count(usage.limit),
  }
  return { ...(date === null ? {} : { date }), ...used }
}

/** The mail in the language of whoever gets it, with names made safe; of usage always with the price of the next plan. */
export function renderBillingMail(mail: BillingMail): MailMessage {
  const { kind, to, language, siteUrl, link, usage, next } = mail
  const spoken = billingMailWords.has(language) ? language : 'en'
  const words = billingMailWords.get(language) ?? en
  const values: Readonly<Record<string, string>> = {
    organisation: presentable(mail.organisation, 'Tillsight'),
    ...timeValues(mail, spoken),
    ...(next === null
      ? {}
      : { plan: presentable(next.name, '…'), price: priceText(next.price, spoken), interval: words[next.interval] }),
  }
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  const { subject, text } = words[kind]
  const price = usage === null ? [] : [fill(next === null ? words.largest : words.next)]
  return composeMail({
    to,
    siteUrl,
    language: spoken,
    subject: fill(subject),
    title: fill(subject),
    paragraphs: [fill(text), ...price],
    button: { label: words.button, href: link },
    reason: fill(words.reason),
  })
}

function monthText(month: string, language: string): string {
  const at = new Date(`${month}-01T00:00:00Z`)
  return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(at)
}

function priceText(
  { amount, currency }: { readonly amount: string; readonly currency: string },
  language: string,
): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(Number(amount))
}
