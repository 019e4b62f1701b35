import type { MailMessage } from '../message.ts'
import { composeMail } from './layout.ts'
import { presentable } from './presentable.ts'

/** What is wrong with the data of a shop. Titles and advice are ours; the shop's name is somebody's own. */
export interface HealthNewsMail {
  readonly to: string
  readonly siteUrl: string
  readonly shop: { readonly name: string; readonly domain: string }
  readonly issues: readonly { readonly title: string; readonly advice: string }[]
}

const mostIssues = 10

/** Tells of a shop's data what needs somebody, with the page where it is mended. */
export function renderHealthNews({ to, siteUrl, shop, issues }: HealthNewsMail): MailMessage {
  const name = presentable(shop.name, 'your shop')
  const [first] = issues
  const more = issues.length - mostIssues
  return composeMail({
    to,
    siteUrl,
    subject: issues.length === 1 && first ? `${name}: ${first.title}` : `${name}: ${issues.length} things need you`,
    title: issues.length === 1 && first ? first.title : `${issues.length} things about the data of ${name} need you`,
    paragraphs: [
      ...issues.slice(0, mostIssues).map(({ title, advice }) => (issues.length === 1 ? advice : `${title}. ${advice}`)),
      ...(more > 0 ? [`And ${more} more, on the page.`] : []),
    ],
    button: { label: 'See the data’s health', href: `${siteUrl}/shop/${encodeURIComponent(shop.domain)}/hub` },
    reason:
      'You get this because you may change the connections of this shop. Each finding is told once while it lasts. ' +
      'Your account’s settings have a switch for these mails.',
  })
}
