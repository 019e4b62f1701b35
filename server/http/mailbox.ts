import { type MailboxEntry, previewMails, readMailbox } from '@tillsight/auth'
import { Hono, type MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import { showsMailbox } from '../identity/mailbox.ts'
import type { Runtime } from '../runtime.ts'
import { developerPage, type Markup, messageAnswer, wantsJson } from './developer-page.ts'

/**
 * Messages that would have been sent, for whoever develops on this machine: as pages, or with `Accept: application/json`
 * as data. Elsewhere there is nothing here.
 */
export function mailboxRoutes({ config, stores }: Pick<Runtime, 'config' | 'stores'>): Hono {
  const read = () => readMailbox(stores.database.kysely)
  const find = async (id: string) => (await read()).find((entry) => entry.id === id)
  const app = new Hono()
  app.use(onlyForDevelopers(config))
  app.get('/', async (c) => {
    const entries = await read()
    return wantsJson(c) ? c.json(entries) : developerPage(c, 'Mailbox', list(entries))
  })
  app.get('/:id', async (c) => {
    const entry = await find(c.req.param('id'))
    if (entry === undefined) return c.notFound()
    return wantsJson(c) ? c.json(entry) : developerPage(c, entry.subject || 'Text message', message(entry))
  })
  app.get('/:id/html', async (c) => {
    const entry = await find(c.req.param('id'))
    if (entry === undefined) return c.notFound()
    return messageAnswer(c, entry.html)
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

/** Every mail that the product can send, with made-up values: `/dev/mail`. */
export function mailPreviewRoutes({ config, own }: Pick<Runtime, 'config' | 'own'>): Hono {
  const app = new Hono()
  app.use(onlyForDevelopers(config))
  app.get('/', (c) => {
    const items = previewMails(own.url()).map(
      ({ name, message: { subject } }) => html`<li><a href="/dev/mail/${name}">${name}</a>: ${subject}</li>`,
    )
    return developerPage(c, 'Mails', html`<h1>Mails</h1><ul>${items}</ul>`)
  })
  app.get('/:name', (c) => {
    const preview = previewMails(own.url()).find(({ name }) => name === c.req.param('name'))
    return preview === undefined ? c.notFound() : messageAnswer(c, preview.message.html)
  })
  return app
}

/** A proxy leads here from elsewhere, whatever name it asks for. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-server',
]

function onlyForDevelopers(config: Runtime['config']): MiddlewareHandler {
  return async (c, next) => {
    const isForwarded = proxyHeaders.some((name) => c.req.header(name) !== undefined)
    if (isForwarded || !showsMailbox(config, c.req.header('host') ?? '')) return c.notFound()
    await next()
    c.res.headers.set('cache-control', 'private, no-store')
    return undefined
  }
}
