import { href, type RouterContextProvider, redirect } from 'react-router'
import { pageLanguage } from '../../guards/page-language.server.ts'
import type { translated } from '../../language/index.ts'
import type { Language } from '../../language/languages.ts'
import ar from '../../language/metric-names/ar.json' with { type: 'json' }
import de from '../../language/metric-names/de.json' with { type: 'json' }
import es from '../../language/metric-names/es.json' with { type: 'json' }
import fr from '../../language/metric-names/fr.json' with { type: 'json' }
import nl from '../../language/metric-names/nl.json' with { type: 'json' }
import { servicesContext } from '../../request.server.ts'
import type { CatalogueView, ShopServices } from '../../services.ts'

/** Names of the catalogue in one language, by key; English is the catalogue's own. */
interface MetricNames {
  readonly metrics: Readonly<Record<string, string>>
  readonly dimensions: Readonly<Record<string, string>>
  /** Stats of ad platforms, without the platform. */
  readonly stats: Readonly<Record<string, string>>
}

const names: Readonly<Partial<Record<Language, MetricNames>>> = { de, fr, es, nl, ar }

/** The names of a language; undefined for English, which is the catalogue's own. */
export function namesIn(language: Language): MetricNames | undefined {
  return names[language]
}

/** The catalogue with the labels of a language; descriptions and formulas stay English. */
export function catalogueIn(catalogue: CatalogueView, language: Language): CatalogueView {
  const known = namesIn(language)
  if (!known) return catalogue
  return {
    metrics: catalogue.metrics.map((metric) => ({ ...metric, label: metricLabel(metric, catalogue, known) })),
    dimensions: catalogue.dimensions.map((each) => ({ ...each, label: known.dimensions[each.key] ?? each.label })),
    platforms: catalogue.platforms.map((platform) => ({
      ...platform,
      stats: platform.stats.map((stat) => ({ ...stat, label: statLabel(stat, known) })),
    })),
  }
}

/** A platform's own metric is labelled with the platform and the stat. */
function metricLabel(
  { key, label }: CatalogueView['metrics'][number],
  { platforms }: CatalogueView,
  known: MetricNames,
): string {
  const [id, stat] = key.split('.')
  const platform = stat === undefined ? undefined : platforms.find((each) => each.id === id)
  const name = known.stats[stat ?? '']
  if (platform && name !== undefined) return `${platform.name}: ${name}`
  return known.metrics[key] ?? label
}

/** A store's stat is a metric of the catalogue; an ad platform's has a name of its own. */
function statLabel({ metric, label }: { readonly metric: string; readonly label: string }, known: MetricNames): string {
  return known.metrics[metric] ?? known.stats[metric] ?? label
}

interface ShopRequest {
  readonly context: Readonly<RouterContextProvider>
  readonly params: { readonly domain: string }
  /** The page's URL, without the router's own parameters. */
  readonly url: URL
}

/**
 * The shop that the address names; in English, unless the page declares its content translated. When the address matches none
 * of the person's shops, or several of one domain, it redirects to the first one; without any shop, to creating one.
 */
export async function currentShop(
  { context, params, url }: ShopRequest,
  content?: typeof translated,
): Promise<ShopServices> {
  const services = context.get(servicesContext)
  const shop = await services.shop(params.domain)
  if (shop) return inLanguage(shop, content ? await pageLanguage(context) : 'en')
  const shops = await services.nameShops()
  const first = shops.find(({ domain }) => domain.startsWith(`${params.domain}~`)) ?? shops[0]
  if (!first) throw redirect(href('/register'))
  const { pathname, search } = url
  const page = pathname.split('/').slice(3).join('/')
  const home = href('/shop/:domain', { domain: first.domain })
  throw redirect(`${page ? `${home}/${page}` : home}${search}`)
}

/** Sets the language of metric names, dates and sentences to that of the page's content. */
export function inLanguage(services: ShopServices, language: Language): ShopServices {
  const { shop } = services
  return {
    ...services,
    shop: { ...shop, display: { ...shop.display, language } },
    catalogue: () => catalogueIn(services.catalogue(), language),
  }
}
