import { createHash } from 'node:crypto'
import { endAlertMails, endDigest, findAlertOfLink, findDigest, findPerson } from '@tillsight/database'
import { type Context, Hono } from 'hono'
import { html, raw } from 'hono/html'
import { chooseLanguage } from '../../app/language/choose-language.ts'
import { directionOf, type Language } from '../../app/language/languages.ts'
import { alertWords } from '../notifications/alert-words.ts'
import { digestWords } from '../notifications/digest-words.ts'
import type { Runtime } from '../runtime.ts'
import { limitPlatformCalls } from './connect.ts'
import type { Markup } from './developer-page.ts'
import { limitBody } from './errors.ts'

const largestBodyKb = 16

/**
 * `/unsubscribe/{token}`: ends one digest, or the mails of alerts on a shop, without signing in, by a link of its mails. Opening the link changes nothing, because
 * programs open links too: its page has a button. The same `POST` is what mail programs send by one click (RFC 8058).
 */
export function unsubscribeRoutes(runtime: Runtime): Hono {
  const { stores, unsubscribeLinks } = runtime
  const db = stores.database.kysely
  const find = async (c: Context<object, '/:token'>) => {
    const id = unsubscribeLinks.read(c.req.param('token'))
    const row = id === undefined ? undefined : await findDigest(db, id)
    const alert = id === undefined || row ? undefined : await findAlertOfLink(db, id)
    const owner = row ?? alert
    const person = owner && (await findPerson(db, owner.personId))
    const language = chooseLanguage({ person: person?.language, accepted: c.req.header('accept-language') ?? null })
    return { row, alert, language, words: { ...digestWords[language], ...(alert ? alertWords[language] : {}) } }
  }
  return new Hono()
    .use(limitPlatformCalls(runtime))
    .use(limitBody(largestBodyKb, 'kB'))
    .get('/:token', async (c) => {
      const { row, alert, language, words } = await find(c)
      if (row === undefined && alert === undefined)
        return page(c, { language, title: words.endTitle, content: words.unknownLink, status: 404 })
      if (row?.enabled === false || alert?.mail === false)
        return page(c, { language, title: words.ended, content: words.endedText })
      const form = html`${words.endText}</p><form method="post"><button>${words.endButton}</button></form><p>`
      return page(c, { language, title: words.endTitle, content: form })
    })
    .post('/:token', async (c) => {
      const { row, alert, language, words } = await find(c)
      if (row === undefined && alert === undefined)
        return page(c, { language, title: words.endTitle, content: words.unknownLink, status: 404 })
      if (row) await endDigest(db, row.id)
      if (alert) await endAlertMails(db, alert)
      return page(c, { language, title: words.ended, content: words.endedText })
    })
}

const styles = `
:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{margin:0;min-height:100vh;display:grid;place-items:center}
main{box-sizing:border-box;width:100%;max-width:34rem;padding:1.5rem 1.25rem;overflow-wrap:anywhere}
h1{font-size:1.375rem;line-height:1.3;margin:0 0 1rem;text-wrap:balance}
p{margin:0 0 1rem}
p:empty{display:none}
button{min-height:2.75rem;padding:.5rem 1.5rem;font:inherit;font-weight:600;color:inherit;background:transparent;
  border:2px solid;border-radius:.5rem;cursor:pointer}
:focus-visible{outline:2px solid;outline-offset:2px}
`
const styleHash = createHash('sha256').update(styles).digest('base64')
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

interface PlainPage {
  readonly language: Language
  readonly title: string
  readonly content: Markup | string
  readonly status?: 200 | 404
}

function page(c: Context, { language, title, content, status = 200 }: PlainPage): Response | Promise<Response> {
  const document = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} - Tillsight</title>
<style>${raw(styles)}</style>
</head>
<body><main><h1>${title}</h1><p>${content}</p></main></body>
</html>`
  return c.html(document, status, { 'content-security-policy': policy, 'cache-control': 'no-store' })
}
