import { href } from 'react-router'
import {
  ChartNoAxesColumn,
  Coins,
  type Glyph,
  LayoutGrid,
  Megaphone,
  Plug,
  Radar,
  Scale,
  Settings,
  ShoppingBag,
  Tag,
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

/** The pages of a shop, in the order of the navigation. */
export function destinationsOf(domain: string): readonly Destination[] {
  const none: Destination['inside'] = []
  const shop = { domain }
  return [
    { to: href('/shop/:domain', shop), label: 'nav.summary', icon: ChartNoAxesColumn, goKey: 'S', inside: none },
    { to: href('/shop/:domain/hub', shop), label: 'nav.hub', icon: LayoutGrid, goKey: 'H', inside: none },
    { to: href('/shop/:domain/campaigns', shop), label: 'nav.campaigns', icon: Megaphone, goKey: 'C', inside: none },
    {
      to: href('/shop/:domain/attributions', shop),
      label: 'nav.attributions',
      icon: Waypoints,
      goKey: 'A',
      inside: none,
    },
    { to: href('/shop/:domain/products', shop), label: 'nav.products', icon: Tag, goKey: 'D', inside: none },
    { to: href('/shop/:domain/orders', shop), label: 'nav.orders', icon: ShoppingBag, goKey: 'R', inside: none },
    { to: href('/shop/:domain/profit', shop), label: 'nav.profit', icon: Scale, goKey: 'P', inside: none },
    {
      to: href('/shop/:domain/costs', shop),
      label: 'nav.costs',
      icon: Coins,
      goKey: 'O',
      inside: [
        { to: href('/shop/:domain/costs/goods', shop), label: 'nav.costs_goods' },
        { to: href('/shop/:domain/costs/gateway', shop), label: 'nav.costs_gateway' },
        { to: href('/shop/:domain/costs/shipping', shop), label: 'nav.costs_shipping' },
      ],
    },
    { to: href('/shop/:domain/tracking', shop), label: 'nav.tracking', icon: Radar, goKey: 'T', inside: none },
    { to: href('/shop/:domain/integrations', shop), label: 'nav.integrations', icon: Plug, goKey: 'I', inside: none },
    { to: href('/shop/:domain/settings', shop), label: 'nav.settings', icon: Settings, goKey: 'E', inside: none },
  ]
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
