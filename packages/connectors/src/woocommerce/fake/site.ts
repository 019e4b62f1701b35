import { type Answer, escapeHtml, html } from './answers.ts'
import { type FakeRequest, single } from './request.ts'
import { restUrl, type World } from './world.ts'

/** Which part of the site an address belongs to. */
export type Target =
  | { readonly kind: 'rest'; readonly path: string }
  | { readonly kind: 'auth'; readonly route: string }
  | { readonly kind: 'control'; readonly path: string }
  | { readonly kind: 'page'; readonly found: boolean }

const pages = new Set(['', '/', '/my-account/'])

/** Finds what an address means under the site's permalink setting. */
export function findTarget({ site }: World, request: FakeRequest): Target {
  if (request.path.startsWith('/__sandbox/')) return { kind: 'control', path: request.path.slice(11) }
  const full = below(site.path, request.path)
  const path = full?.replace(/^\/index\.php(?=\/|$)/, '')
  if (path === undefined) return { kind: 'page', found: false }
  const home = path === '' || path === '/'
  const restRoute = single(request.query, 'rest_route')
  if (home && restRoute !== undefined) return { kind: 'rest', path: restRoute }
  if (site.permalinks === 'plain') return authByQuery(request) ?? { kind: 'page', found: true }
  // Where addresses cannot be rewritten, the web server itself knows none but index.php.
  const reachesPhp = site.permalinks === 'pretty' || path !== full
  return (reachesPhp ? findByPath(site, path) : undefined) ?? { kind: 'page', found: pages.has(path) }
}

function findByPath(site: World['site'], path: string): Target | undefined {
  const restPath = below(`/${site.restPrefix}`, path)
  if (restPath !== undefined) return { kind: 'rest', path: restPath }
  const route = /^\/wc-auth\/v1\/(\w+)\/?$/.exec(path)?.[1]
  return route === undefined ? undefined : { kind: 'auth', route }
}

/** What follows a folder in a path; undefined when the path lies elsewhere. */
function below(folder: string, path: string): string | undefined {
  return path === folder || path.startsWith(`${folder}/`) ? path.slice(folder.length) : undefined
}

function authByQuery(request: FakeRequest): Target | undefined {
  const route = single(request.query, 'wc-auth-route')
  return route !== undefined && single(request.query, 'wc-auth-version') === '1' ? { kind: 'auth', route } : undefined
}

/** The shop's front page, which names the REST root in a header; any other page is "not found". */
export function answerPage({ site }: World, found: boolean): Answer {
  if (!found) return html('Page not found', '<h1>Page not found</h1>', { status: 404 })
  const name = escapeHtml(site.name)
  return html(name, `<h1>${name}</h1><p>A simulated shop.</p>`, {
    headers: { link: `<${restUrl(site)}>; rel="https://api.w.org/"` },
  })
}
