import { frameMail, mailStyles, presentable, webAddress } from '@tillsight/auth'
import { type AlertEvent, type AlertNews, type RenderedAlerts, toSlackMessage } from '@tillsight/domain'
import { describeCatalogue, platforms } from '@tillsight/metrics'
import { html } from 'hono/html'
import { labelOf } from '../../app/blocks/figures-page/dimension-labels.server.ts'
import { figureSearch } from '../../app/blocks/figures-page/figure-search.server.ts'
import { catalogueIn } from '../../app/blocks/shop/current-shop.server.ts'
import { figureText, signedFigure, signedText, spanText } from '../../app/format/index.ts'
import { directionOf } from '../../app/language/languages.ts'
import { sayServer } from '../../app/language/server-words.server.ts'
import { alertWords, sayAlert } from './alert-words.ts'

/** Where links of alerts lead. */
export interface AlertPlaces {
  readonly siteUrl: string
  /** The link that stops mails of an alert's person and shop. */
  readonly unsubscribe: (alert: string) => string
}

interface EventText {
  readonly name: string
  readonly lines: readonly string[]
  /** A path of this site: the figure that was looked at with its rows, or the shop's alerts. */
  readonly link: string
}

/** Puts alerts into words: as a mail in both forms, as the text of the inbox, and as a message to Slack. */
export function renderAlerts(news: AlertNews, { siteUrl, unsubscribe }: AlertPlaces): RenderedAlerts {
  const { language, shop, events } = news
  const words = alertWords[language]
  const texts = events.map((event) => textOf(news, event))
  const [only] = texts.length === 1 ? texts : []
  const link = only?.link ?? alertsOf(shop.domain)
  const open = only && only.link !== alertsOf(shop.domain) ? words.openFigure : words.open
  const subject = subjectOf(news, texts)
  const [first] = events
  const end = first === undefined ? undefined : unsubscribe(first.alert)
  const contentWith = (link: (text: EventText) => readonly string[]) =>
    texts.map((text) => [text.name, ...text.lines, ...link(text)].join('\n')).join('\n\n')
  const content = contentWith(() => [])
  const small = [words.reason, ...(end ? [`${words.unsubscribe}: ${end}`] : [])]
  return {
    subject,
    html: toHtml(news, { subject, texts, link, open, end, siteUrl }),
    text: `${only ? content : contentWith((text) => [`${siteUrl}${text.link}`])}\n\n${open}:\n${siteUrl}${link}\n\n--\n${small.join('\n')}\n`,
    body: content,
    link,
    headers: end ? { 'List-Unsubscribe': `<${end}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {},
    push: { title: subject, body: shortOf(texts), hidden: words.hidden },
    slack: toSlackMessage(subject, {
      parts: texts.map(({ name, lines }) => ({ title: name, lines })),
      link: { label: open, url: `${siteUrl}${link}` },
    }),
  }
}

function alertsOf(domain: string): string {
  return `/shop/${encodeURIComponent(domain)}/settings/alerts`
}

/** What fits on a lock screen: most of one alert, a line of each of several. */
function shortOf(texts: readonly EventText[]): string {
  const [only, ...more] = texts
  if (only && more.length === 0) return only.lines.slice(0, 3).join('\n')
  return texts.map(({ name, lines }) => [name, ...lines.slice(0, 1)].join(': ')).join('\n')
}

function subjectOf({ language, shop, events }: AlertNews, texts: readonly EventText[]): string {
  const say = sayAlert(language)
  const name = presentable(shop.name, shop.domain)
  const [only] = texts.length === 1 ? texts : []
  return only ? say('one', { shop: name, name: only.name }) : say('several', { shop: name, count: events.length })
}

function textOf({ language, display, shop }: AlertNews, event: AlertEvent): EventText {
  const say = sayAlert(language)
  const { metrics, dimensions } = describeCatalogue('orderRevenue')
  const described = metrics.map((each) => ({ ...each, terms: [] }))
  const catalogue = catalogueIn({ metrics: described, dimensions, platforms }, language)
  const metric = catalogue.metrics.find(({ key }) => key === event.metric)
  const format = { ...display, currency: event.currency, language }
  const print = (value: string) => figureText(value, metric?.unit ?? 'count', format)
  const nameOf = (key: string) => catalogue.dimensions.find((each) => each.key === key)?.label ?? key
  const name = presentable(event.name, metric?.label ?? say('open'))
  const figure = event.window && figureSearch({ ...event, window: event.window, zone: shop.zone })
  return {
    link: figure ? `/shop/${encodeURIComponent(shop.domain)}${figure}` : alertsOf(shop.domain),
    name: event.isOver ? say('over', { name }) : name,
    lines: [
      ...(event.value === null
        ? []
        : [say('value', { metric: metric?.label ?? event.metric, value: print(event.value) })]),
      ...(event.expected === null ? [] : [say('usual', { value: print(event.expected) })]),
      ...boundLine(event, { language, display }, print),
      ...(event.window ? [say('window', { time: spanText(event.window, shop.zone, language) })] : []),
      ...event.parts.map(({ dimension, key, name, change }) =>
        say('parts', {
          name: `${nameOf(dimension)} ${presentable(labelOf({ dimension, value: key, given: name === key ? '' : name, language }), key)}`,
          amount: signedFigure(change, metric?.unit ?? 'count', format),
        }),
      ),
      ...event.findings.map((title) => say('findings', { title: presentable(sayServer(title, language).text, '') })),
    ],
  }
}

function boundLine(
  { bound }: AlertEvent,
  { language, display }: Pick<AlertNews, 'language' | 'display'>,
  print: (value: string) => string,
): string[] {
  if (bound === null) return []
  const say = sayAlert(language)
  const { op, value, percent } = bound
  const change = signedText(Number(percent) / 100, 'percent', { ...display, language })
  return [say(op, { value: value === undefined ? say('change', { value: change }) : print(value) })]
}

interface Shown {
  readonly subject: string
  readonly texts: readonly EventText[]
  readonly link: string
  /** The words on the button that leads there. */
  readonly open: string
  readonly siteUrl: string
  readonly end: string | undefined
}

function toHtml({ language, shop }: AlertNews, { subject, texts, link, open, siteUrl, end }: Shown): string {
  const words = alertWords[language]
  const quiet = (href: string, text: string) =>
    html`<a class="faint" href="${webAddress(href)}" style="${mailStyles.quietLink}">${text}</a>`
  return frameMail({
    subject,
    preview: texts[0]?.lines[0] ?? '',
    language,
    direction: directionOf(language),
    card: html`<p class="faint" style="${mailStyles.small}"><span dir="auto">${presentable(shop.name, shop.domain)}</span></p>
${texts.map(
  (
    { name, lines, link: own },
    index,
  ) => html`<h1 class="ink" style="${mailStyles.title}${index > 0 ? ';margin-top:28px' : ''}">${
    own === link || texts.length === 1
      ? html`<span dir="auto">${name}</span>`
      : html`<a class="ink" dir="auto" href="${webAddress(`${siteUrl}${own}`)}" style="color:#1b1718;text-decoration:underline">${name}</a>`
  }</h1>
${lines.map((line) => html`<p class="soft" style="${mailStyles.paragraph};margin:0 0 4px">${line}</p>`)}`,
)}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 8px">
<tr><td class="button" style="${mailStyles.buttonCell}"><a class="button" href="${webAddress(`${siteUrl}${link}`)}" style="${mailStyles.button}">${open}</a></td></tr>
</table>`,
    small: html`<p class="faint" style="${mailStyles.small}">${words.reason}</p>
${end ? html`<p class="faint" style="${mailStyles.small}">${quiet(end, words.unsubscribe)}</p>` : ''}
<p class="faint" style="${mailStyles.small}">Tillsight · ${quiet(siteUrl, siteUrl)}</p>`,
  })
}
