import { type MailboxEntry, previewMails, readMailbox } from '@tillsight/auth'
import { AppError } from '@tillsight/core'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'
import { mailboxFile, opensMailbox, showsMailbox } from '../identity/mailbox.ts'
import type { Runtime } from '../runtime.ts'
import { developerPage, type Markup, messageResponse, wantsJson } from './developer-page.ts'
import { isFromThisMachine } from './own-names.ts'
import { bearerOf } from './visits.ts'

/**
 * Captured messages, for the operator on this machine: as pages, or with `Accept: application/json` as data. Elsewhere it
 * does not exist.
 */
export function mailboxRoutes({ config, stores }: Pick<Runtime, 'config' | 'stores'>): Hono {
  const read = () => readMailbox(stores.database.kysely)
  const find = async (id: string) => (await read()).find((entry) => entry.id === id)
  const app = new Hono()
  app.use(onlyForDevelopers(config))
  app.get('/', async (c) => {
    const entries = await read()
    return wantsJson(c) ? c.json(entries) : developerPage(c, { title: 'Mailbox', content: list(entries) })
  })
  app.get('/:id', async (c) => {
    const entry = await find(c.req.param('id'))
    if (entry === undefined) return c.notFound()
    return wantsJson(c)
      ? c.json(entry)
      : developerPage(c, { title: entry.subject || 'Text message', content: message(entry) })
  })
  app.get('/:id/html', async (c) => {
    const entry = await find(c.req.param('id'))
    if (entry === undefined) return c.notFound()
    return messageResponse(c, entry.html)
  })
  return app
}

function list(entries: readonly MailboxEntry[]): Markup {
  const intro = html`<h1>Mailbox</h1><p>No mail server is set up, so messages are kept here instead of being sent.</p>`
  if (entries.length === 0) return html`${intro}<p>Nothing has been sent yet.</p>`
  const rows = entries.map(
    ({ id, at, channel, recipient, subject, body }) => html`<tr>
<td><time datetime="${at.toISOString()}">${printed(at)}</time></td>
<td>${channel === 'sms' ? 'Text' : 'Mail'}</td>
<td>${recipient}</td>
<td><a href="/dev/mailbox/${id}">${subject || body.slice(0, 80)}</a></td>
</tr>`,
  )
  return html`${intro}<table>
<thead><tr><th scope="col">When (UTC)</th><th scope="col">Kind</th><th scope="col">To</th><th scope="col">What</th></tr></thead>
<tbody>${rows}</tbody>
</table>`
}

function message({ id, at, recipient, subject, html: markup, body }: MailboxEntry): Markup {
  const frame =
    markup === ''
      ? ''
      : html`<iframe src="/dev/mailbox/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" title="The message as mail programs show it"></iframe>`
  return html`<p><a href="/dev/mailbox">All messages</a></p>
<h1>${subject || 'Text message'}</h1>
<dl><dt>To</dt><dd>${recipient}</dd><dt>When</dt><dd>${printed(at)} UTC</dd></dl>
${frame}
<h2>As text</h2>
<pre>${body}</pre>`
}

function printed(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ')
}

/** Previews of all emails of the product, with sample values: `/dev/mail`. */
export function mailPreviewRoutes({ config, own }: Pick<Runtime, 'config' | 'own'>): Hono {
  const app = new Hono()
  app.use(onlyForDevelopers(config))
  app.get('/', (c) => {
    const items = previewMails(own.url()).map(
      ({ name, message: { subject } }) => html`<li><a href="/dev/mail/${name}">${name}</a>: ${subject}</li>`,
    )
    return developerPage(c, { title: 'Mails', content: html`<h1>Mails</h1><ul>${items}</ul>` })
  })
  app.get('/:name', (c) => {
    const preview = previewMails(own.url()).find(({ name }) => name === c.req.param('name'))
    return preview === undefined ? c.notFound() : messageResponse(c, preview.message.html)
  })
  return app
}

const cookieName = 'mailbox'
const thirtyDaysSeconds = 30 * 24 * 60 * 60

/** Requires the token from the console once, and exists for requests of this machine only. */
function onlyForDevelopers(config: Runtime['config']): MiddlewareHandler {
  return async (c, next) => {
    if (!isFromThisMachine(c) || !showsMailbox(config, c.req.header('host') ?? '')) return c.notFound()
    c.header('cache-control', 'private, no-store')
    const isKnown = [getCookie(c, cookieName), bearerOf(c.req.header('authorization'))].some((shown) =>
      opensMailbox(config, shown),
    )
    const shown = c.req.method === 'POST' ? textOf(await readForm(c)) : c.req.query('token')
    if (shown !== undefined && opensMailbox(config, shown)) {
      setCookie(c, cookieName, shown, { path: '/dev', httpOnly: true, sameSite: 'Strict', maxAge: thirtyDaysSeconds })
      // Removes the token from the address bar and from referrers.
      return c.redirect(c.req.path, 303)
    }
    if (isKnown) return await next()
    if (wantsJson(c)) {
      throw new AppError(
        'unauthenticated',
        `Send “Authorization: Bearer” with the token that the console showed at the start; ${mailboxFile} in the data folder holds it too.`,
      )
    }
    return developerPage(c, { title: 'Mailbox', content: askForToken(shown !== undefined), status: 401 })
  }
}

function askForToken(isWrong: boolean): Markup {
  return html`<h1>Mailbox</h1>
<p>These messages open accounts, so they are for whoever runs this installation. Open the address that the console showed at
the start, or enter its token. It is in the file <code>${mailboxFile}</code> of the data folder too, beside the root key.</p>
${isWrong ? html`<p role="alert">This is not the token.</p>` : ''}
<form method="post"><label>Token <input name="token" type="password" autocomplete="off" required></label> <button>Open</button></form>`
}

async function readForm(c: Context): Promise<unknown> {
  // A body that is not a form has no token.
  const form = await c.req.parseBody().catch(() => ({ token: '' }))
  return 'token' in form ? form.token : ''
}

function textOf(shown: unknown): string {
  return typeof shown === 'string' ? shown : ''
}
