import { localesOfNumbers } from '@tillsight/domain/inputs'
import { href, type RouterContextProvider, redirect } from 'react-router'
import { pageLanguage } from '../../guards/page-language.server.ts'
import type { Language } from '../../language/languages.ts'
import ar from '../../language/metric-names/ar.json' with { type: 'json' }
import de from '../../language/metric-names/de.json' with { type: 'json' }
import es from '../../language/metric-names/es.json' with { type: 'json' }
import fr from '../../language/metric-names/fr.json' with { type: 'json' }
import nl from '../../language/metric-names/nl.json' with { type: 'json' }
import { learnNames, type Names } from '../../language/named-lists.server.ts'
import { shownTexts } from '../../language/pseudo.server.ts'
import { translateSentence } from '../../language/server-words.server.ts'
import { inSentence, labelled } from '../../language/text.ts'
import { servicesContext } from '../../request.server.ts'
import type { CatalogueView, ShopServices } from '../../services.ts'

type Texts = Readonly<Record<string, string>>

/** The catalogue's texts in one language, by key; English is the catalogue's own. */
interface MetricNames {
  readonly metrics: Texts
  readonly dimensions: Texts
  /** Stats of ad platforms, without the platform. */
  readonly stats: Texts
  readonly descriptions: Texts
  /** Of metrics that are more than the sum, difference or quotient of others. */
  readonly formulas: Texts
  /** Descriptions and formulas of stats, with `{platform}`. */
  readonly statDescriptions: Texts
  readonly statFormulas: Texts
}

const names: Readonly<Partial<Record<Language, MetricNames>>> = shownTexts({ de, fr, es, nl, ar })

/** The names of a language; undefined for English, which is the catalogue's own. */
export function namesIn(language: Language): MetricNames | undefined {
  return names[language]
}

const translated = new WeakMap<CatalogueView, Map<Language, CatalogueView>>()

/** The catalogue in a language. It has 100 metrics: one that is the same is translated once. */
export function catalogueIn(catalogue: CatalogueView, language: Language): CatalogueView {
  const known = namesIn(language)
  if (language === 'en' || !known) return catalogue
  const languages = translated.get(catalogue) ?? new Map<Language, CatalogueView>()
  translated.set(catalogue, languages)
  const found = languages.get(language) ?? translateCatalogue(catalogue, language, known)
  languages.set(language, found)
  return found
}

function translateCatalogue(
  catalogue: CatalogueView,
  language: Exclude<Language, 'en'>,
  known: MetricNames,
): CatalogueView {
  const labels = new Map(
    catalogue.metrics.map((metric) => [metric.key, metricLabel(metric, catalogue, { known, language })]),
  )
  return {
    metrics: catalogue.metrics.map((metric) => ({ ...metric, ...metricTexts(metric, { catalogue, known, labels }) })),
    dimensions: catalogue.dimensions.map((each) => ({ ...each, label: known.dimensions[each.key] ?? each.label })),
    platforms: catalogue.platforms.map((platform) => ({
      ...platform,
      stats: platform.stats.map((stat) => ({
        ...stat,
        label: statLabel(stat, known),
        description:
          known.descriptions[stat.metric] ??
          known.statDescriptions[stat.metric.split('.').at(-1) ?? '']?.replaceAll('{platform}', platform.name) ??
          stat.description,
      })),
    })),
    ...(catalogue.claimRules && { claimRules: rulesIn(catalogue.claimRules, language) }),
  }
}

/** What sentences in English call metrics and dimensions, and the language does. */
function namesBetween(english: CatalogueView, own: CatalogueView, language: Language): Names {
  const named = ({ metrics, dimensions }: CatalogueView, of: Language) => [
    ...metrics.map(({ label }) => label),
    ...dimensions.map(({ label }) => inSentence(label, of)),
  ]
  const labels = named(own, language)
  return new Map(named(english, 'en').map((label, place) => [label, labels[place] ?? label]))
}

type Metric = CatalogueView['metrics'][number]

interface CatalogueTexts {
  readonly catalogue: CatalogueView
  readonly known: MetricNames
  /** Labels of all metrics in the language. */
  readonly labels: ReadonlyMap<string, string>
}

function metricTexts(metric: Metric, { catalogue, known, labels }: CatalogueTexts) {
  const [id, stat = ''] = metric.key.split('.')
  const platform = catalogue.platforms.find((each) => each.id === id)?.name ?? ''
  const named = (text: string | undefined) => text?.replaceAll('{platform}', platform)
  const formula = known.formulas[metric.key] ?? named(known.statFormulas[stat])
  return {
    label: labels.get(metric.key) ?? metric.label,
    description: known.descriptions[metric.key] ?? named(known.statDescriptions[stat]) ?? metric.description,
    formula: formula ?? (metric.terms.length === 0 ? metric.formula : formulaOf(metric, labels)),
  }
}

const signs = { '+': '+', '-': '−', '/': '÷' } as const

/** A formula that is nothing but the names of its terms. */
function formulaOf({ terms }: Metric, labels: CatalogueTexts['labels']): string {
  return terms
    .map(({ metric, operator }, place) => `${place === 0 ? '' : `${signs[operator]} `}${labels.get(metric) ?? metric}`)
    .join(' ')
}

/** A platform's own metric is labelled with the platform and the stat. */
function metricLabel(
  { key, label }: CatalogueView['metrics'][number],
  { platforms }: CatalogueView,
  { known, language }: { readonly known: MetricNames; readonly language: Language },
): string {
  const [id, stat] = key.split('.')
  const platform = stat === undefined ? undefined : platforms.find((each) => each.id === id)
  const name = known.stats[stat ?? '']
  if (platform && name !== undefined) return labelled(platform.name, name, language)
  return known.metrics[key] ?? label
}

/** Rules that claims can be counted by, as their platforms name them. */
function rulesIn(rules: NonNullable<CatalogueView['claimRules']>, language: Exclude<Language, 'en'>) {
  return Object.fromEntries(
    Object.entries(rules).map(([platform, each]) => [
      platform,
      each.map((rule) => ({ ...rule, label: translateSentence(rule.label, language) ?? rule.label })),
    ]),
  )
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
 * The shop that the address names, in the language of the page. When the address matches none of the person's shops, or
 * several of one domain, it redirects to the first one; without any shop, to creating one.
 */
export async function currentShop({ context, params, url }: ShopRequest): Promise<ShopServices> {
  const services = context.get(servicesContext)
  const shop = await services.shop(params.domain)
  if (shop) return inLanguage(shop, await pageLanguage(context))
  const shops = await services.nameShops()
  const first = shops.find(({ domain }) => domain.startsWith(`${params.domain}~`)) ?? shops[0]
  if (!first) throw redirect(href('/register'))
  const { pathname, search } = url
  const page = pathname.split('/').slice(3).join('/')
  const home = href('/shop/:domain', { domain: first.domain })
  throw redirect(`${page ? `${home}/${page}` : home}${search}`)
}

/** Numbers follow the language of the page, unless another way was chosen for them. */
function numbersIn(display: ShopServices['shop']['display'], language: Language): string {
  const isChosen = display.numbers !== localesOfNumbers[display.language]
  return isChosen ? display.numbers : localesOfNumbers[language]
}

/** Sets the language of metric names, dates and sentences to that of the page's content. */
export function inLanguage(services: ShopServices, language: Language): ShopServices {
  const { shop } = services
  learnNames(language, () => namesBetween(services.catalogue(), catalogueIn(services.catalogue(), language), language))
  return {
    ...services,
    shop: { ...shop, display: { ...shop.display, language, numbers: numbersIn(shop.display, language) } },
    catalogue: () => catalogueIn(services.catalogue(), language),
  }
}
