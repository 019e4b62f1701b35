/** Query parameters by name; undefined ones are left out. */
export type Parameters = Readonly<Record<string, string | number | undefined>>

/** Whether this REST root belongs to plain permalinks. */
export function isPlainRoot(root: string): boolean {
  return root.includes('rest_route=')
}

/** The REST root of a store with plain permalinks: only this form accepts keys. */
export function plainRoot(home: string): string {
  return `${home.replace(/\/+$/, '')}/index.php?rest_route=/`
}

/**
 * The address of a route below a REST root. With plain permalinks WooCommerce looks for `wp-json/wc/` in the raw
 * address before it considers keys, so a dummy parameter carries it; its slashes must not be escaped.
 */
export function toEndpoint(root: string, path: string, parameters: Parameters = {}): string {
  const plain = isPlainRoot(root)
  const query = Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) => `${name}=${encodeURIComponent(String(value)).replaceAll('%2F', '/').replaceAll('%2C', ',')}`,
    )
  if (plain && path !== '') query.push('_wp=wp-json/wc/')
  if (query.length === 0) return root + path
  return `${root}${path}${plain ? '&' : '?'}${query.join('&')}`
}

/** Converts typed text to the address of a shop's front page: adds the scheme, removes admin paths and noise. */
export function toHomeUrl(typed: string): string | undefined {
  const text = typed.trim()
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(url)) return undefined
  const { protocol, host, pathname, hostname } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  if (!hostname.includes('.') && hostname !== 'localhost' && !hostname.startsWith('[')) return undefined
  const path = pathname.replace(/\/(?:wp-admin|wp-login\.php|wp-json|index\.php)(?:\/.*)?$/, '').replace(/\/+$/, '')
  return `${protocol}//${host}${path}`
}

/** A store's name for comparison: host and path without scheme, `www.` and trailing slash. */
export function toSiteName(home: string): string {
  if (!URL.canParse(home)) return ''
  const { host, pathname } = new URL(home)
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/+$/, '')}`
}
