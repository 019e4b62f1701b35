import { siteZone } from '../../fake/zone.ts'
import { type Answer, escapeHtml, json } from './answers.ts'
import { pick } from './fields.ts'
import { viewParameters } from './list-parameters.ts'
import type { FakeSite } from './options.ts'
import { type RestCall, restUrl } from './world.ts'

/** `GET settings/general` */
export function generalSettings({ world }: RestCall): Answer {
  const { site } = world
  return json([
    setting('woocommerce_default_country', 'Country / State', site.country),
    setting('woocommerce_currency', 'Currency', site.currency),
    setting('woocommerce_price_num_decimals', 'Number of decimals', String(site.decimals)),
    setting('woocommerce_calc_taxes', 'Enable taxes', site.taxRates.length > 0 ? 'yes' : 'no'),
  ])
}

/** `GET settings/tax` */
export function taxSettings({ world }: RestCall): Answer {
  return json([
    setting('woocommerce_prices_include_tax', 'Prices entered with tax', world.site.pricesIncludeTax ? 'yes' : 'no'),
    setting('woocommerce_tax_based_on', 'Calculate tax based on', 'shipping'),
  ])
}

function setting(id: string, label: string, value: string): unknown {
  return { id, label, description: '', type: 'text', default: '', tip: '', value }
}

/** `GET data/currencies/current` */
export function currentCurrency({ world }: RestCall): Answer {
  const code = world.site.currency
  const name = new Intl.DisplayNames(['en'], { type: 'currency' }).of(code) ?? code
  const symbols: Readonly<Record<string, string>> = { EUR: '&euro;', GBP: '&pound;', USD: '&#36;' }
  return json({ code, name, symbol: symbols[code] ?? code })
}

/** `GET system_status` */
export function systemStatus({ world, request }: RestCall): Answer {
  const { site } = world
  const body = {
    environment: {
      home_url: site.homeUrl,
      site_url: site.homeUrl,
      version: site.version,
      wp_version: site.wordpressVersion,
      wp_multisite: false,
      server_info: 'nginx',
      php_version: '8.3.14',
      default_timezone: 'UTC',
    },
    settings: {
      api_enabled: false,
      currency: site.currency,
      number_of_decimals: site.decimals,
      HPOS_enabled: true,
      HPOS_sync_enabled: false,
      order_datastore: 'Automattic\\WooCommerce\\Internal\\DataStores\\Orders\\OrdersTableDataStore',
    },
  }
  return json(pick(body, viewParameters(request.query, site).fields))
}

/** The REST root: what a visitor may know about the site. */
export function restIndex(site: FakeSite): Answer {
  const { fixedHours, offsetAt } = siteZone(site.zone)
  const now = Math.floor(site.clock.now().getTime() / 1000)
  const root = restUrl(site)
  const namespaces = [
    'oembed/1.0',
    ...(site.features.active ? ['wc/store/v1', 'wc/v1', 'wc/v2', 'wc/v3', 'wc-analytics'] : []),
    'wp/v2',
  ]
  return json(
    {
      name: escapeHtml(site.name),
      description: '',
      url: site.homeUrl,
      home: site.homeUrl,
      gmt_offset: offsetAt(now) / 3600,
      timezone_string: fixedHours === null ? site.zone : '',
      namespaces,
      authentication: [],
      routes: Object.fromEntries(namespaces.map((name) => [`/${name}`, { namespace: name, methods: ['GET'] }])),
      _links: { help: [{ href: 'https://developer.wordpress.org/rest-api/' }] },
    },
    200,
    { link: `<${root}>; rel="https://api.w.org/"` },
  )
}
