import type { FakeAnalytics } from './analytics.ts'
import type { FakeKey, FakeKeys } from './authentication.ts'
import type { FakeSite } from './options.ts'
import type { FakeRequest } from './request.ts'
import type { OrderSelector } from './select-orders.ts'
import type { FakeStore } from './store.ts'
import type { FakeWebhooks } from './webhooks.ts'

/** All parts of one simulated store. */
export interface World {
  readonly site: FakeSite
  readonly store: FakeStore
  readonly keys: FakeKeys
  readonly selector: OrderSelector
  readonly webhooks: FakeWebhooks
  readonly analytics: FakeAnalytics
}

/** A REST call that found its route. */
export interface RestCall {
  readonly world: World
  readonly request: FakeRequest
  readonly key: FakeKey
  /** The numbers in the path, in order. */
  readonly ids: readonly number[]
}

/** The REST root, with a trailing slash (or its counterpart under plain permalinks). */
export function restUrl(site: FakeSite): string {
  if (site.permalinks === 'plain') return `${site.homeUrl}/index.php?rest_route=/`
  return `${site.homeUrl}/${site.permalinks === 'index' ? 'index.php/' : ''}${site.restPrefix}/`
}
