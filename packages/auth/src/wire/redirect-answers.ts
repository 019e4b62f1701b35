// Answers that send a browser on. Codes go into the query, tokens only into the fragment.

/** Named texts of an address. */
export type Parameters = Readonly<Record<string, string>>

/** Sends the browser on; nobody keeps a copy, and nobody there learns the address it came from. */
export function redirect(status: 302 | 303, target: string): Response {
  return new Response(null, {
    status,
    headers: { location: target, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })
}

/** The address with these in its query; what else stands there is kept. */
export function withQuery(target: string, parameters: Parameters): string {
  const url = new URL(target)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** The address with these as its fragment, in the order of their names; `sb` marks the service. */
export function withFragment(target: string, parameters: Parameters): string {
  const url = new URL(target)
  const fragment = new URLSearchParams({ ...parameters, sb: '' })
  fragment.sort()
  url.hash = fragment.toString()
  return url.href
}
