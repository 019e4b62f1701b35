import { frameMail, mailStyles, presentable, webAddress } from '@tillsight/auth'
import type { ExportNews, RenderedExport } from '@tillsight/domain'
import { html } from 'hono/html'
import { rangeText } from '../../app/format/index.ts'
import { directionOf } from '../../app/language/languages.ts'
import { fill } from './digest-words.ts'
import { exportWords } from './export-words.ts'

/** Puts what became of an export into words: as a mail in both forms, and as the text of the inbox. */
export function renderExport(news: ExportNews, siteUrl: string): RenderedExport {
  const { language, shop, link, outcome } = news
  const words = exportWords[language]
  const name = presentable(news.name, words.unnamed)
  const title = fill(outcome.kind === 'ready' ? words.ready : words.failed, { name })
  const subject = `${presentable(shop.name, shop.domain)}: ${title}`
  const lines = linesOf(news)
  const address = `${siteUrl}${link}`
  return {
    subject,
    title,
    body: lines.join(' '),
    text: `${title}\n\n${lines.join('\n\n')}\n\n${words.open}:\n${address}\n\n--\n${words.reason}\n`,
    html: frameMail({
      subject,
      preview: lines[0] ?? '',
      language,
      direction: directionOf(language),
      card: html`<h1 class="ink" style="${mailStyles.title}"><span dir="auto">${title}</span></h1>
${lines.map((line) => html`<p class="soft" style="${mailStyles.paragraph}">${line}</p>`)}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 8px">
<tr><td class="button" style="${mailStyles.buttonCell}"><a class="button" href="${webAddress(address)}" style="${mailStyles.button}">${words.open}</a></td></tr>
</table>`,
      small: html`<p class="faint" style="${mailStyles.small}">${words.reason}</p>
<p class="faint" style="${mailStyles.small}">Tillsight · <a class="faint" href="${webAddress(siteUrl)}" style="${mailStyles.quietLink}">${siteUrl}</a></p>`,
    }),
    headers: {},
  }
}

function linesOf({ language, days, outcome }: ExportNews): string[] {
  const words = exportWords[language]
  const between = rangeText(days, language)
  if (outcome.kind === 'failed') {
    // Why is told as it is stored with the run.
    return [fill(words.missing, { days: between }), outcome.reason, words.again]
  }
  const { rows, isAttached, until: last } = outcome
  const until = rangeText({ from: last, to: last }, language)
  return [
    fill(words.rows, { rows: rows.toLocaleString(language), days: between }),
    fill(isAttached ? words.attached : words.tooLarge, { until }),
  ]
}
