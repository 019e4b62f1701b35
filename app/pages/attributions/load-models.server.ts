import type { ReportQueryInput } from '@tillsight/domain'
import { creditModels } from '../../blocks/credit/credit-choice.ts'
import type { CreditNames } from '../../blocks/credit/credit-names.server.ts'
import { describeChange } from '../../charts/change.ts'
import { type FigureFormat, figureText, toNumber } from '../../format/index.ts'
import { sayServer } from '../../language/server-words.server.ts'
import { labelled } from '../../language/text.ts'
import { askReport, type ReportOf } from './ask-report.server.ts'
import { printFit } from './print-fit.server.ts'
import { type CreditQuery, formatOf } from './query.server.ts'
import type { ModelsModel, SpreadModel } from './reports-model.ts'
import { ordersText } from './rows.server.ts'
import { everyModel } from './tabs.ts'
import { namesIn, sayIn } from './words.server.ts'
import type { SayAttribution } from './words.ts'

/** Models compared with the chosen one (attribution.md §14). */
const besides = ['last_non_direct', 'linear_all', 'shapley', 'markov'] as const

/** Models side by side: the chosen one first, as the baseline. */
export async function loadModels(query: CreditQuery): Promise<ModelsModel> {
  const isEvery = query.state.by === everyModel
  const others = isEvery ? creditModels.map(({ id }) => id) : besides
  const models = [...new Set([query.choice.model, ...others])] as NonNullable<ReportQueryInput['models']>
  const report = await askReport(query, 'models', { models })
  const { language } = query.services.shop.display
  const format = formatOf(query, report.currency)
  const [say, names] = [sayIn(query), namesIn(query)]
  const widest = Math.max(0, ...report.rows.flatMap(({ cells }) => cells.map(({ revenue }) => toNumber(revenue) ?? 0)))
  return {
    isEvery,
    models: report.models.map(({ model, revenue, orders, fit }) => ({
      id: model,
      name: names.model(model),
      revenue: figureText(revenue, 'money', format),
      orders: printOrders(orders, { format, say }),
      fit: fit && !fit.is_enough ? printFit(query, fit) : null,
    })),
    rows: report.rows.map((row) => printRow(row, { format, say, names, widest })),
    fits: report.models.flatMap(({ model, fit }) =>
      fit ? [labelled(names.model(model), printFit(query, fit), language)] : [],
    ),
    notes: report.warnings.map((text) => sayServer(text, language)),
  }
}

interface Printing {
  readonly format: FigureFormat
  readonly say: SayAttribution
  readonly names: CreditNames
  readonly widest: number
}

function printRow(row: ReportOf<'models'>['rows'][number], printing: Printing): ModelsModel['rows'][number] {
  const { format, say, names, widest } = printing
  const revenues = row.cells.map(({ revenue }) => toNumber(revenue) ?? 0)
  return {
    key: row.channel || '(not_tracked)',
    label: row.channel === '' ? say('printed.unattributed') : names.channel(row.channel),
    isNotTracked: row.channel === '',
    cells: row.cells.map(({ revenue, orders, roas, change }, index) => ({
      text: figureText(revenue, 'money', format),
      orders: printOrders(orders, printing),
      roas: roas === null ? null : figureText(roas, 'ratio', format),
      change:
        index === 0 || change === null
          ? null
          : describeChange({
              now: revenues[index] ?? null,
              before: revenues[0] ?? null,
              better: 'neither',
              isShare: false,
              format,
            }),
    })),
    spread: { text: figureText(row.spread, 'money', format), ...spreadOf(revenues, widest) },
  }
}

function printOrders(orders: string, { format, say }: Pick<Printing, 'format' | 'say'>): string {
  return say('printed.orders', { count: Number(orders), orders: ordersText(orders, format) })
}

/** Positions of the models between zero and the table's largest figure, 0–1. */
function spreadOf(revenues: readonly number[], widest: number): Pick<SpreadModel, 'from' | 'to' | 'marks'> {
  const place = (value: number) => (widest > 0 ? Math.round((Math.max(0, value) / widest) * 1000) / 1000 : 0)
  return { from: place(Math.min(...revenues)), to: place(Math.max(...revenues)), marks: revenues.map(place) }
}
