import type { MailMessage } from '../message.ts'
import { composeMail, presentable } from './layout.ts'
import { en, type MemberMailKind, memberMailWords } from './member-mail-words.ts'

/** A mail about members. The names are user input; no person: the operator. */
export interface MemberMail {
  readonly kind: MemberMailKind
  readonly to: string
  /** Of whoever gets it; English for one that is not known. */
  readonly language: string
  readonly siteUrl: string
  /** Opens the page where it is acted on. */
  readonly link: string
  readonly organisation: string
  readonly person: string
  /** Until when, or from when on. */
  readonly at: Date
  /** Why, where a reason is given: the words of whoever gives it. */
  readonly reason?: string
}

/** The mail in the language of whoever gets it, with names made safe. */
export function renderMemberMail({ kind, to, language, siteUrl, link, at, reason, ...names }: MemberMail): MailMessage {
  const spoken = memberMailWords.has(language) ? language : 'en'
  const words = memberMailWords.get(language) ?? en
  const values: Readonly<Record<string, string>> = {
    organisation: presentable(names.organisation, 'Tillsight'),
    person: presentable(names.person, words.operator),
    date: new Intl.DateTimeFormat(spoken, { dateStyle: 'long', timeZone: 'UTC' }).format(at),
    time: new Intl.DateTimeFormat(spoken, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' }).format(at),
    why: presentable(reason ?? '', '…'),
  }
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  const { subject, text, button } = words[kind]
  return composeMail({
    to,
    siteUrl,
    language: spoken,
    subject: fill(subject),
    title: fill(subject),
    paragraphs: [fill(text)],
    button: { label: button, href: link },
    reason: fill(words.reason),
  })
}
