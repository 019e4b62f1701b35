import { href } from 'react-router'
import {
  Barcode,
  Bookmark,
  ChartNoAxesColumn,
  Coins,
  type Glyph,
  LayoutGrid,
  List,
  Megaphone,
  Plug,
  Radar,
  Scale,
  Settings,
  Waypoints,
} from '../icons.ts'
import type { MessageKey } from '../language/index.ts'

/** A page of a shop in the navigation. */
export interface Destination {
  readonly to: string
  readonly label: MessageKey
  readonly icon: Glyph
  /** Second key of its shortcut, after G. */
  readonly goKey: string
  /** Subpages, shown while one of them is open. */
  readonly inside: readonly Inner[]
}

/** A subpage. */
interface Inner {
  readonly to: string
  readonly label: MessageKey
}

const pages = [
  ['/shop/:domain', 'nav.summary', ChartNoAxesColumn, 'S'],
  ['/shop/:domain/dashboards', 'nav.dashboards', Bookmark, 'B'],
  ['/shop/:domain/hub', 'nav.hub', LayoutGrid, 'H'],
  ['/shop/:domain/campaigns', 'nav.campaigns', Megaphone, 'C'],
  ['/shop/:domain/attributions', 'nav.attributions', Waypoints, 'A'],
  ['/shop/:domain/products', 'nav.products', Barcode, 'D'],
  ['/shop/:domain/orders', 'nav.orders', List, 'R'],
  ['/shop/:domain/profit', 'nav.profit', Scale, 'P'],
  ['/shop/:domain/costs', 'nav.costs', Coins, 'O'],
  ['/shop/:domain/tracking', 'nav.tracking', Radar, 'T'],
  ['/shop/:domain/integrations', 'nav.integrations', Plug, 'I'],
  ['/shop/:domain/settings', 'nav.settings', Settings, 'E'],
] as const

const underCosts = [
  ['/shop/:domain/costs/goods', 'nav.costs_goods'],
  ['/shop/:domain/costs/gateway', 'nav.costs_gateway'],
  ['/shop/:domain/costs/shipping', 'nav.costs_shipping'],
] as const

/** The pages of a shop, in the order of the navigation. */
export function destinationsOf(domain: string): readonly Destination[] {
  return pages.map(([path, label, icon, goKey]) => ({
    to: href(path, { domain }),
    label,
    icon,
    goKey,
    inside: label === 'nav.costs' ? underCosts.map(([to, name]) => ({ to: href(to, { domain }), label: name })) : [],
  }))
}

/** Relation of a link to the current page: that page itself, one of its parents, or another. For `aria-current`. */
export function currentness(to: string, pathname: string): 'page' | 'true' | undefined {
  const here = decoded(pathname).replace(/\/+$/, '')
  const there = decoded(to)
  if (here === there) return 'page'
  // The summary's address is a prefix of all others, but it is not their parent.
  const isSummary = /^\/shop\/[^/]+$/.test(there)
  return !isSummary && here.startsWith(`${there}/`) ? 'true' : undefined
}

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    // A broken escape sequence matches none of our pages.
    return path
  }
}
