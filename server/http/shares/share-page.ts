import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { directionOf, type Language } from '../../../app/language/languages.ts'
import type { Markup } from '../developer-page.ts'
import type { SharePage } from './share-view-model.ts'
import { shareWords } from './share-words.ts'

// Pages behind share links: whole without a script, and without a link into the product.

const styles = `
:root{color-scheme:light dark;--ink:light-dark(#1b1718,#f4f0ee);--soft:light-dark(#574f50,#c0b6b3);
  --line:light-dark(#e9e4e1,#383132);--edge:light-dark(#8f8583,#7d7373);--surface:light-dark(#fff,#221d1e);
  --good:light-dark(#1a6840,#74d29b);--bad:light-dark(#a3271d,#f49a91);--series:light-dark(#143d8a,#78a5d7);
  font:.875rem/1.45 "Inter",ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;
  background:light-dark(#f8f6f4,#151112);color:var(--ink)}
body{margin:0}
main{box-sizing:border-box;max-width:72rem;margin:0 auto;padding:1.5rem 1rem 3rem;overflow-wrap:anywhere}
main.narrow{max-width:34rem}
@media(min-width:40rem){main{padding:2.5rem 2rem 4rem}}
h1{font-size:1.5rem;line-height:1.25;margin:0;text-wrap:balance}
h2{font-size:1rem;margin:0 0 .75rem}
p{margin:.5rem 0}
small,.soft,caption{color:var(--soft)}
.facts{list-style:none;margin:.75rem 0 0;padding:0;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;color:var(--soft);font-size:.8125rem}
.card{background:var(--surface);border:1px solid var(--line);border-radius:.75rem;margin-top:1.25rem}
.pad{padding:1rem 1.25rem}
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(10.5rem,1fr));gap:.75rem;margin:1.25rem 0 0}
.tiles div{background:var(--surface);border:1px solid var(--line);border-radius:.75rem;padding:.875rem 1rem}
dt{color:var(--soft);font-size:.8125rem}
dd{margin:.25rem 0 0}
dd strong{display:block;font-size:1.25rem;line-height:1.3}
strong,td,.number{font-variant-numeric:tabular-nums}
.good{color:var(--good)}.bad{color:var(--bad)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.8125rem}
caption{text-align:start;padding:.875rem 1.25rem .5rem;font-weight:600;color:var(--ink)}
th,td{padding:.5rem .75rem;text-align:end;white-space:nowrap;border-top:1px solid var(--line);vertical-align:baseline}
th:first-child,td:first-child{text-align:start;white-space:normal;min-width:10rem;padding-inline-start:1.25rem}
th:last-child,td:last-child{padding-inline-end:1.25rem}
th{font-weight:400}
thead th{color:var(--soft);border-top:0}
.sum>*,tfoot>tr>*{font-weight:600}
td small,th small{display:block;font-weight:400}
svg{display:block;width:100%;height:6rem;fill:var(--series)}
.ends{display:flex;justify-content:space-between;color:var(--soft);font-size:.75rem;margin-top:.375rem}
form{display:flex;flex-wrap:wrap;align-items:end;gap:.75rem;margin-top:1rem}
label{display:grid;gap:.25rem;font-size:.8125rem}
select,input,button,.button{box-sizing:border-box;min-height:2.75rem;padding:.5rem .75rem;font:inherit;color:inherit;
  background:var(--surface);border:1px solid var(--edge);border-radius:.5rem;max-width:100%}
button,.button{display:inline-flex;align-items:center;font-weight:600;cursor:pointer;text-decoration:none;padding-inline:1.25rem}
:focus-visible{outline:2px solid;outline-offset:2px}
footer{margin-top:2rem;font-size:.8125rem;color:var(--soft)}
@media print{form,.button{display:none}}
`
const styleHash = createHash('sha256').update(styles).digest('base64')

/** The policy of these pages: they load nothing, and are framed by nobody but the given sites. */
export function sharePolicy(embedOn: readonly string[] = []): string {
  const ancestors = embedOn.length === 0 ? "'none'" : embedOn.join(' ')
  return `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors ${ancestors}`
}

interface Frame {
  readonly language: Language
  readonly title: string
  readonly isNarrow?: boolean
}

function frame({ language, title, isNarrow = false }: Frame, content: Markup): Markup {
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<style>${raw(styles)}</style>
</head>
<body><main${raw(isNarrow ? ' class="narrow"' : '')}>${content}</main></body>
</html>`
}

/** What everybody sees whom the link does not let in, for whatever reason: the same bytes. */
export function shutPage(language: Language): Markup {
  const words = shareWords[language]
  return frame(
    { language, title: words.shutTitle, isNarrow: true },
    html`<h1>${words.shutTitle}</h1>
<p>${words.shutText}</p>
<form method="post"><label>${words.password}
<input type="password" name="password" required maxlength="200" autocomplete="off"></label>
<button>${words.open}</button></form>`,
  )
}

/** After too many tries. */
export function tooOftenPage(language: Language): Markup {
  const words = shareWords[language]
  return frame(
    { language, title: words.oftenTitle, isNarrow: true },
    html`<h1>${words.oftenTitle}</h1><p>${words.oftenText}</p>`,
  )
}

/** Days that can be chosen, and the chosen ones. */
export interface DayChoice {
  readonly label: string
  readonly button: string
  readonly options: readonly { readonly value: string; readonly label: string; readonly isChosen: boolean }[]
}

/** What stands around the figures. */
export interface ShareSurroundings {
  readonly choice: DayChoice | null
  /** Address of the file; null where it is not offered. */
  readonly file: string | null
  readonly until: string
}

/** The figures of a link. */
export function figuresPage(page: SharePage, { choice, file, until }: ShareSurroundings): Markup {
  const words = shareWords[page.language]
  return frame(
    { language: page.language, title: page.title },
    html`<header><h1 dir="auto">${page.title}</h1>
  <p class="soft"><span dir="auto">${page.shop}</span> · ${page.view} · ${page.days}</p>
  <ul class="facts">${page.facts.map((fact) => html`<li>${fact}</li>`)}</ul></header>
  ${choice ? chooser(choice) : ''}
  ${cardsOf(page)}
  ${page.marks.map((mark) => html`<p class="soft">${mark}</p>`)}
  ${file === null ? '' : html`<p><a class="button" href="${file}" download>${words.download}</a></p>`}
  <footer><p>${until}</p><p>${words.made}</p></footer>`,
  )
}

/** Figures, course and rows, or that there are none. */
function cardsOf(page: SharePage): Markup {
  const { course, table, lines, isTiles } = page
  const hasLines = lines.length > 0
  const hasRows = table !== null && table.rows.length > 0
  if (!hasLines && !hasRows)
    return html`${course ? courseCard(course) : ''}<p class="card pad">${shareWords[page.language].nothing}</p>`
  return html`${hasLines && isTiles ? tiles(page) : ''}
  ${course ? courseCard(course) : ''}
  ${hasLines && !isTiles ? statementCard(page) : ''}
  ${hasRows ? tableCard(page, table) : ''}`
}

function chooser({ label, button, options }: DayChoice): Markup {
  return html`<form method="get"><label>${label}
<select name="range">${options.map(
    ({ value, label: name, isChosen }) =>
      html`<option value="${value}"${raw(isChosen ? ' selected' : '')}>${name}</option>`,
  )}</select></label>
<button>${button}</button></form>`
}

type Cell = SharePage['lines'][number]['cell']

function change({ change: text, tone }: Cell): Markup | string {
  return text === '' ? '' : html`<span class="${tone}" dir="ltr">${text}</span>`
}

function value({ text, isPartial }: Cell, words: { readonly partial: string }): Markup {
  return html`<bdi>${text}</bdi>${isPartial ? html` <small>${words.partial}</small>` : ''}`
}

function tiles({ lines, language }: SharePage): Markup {
  const words = shareWords[language]
  return html`<dl class="tiles">${lines.map(
    ({ label, cell }) => html`<div><dt>${label}</dt><dd><strong>${value(cell, words)}</strong>
${change(cell)} ${cell.before === '' ? '' : html`<small><bdi>${cell.before}</bdi></small>`}</dd></div>`,
  )}</dl>`
}

const [width, height] = [600, 96]

function courseCard({ label, from, to, points }: NonNullable<SharePage['course']>): Markup {
  const step = width / points.length
  const bars = points.map((share, index) => {
    const tall = share === null ? 0 : Math.max(1, share * height)
    const [x, wide] = [(index * step).toFixed(1), Math.max(1, step * 0.75).toFixed(1)]
    return html`<rect x="${x}" y="${(height - tall).toFixed(1)}" width="${wide}" height="${tall.toFixed(1)}"/>`
  })
  return html`<div class="card pad"><svg role="img" aria-label="${label}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none">${bars}</svg>
<p class="ends"><span>${from}</span><span>${to}</span></p><p class="soft">${label}</p></div>`
}

function statementCard({ lines, language, view }: SharePage): Markup {
  const words = shareWords[language]
  const isCompared = lines.some(({ cell }) => cell.before !== '')
  return html`<div class="card scroll" tabindex="0" role="region" aria-label="${view}"><table><caption>${view}</caption>
<thead><tr><th scope="col">${words.figure}</th><th scope="col">${words.value}</th>${
    isCompared ? html`<th scope="col">${words.before}</th><th scope="col">${words.change}</th>` : ''
  }</tr></thead>
<tbody>${lines.map(
    ({ label, cell, look }) =>
      html`<tr class="${look}"><th scope="row">${label}</th><td>${value(cell, words)}</td>${
        isCompared ? html`<td><bdi>${cell.before}</bdi></td><td>${change(cell)}</td>` : ''
      }</tr>`,
  )}</tbody></table></div>`
}

function tableCard({ language, view }: SharePage, table: NonNullable<SharePage['table']>): Markup {
  const words = shareWords[language]
  const cells = (all: readonly Cell[]) =>
    all.map(
      (cell) => html`<td>${value(cell, words)}${cell.change === '' ? '' : html`<small>${change(cell)}</small>`}</td>`,
    )
  return html`<div class="card scroll" tabindex="0" role="region" aria-label="${view}"><table><caption>${view}</caption>
<thead><tr><th scope="col">${table.head}</th>${table.columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${table.rows.map(
    ({ name, detail, cells: own }) =>
      html`<tr><th scope="row"><span dir="auto">${name}</span>${
        detail === '' ? '' : html`<small dir="auto">${detail}</small>`
      }</th>${cells(own)}</tr>`,
  )}</tbody>
<tfoot><tr><th scope="row">${words.total}</th>${cells(table.totals)}</tr></tfoot></table></div>
${table.note === null ? '' : html`<p class="soft">${table.note}</p>`}`
}
