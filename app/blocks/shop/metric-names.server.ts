import type { Language } from '../../language/languages.ts'
import ar from '../../language/metric-names/ar.json' with { type: 'json' }
import de from '../../language/metric-names/de.json' with { type: 'json' }
import es from '../../language/metric-names/es.json' with { type: 'json' }
import fr from '../../language/metric-names/fr.json' with { type: 'json' }
import nl from '../../language/metric-names/nl.json' with { type: 'json' }
import type { CatalogueView } from '../../services.ts'

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

/** A platform's own metric is called as its stat, after the platform. */
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
