import type { Context } from 'hono'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/** Escaped HTML. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
/** A message may have any styles but no scripts; its links open outside the frame. */
const messagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'self'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

/** An HTML email as mail programs show it, sandboxed. */
export function messageResponse(c: Context, markup: string): Response | Promise<Response> {
  return c.html(markup.replace(/<head[^>]*>/i, '$&<base target="_blank">'), 200, {
    'content-security-policy': messagePolicy,
  })
}

/** Whether the client is a program rather than a browser. */
export function wantsJson(c: Context): boolean {
  return (c.req.header('accept') ?? '').includes('application/json')
}

/** A plain page for developers on this machine. */
export function developerPage(
  c: Context,
  { title, content, status = 200 }: { readonly title: string; readonly content: Markup; readonly status?: 200 | 401 },
): Response | Promise<Response> {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Tillsight</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .5rem .75rem; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); overflow-wrap: anywhere }
iframe { width: 100%; height: 70vh; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); background: white }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
dt { float: left; clear: left; min-width: 5rem; opacity: .7 }
</style>
</head>
<body><main>${content}</main></body>
</html>`
  return c.html(document, status, { 'content-security-policy': policy })
}
