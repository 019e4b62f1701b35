import { frameMail, type Markup, mailStyles, webAddress } from '@tillsight/auth'
import type { Digest, Rendered } from '@tillsight/domain'
import { html } from 'hono/html'
import { directionOf } from '../../app/language/languages.ts'
import { type DigestView, type FigureLine, type ListBlock, type ShopBlock, viewDigest } from './digest-view.ts'

/** Where links of a digest lead. */
export interface DigestPlaces {
  readonly siteUrl: string
  /** The link that ends a digest. */
  unsubscribe(digest: string): string
}

/** Puts a digest into words: as a mail in both forms, and as the text of the inbox. */
export function renderDigest(digest: Digest, places: DigestPlaces): Rendered {
  const { siteUrl } = places
  const view = viewDigest(digest, siteUrl)
  const content = contentOf(view, 'mail')
  const settings = `${siteUrl}/account/notifications`
  const end = digest.id === undefined ? undefined : places.unsubscribe(digest.id)
  const { words } = view
  const small = [words.reason, `${words.settings}: ${settings}`, ...(end ? [`${words.unsubscribe}: ${end}`] : [])]
  return {
    subject: view.subject,
    html: toHtml(digest, view, { siteUrl, settings, end }),
    text: `${view.title}\n\n${content}\n\n--\n${small.join('\n')}\n`,
    // Its title stands above, and its links beside it.
    body: contentOf(view, 'inbox'),
    link: (view.shops.length === 1 ? view.shops[0]?.link : undefined)?.slice(siteUrl.length) ?? '/',
    headers: end
      ? { 'List-Unsubscribe': `<${end}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      : ({} as Readonly<Record<string, string>>),
  }
}

function contentOf(view: DigestView, place: 'mail' | 'inbox'): string {
  const { against, shops, notes } = view
  return [against, ...shops.flatMap((shop) => shopText(shop, view, place)), ...notes].join('\n\n')
}

function shopText(
  { name, figures, lists, link }: ShopBlock,
  { shops, words }: DigestView,
  place: 'mail' | 'inbox',
): string[] {
  const lines = figures.map(
    ({ label, value, note, change, before }) =>
      `${label}: ${value}${note === '' ? '' : ` (${note})`}${change === '' ? '' : `  ${change}`}  (${before})`,
  )
  return [
    ...(shops.length > 1 ? [`${name}\n${'-'.repeat(Math.min(name.length, 40))}`] : []),
    lines.length > 0 ? lines.join('\n') : words.nothing,
    ...lists.map((list) => [list.title, ...list.lines.map(lineText)].join('\n')),
    ...(place === 'mail' ? [`${words.openShop}:\n${link}`] : []),
  ]
}

function lineText({ label, value }: ListBlock['lines'][number]): string {
  return value === '' ? `- ${label}` : `- ${label}: ${value}`
}

interface Places {
  readonly siteUrl: string
  readonly settings: string
  readonly end: string | undefined
}

const cell = 'padding:10px 0;border-bottom:1px solid #e8e3df;vertical-align:baseline'
const number = `${mailStyles.paragraph};margin:0;color:#1b1718;font-weight:600;white-space:nowrap`
const plain = `${mailStyles.paragraph};margin:0`
const tones = { good: '#1a6b3c', bad: '#a32a1e', neutral: '#716868' } as const

function toHtml({ language }: Digest, view: DigestView, { siteUrl, settings, end }: Places): string {
  const { subject, title, against, shops, notes, words } = view
  return frameMail({
    subject,
    preview: shops[0]?.figures.map((figure) => `${figure.label} ${figure.value}`).join(' · ') ?? '',
    language,
    direction: directionOf(language),
    card: html`<h1 class="ink" style="${mailStyles.title};margin-bottom:4px">${title}</h1>
<p class="faint" style="${mailStyles.small};margin-bottom:16px">${against}</p>
${shops.map((shop) => shopHtml(shop, view))}
${notes.map((note) => html`<p class="soft" style="${mailStyles.paragraph};margin:20px 0 0">${note}</p>`)}`,
    small: html`<p class="faint" style="${mailStyles.small}">${words.reason}</p>
<p class="faint" style="${mailStyles.small}">${quietLink(settings, words.settings)}${end ? html` · ${quietLink(end, words.unsubscribe)}` : ''}</p>
<p class="faint" style="${mailStyles.small}">Tillsight · ${quietLink(siteUrl, siteUrl)}</p>`,
  })
}

function quietLink(href: string, text: string): Markup {
  return html`<a class="faint" href="${webAddress(href)}" style="${mailStyles.quietLink}">${text}</a>`
}

function shopHtml({ name, link, figures, lists }: ShopBlock, { shops, words }: DigestView): Markup {
  const heading =
    shops.length > 1
      ? html`<h2 class="ink" style="${mailStyles.title};font-size:18px;margin:28px 0 4px"><span dir="auto">${name}</span></h2>`
      : ''
  const content =
    figures.length > 0
      ? html`<table width="100%" cellpadding="0" cellspacing="0" border="0">${figures.map(figureRow)}</table>`
      : html`<p class="soft" style="${mailStyles.paragraph}">${words.nothing}</p>`
  return html`${heading}
${content}
${lists.map(listHtml)}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 8px">
<tr><td class="button" style="${mailStyles.buttonCell}"><a class="button" href="${webAddress(link)}" style="${mailStyles.button}">${words.openShop}</a></td></tr>
</table>`
}

function figureRow({ label: name, value, note, change, tone, before, link }: FigureLine): Markup {
  return html`<tr>
<td class="rule" style="${cell}"><a class="soft" href="${webAddress(link)}" style="${plain};text-decoration:underline">${name}</a></td>
<td class="rule" align="right" style="${cell};text-align:end"><span class="ink" style="${number}">${value}</span><br><span class="${tone}" style="${mailStyles.small};margin:0;color:${tones[tone]}">${change}</span> <span class="faint" style="${mailStyles.small};margin:0">${change === '' ? '' : '· '}${before}${note === '' ? '' : ` · ${note}`}</span></td>
</tr>`
}

function listHtml({ title, lines, link }: ListBlock): Markup {
  return html`<h3 class="ink" style="${plain};font-weight:600;color:#1b1718;margin:24px 0 4px"><a class="ink" href="${webAddress(link)}" style="color:#1b1718;text-decoration:underline">${title}</a></h3>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${lines.map(
    (line) => html`<tr>
<td class="soft" style="${plain};padding:3px 0">${lineLabel(line)}</td>
<td class="ink" align="right" style="${number};padding:3px 0;padding-inline-start:16px;text-align:end;font-weight:400">${line.value}</td>
</tr>`,
  )}</table>`
}

/** Names keep their own direction without changing sides. */
function lineLabel({ label, kind }: ListBlock['lines'][number]): Markup {
  if (kind === 'name') return html`<span dir="auto">${label}</span>`
  return kind === 'english' ? html`<span dir="ltr" lang="en">${label}</span>` : html`${label}`
}
