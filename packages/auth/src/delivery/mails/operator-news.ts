import type { MailMessage } from '../message.ts'
import { composeMail } from './layout.ts'

/** What concerns an installation as a whole. Titles and advice are ours. */
export interface OperatorNewsMail {
  readonly to: string
  readonly siteUrl: string
  readonly issues: readonly { readonly title: string; readonly advice: string }[]
}

/** Tells whoever runs an installation what concerns all of its shops. */
export function renderOperatorNews({ to, siteUrl, issues }: OperatorNewsMail): MailMessage {
  const [only] = issues.length === 1 ? issues : []
  const title = only?.title ?? `${issues.length} things about this installation need you`
  return composeMail({
    to,
    siteUrl,
    subject: `Your Tillsight installation: ${only?.title ?? `${issues.length} things need you`}`,
    title,
    paragraphs: only ? [only.advice] : issues.map((issue) => `${issue.title}. ${issue.advice}`),
    button: { label: 'Open Tillsight', href: siteUrl },
    reason:
      'You get this because you run this installation: you are an owner or admin of its first organisation. Each finding is ' +
      'told once while it lasts; “tillsight doctor” lists them all. Your account’s settings have a switch for these mails.',
  })
}
