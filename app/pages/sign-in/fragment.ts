/** Contents of the fragment that a link or a provider returned. */
export type FragmentResult =
  | { readonly kind: 'none' }
  /** An error or a message; as the query that the page reads. */
  | { readonly kind: 'answer'; readonly search: URLSearchParams }
  | {
      readonly kind: 'tokens'
      readonly tokens: Readonly<Record<'access_token' | 'refresh_token' | 'type', string>>
    }

/** Parses a fragment. Descriptions are dropped: the page has its own texts. */
export function readFragment(hash: string): FragmentResult {
  const values = new URLSearchParams(hash.replace(/^#/, ''))
  const valueOf = (name: string) => values.get(name) ?? ''
  if (values.has('error') || values.has('error_code')) {
    const search = new URLSearchParams({ error: valueOf('error') || 'failed', error_code: valueOf('error_code') })
    return { kind: 'answer', search }
  }
  if (values.has('message')) return { kind: 'answer', search: new URLSearchParams({ message: 'accepted' }) }
  if (!values.has('access_token') || !values.has('refresh_token')) return { kind: 'none' }
  const tokens = {
    access_token: valueOf('access_token'),
    refresh_token: valueOf('refresh_token'),
    type: valueOf('type'),
  }
  return { kind: 'tokens', tokens }
}
