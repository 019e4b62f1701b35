import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { MailMessage } from '../message.ts'

const sans = "font-family:Inter,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
const mono = "font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace"

/** Inline styles, because many mail programs keep no others; `headStyles` changes them by the class beside them. */
export const mailStyles = {
  canvas: `margin:0;padding:0;background-color:#f8f6f4;${sans}`,
  preview: 'display:none;max-height:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;color:#f8f6f4',
  brand: `padding:0 4px 20px;${sans};font-size:18px;line-height:24px;font-weight:600;letter-spacing:-0.01em;color:#1b1718`,
  card: 'padding:36px 32px;background-color:#ffffff;border:1px solid #e9e4e1;border-radius:14px',
  title: `margin:0 0 16px;${sans};font-size:22px;line-height:30px;font-weight:600;letter-spacing:-0.01em;color:#1b1718`,
  paragraph: `margin:0 0 12px;${sans};font-size:16px;line-height:25px;color:#574f50`,
  buttonCell: 'border-radius:8px;background-color:#1b1718',
  button: `display:inline-block;padding:13px 24px;${sans};font-size:16px;line-height:22px;font-weight:600;color:#ffffff;text-decoration:none;border-radius:8px;background-color:#1b1718`,
  codeLabel: `margin:28px 0 8px;${sans};font-size:14px;line-height:20px;color:#574f50`,
  code: `margin:0;padding:16px 12px;${mono};font-size:28px;line-height:36px;font-weight:600;letter-spacing:0.2em;text-indent:0.2em;text-align:center;color:#1b1718;background-color:#f3f0ee;border-radius:10px`,
  address: `margin:28px 0 0;${sans};font-size:13px;line-height:20px;color:#716868`,
  link: 'color:#143d8a;text-decoration:underline;word-break:break-all',
  small: `margin:0 0 8px;${sans};font-size:13px;line-height:20px;color:#716868`,
  quietLink: 'color:#716868;text-decoration:underline',
} as const

const dark: readonly (readonly [selector: string, rules: string])[] = [
  ['.canvas', 'background-color:#151112!important'],
  ['.card', 'background-color:#221d1e!important;border-color:#383132!important'],
  ['.ink', 'color:#f4f0ee!important'],
  ['.soft', 'color:#c0b6b3!important'],
  ['.faint', 'color:#a0958f!important'],
  ['.code', 'color:#f4f0ee!important;background-color:#2f292a!important'],
  ['.button', 'color:#1b1718!important;background-color:#f4f0ee!important'],
  ['.link', 'color:#93b9e6!important'],
  ['.rule', 'border-color:#383132!important'],
  ['.good', 'color:#7fc99a!important'],
  ['.bad', 'color:#f0a196!important'],
  ['.neutral', 'color:#a0958f!important'],
]

/** For phones, and for mail programs in dark mode; Outlook marks the page instead of matching the query. */
const headStyles = [
  '@media (max-width:480px){.card{padding:24px 20px!important}}',
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  `@media (prefers-color-scheme:dark){${dark.map(([selector, rules]) => `${selector}{${rules}}`).join('')}}`,
  ...dark.map(([selector, rules]) => `[data-ogsc] ${selector},[data-ogsb] ${selector}{${rules}}`),
].join('\n')

/** The content of a mail; the layout renders it as HTML and as text. */
export interface MailContent {
  readonly to: string
  readonly siteUrl: string
  readonly subject: string
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly button?: { readonly label: string; readonly href: string }
  /** Shown large, to be typed somewhere else. */
  readonly code?: { readonly label: string; readonly value: string }
  /** Small print below: why this mail came, and what to do if it should not have. */
  readonly reason: string
  /** English unless it says otherwise. */
  readonly language?: string
}

/** Escaped HTML of a template. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

/** Renders a mail as HTML and as text. Everything in `content` is escaped; the link must be HTTP(S). */
export function composeMail(content: MailContent): MailMessage {
  return { to: content.to, subject: content.subject, html: toHtml(content), text: toText(content) }
}

function toText({ title, paragraphs, code, button, reason, siteUrl }: MailContent): string {
  const blocks = [
    title,
    ...paragraphs,
    ...(code ? [`${code.label}: ${code.value}`] : []),
    ...(button ? [`${button.label}:\n${webAddress(button.href)}`] : []),
    `--\n${reason}`,
    `Tillsight · ${siteUrl}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

function toHtml(content: MailContent): string {
  const { title, paragraphs, button, code, reason, siteUrl, subject, language = 'en' } = content
  const [first = ''] = paragraphs
  return frameMail({
    subject,
    preview: first,
    language,
    direction: language === 'ar' ? 'rtl' : 'ltr',
    card: html`<h1 class="ink" style="${mailStyles.title}">${title}</h1>
${paragraphs.map((text) => html`<p class="soft" style="${mailStyles.paragraph}">${text}</p>`)}
${button ? buttonBlock(button) : ''}
${code ? codeBlock(code, button !== undefined) : ''}
${button ? addressBlock(webAddress(button.href), language) : ''}`,
    small: html`<p class="faint" style="${mailStyles.small}">${reason}</p>
<p class="faint" style="${mailStyles.small}">Tillsight · <a class="faint" href="${webAddress(siteUrl)}" style="${mailStyles.quietLink}">${siteUrl}</a></p>`,
  })
}

/** What stands in the frame of a mail. */
export interface FramedMail {
  readonly subject: string
  /** What lists of mails show after the subject. */
  readonly preview: string
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly card: Markup
  /** Small print below the card. */
  readonly small: Markup
}

/** The HTML of a mail around its content: one column, without anything that is fetched, in light and dark. */
export function frameMail({ subject, preview, language, direction, card, small }: FramedMail): string {
  return written(html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${subject}</title>
<style>${raw(headStyles)}</style>
</head>
<body class="canvas" dir="${direction}" style="${mailStyles.canvas}">
<div style="${mailStyles.preview}" aria-hidden="true">${preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="canvas" style="${mailStyles.canvas}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px">
<tr><td class="ink" style="${mailStyles.brand}">Tillsight</td></tr>
<tr><td class="card" style="${mailStyles.card}">
${card}
</td></tr>
<tr><td style="padding:20px 4px 0">
${small}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`)
}

function buttonBlock({ label, href }: NonNullable<MailContent['button']>): Markup {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0 0">
<tr><td class="button" style="${mailStyles.buttonCell}"><a class="button" href="${webAddress(href)}" style="${mailStyles.button}">${label}</a></td></tr>
</table>`
}

function codeBlock({ label, value }: NonNullable<MailContent['code']>, isSecond: boolean): Markup {
  return html`<p class="soft" style="${mailStyles.codeLabel}">${isSecond ? `Or ${label.toLowerCase()}` : label}</p>
<p class="code" style="${mailStyles.code}">${value}</p>`
}

/** What stands above the address of a button, by language. */
const otherwise: ReadonlyMap<string, string> = new Map([
  ['de', 'Wenn die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:'],
  ['fr', 'Si le bouton ne fonctionne pas, ouvrez cette adresse :'],
  ['es', 'Si el botón no funciona, abra esta dirección:'],
  ['nl', 'Werkt de knop niet, open dan dit adres:'],
  ['ar', 'إن لم يعمل الزر فافتح هذا العنوان:'],
])

function addressBlock(href: string, language: string): Markup {
  const text = otherwise.get(language) ?? 'If the button does not work, open this address:'
  return html`<p class="faint" style="${mailStyles.address}">${text}<br><a class="link" href="${href}" style="${mailStyles.link}">${href}</a></p>`
}

/** Anything but a web address, such as `javascript:`, becomes no address at all. */
export function webAddress(text: string): string {
  return /^https?:\/\//i.test(text) ? text : ''
}

/** Markup is only a promise if a promise was interpolated, and none is here. */
function written(markup: Markup): string {
  if (markup instanceof Promise) throw new Error('a mail was made of something asynchronous')
  return markup.toString()
}

const longestName = 60
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu

/** Makes a name typed by a stranger safe for a mail: one line, short, no clickable web address. */
export function presentable(name: string, fallback: string): string {
  const line = name.replace(invisible, ' ').trim()
  if (line === '' || /:\/\/|\bwww\./i.test(line)) return fallback
  const characters = Array.from(line)
  return characters.length <= longestName ? line : `${characters.slice(0, longestName - 1).join('')}…`
}
