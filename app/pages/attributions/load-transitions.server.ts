import { channelName } from '../../blocks/credit/channels.ts'
import { figureText } from '../../format/index.ts'
import { askReport } from './ask-report.server.ts'
import { heatStep } from './heat.ts'
import { type CreditQuery, formatOf } from './query.server.ts'
import type { TransitionsModel } from './reports-model.ts'

const names: Readonly<Record<string, string>> = {
  '(start)': 'Start',
  '(conversion)': 'Order',
  '(null)': 'No order',
}

/** Transitions between channels: a first-order Markov chain, without steps rarer than 1%. */
export async function loadTransitions(query: CreditQuery): Promise<TransitionsModel> {
  const report = await askReport(query, 'transitions')
  const format = formatOf(query, report.currency)
  const states = report.states.toSorted(({ journeys: one }, { journeys: other }) => other - one)
  const left = states.filter(({ state }) => state !== '(conversion)' && state !== '(null)').map(({ state }) => state)
  const rows = ['(start)', ...left.filter((state) => state !== '(start)')]
  const columns = [...rows.slice(1), '(conversion)', '(null)']
  const edges = new Map(report.edges.map((edge) => [`${edge.from} → ${edge.to}`, edge]))
  const share = (part: number) => figureText(part, 'percent', format)
  const count = (journeys: number) => figureText(journeys, 'count', format)
  return {
    states: rows.map(nameOf),
    columns: columns.map(nameOf),
    cells: rows.map((from) =>
      columns.map((to) => {
        const edge = edges.get(`${from} → ${to}`)
        return edge
          ? {
              text: share(edge.share),
              long: `${nameOf(from)} → ${nameOf(to)}: ${count(edge.journeys)} journeys, ${share(edge.share)} of those that leave ${nameOf(from)}`,
              step: heatStep(edge.share),
            }
          : null
      }),
    ),
    edges: report.edges
      .toSorted(({ journeys: one }, { journeys: other }) => other - one)
      .slice(0, mostEdges)
      .map(({ from, to, journeys, share: part }) => ({
        key: `${from} → ${to}`,
        from: nameOf(from),
        to: nameOf(to),
        journeys: count(journeys),
        share: share(part),
        part,
      })),
    sentence: report.fit.sentence,
    isEnough: report.fit.is_enough,
  }
}

const mostEdges = 20

function nameOf(state: string): string {
  return names[state] ?? channelName(state)
}
