import { Preference } from '@tillsight/domain/inputs'
import { arrange, type SummaryPreference } from './arrange.ts'
import { toSummaryCatalogue } from './load-catalogue.server.ts'
import { loadWidget } from './load-summary.server.ts'
import type { WidgetLoad } from './model.ts'
import { noSuchFigure, type SummaryQuery } from './query.server.ts'

/** The widget that a query string describes; invalid parameters result in a failed widget. */
export async function loadRequestedWidget(params: URLSearchParams, query: SummaryQuery): Promise<WidgetLoad> {
  const { services, state } = query
  const connections = await services.run('connection.list')
  const catalogue = toSummaryCatalogue(services.catalogue(), services.shop, connections)
  const summary = toPreference(params)
  const { sections } = arrange(summary, catalogue, state)
  const frame = sections.flatMap(({ widgets }) => widgets).find(({ key }) => key === asked)
  if (!frame?.isConnected) return noSuchFigure(services.shop)
  return loadWidget(frame, query)
}

/** Key of the single widget. */
const asked = 'own.asked'

function toPreference(params: URLSearchParams): SummaryPreference {
  const text = (name: string) => params.get(`widget.${name}`) ?? undefined
  const settings = {
    kind: text('kind'),
    stat: text('stat'),
    by: text('by'),
    limit: text('limit') === undefined ? undefined : Number(text('limit')),
    compare: text('compare') !== '0',
    goal: text('goal'),
    goalPer: text('goalPer'),
  }
  const read = Preference.safeParse({ summary: { stats: { [asked]: settings } } })
  return (read.success ? read.data : Preference.parse({})).summary
}
