import { channelName } from '../../blocks/credit/channels.ts'
import { type FigureFormat, figureText, shareText, toNumber } from '../../format/index.ts'
import { askReport, type ReportOf } from './ask-report.server.ts'
import { heatStep } from './heat.ts'
import { type CreditQuery, formatOf } from './query.server.ts'
import type { OverlapModel } from './reports-model.ts'

const mostPairs = 15

/** Channel overlap: for each pair, the share of the row's orders that the column's channel touched too. */
export async function loadOverlap(query: CreditQuery): Promise<OverlapModel> {
  const report = await askReport(query, 'overlap')
  const format = formatOf(query, report.currency)
  const count = (orders: number) => figureText(orders, 'count', format)
  return {
    channels: report.channels.map(({ channel, orders, exclusive }) => ({
      key: channel,
      label: channelName(channel),
      orders: count(orders),
      exclusive: count(exclusive),
      exclusiveShare: shareText(exclusive, orders, format),
      cells: report.channels.map(({ channel: other }) => cellOf(report, { channel, other, format })),
    })),
    pairs: report.pairs.slice(0, mostPairs).map(({ a, b, both, of_a: ofA, of_b: ofB, jaccard }) => ({
      key: `${a} ${b}`,
      label: `${channelName(a)} and ${channelName(b)}`,
      both: count(both),
      ofA: figureText(ofA, 'percent', format),
      ofB: figureText(ofB, 'percent', format),
      jaccard: figureText(jaccard, 'percent', format),
    })),
  }
}

interface Pairing {
  readonly channel: string
  readonly other: string
  readonly format: FigureFormat
}

function cellOf({ pairs }: ReportOf<'overlap'>, { channel, other, format }: Pairing) {
  if (channel === other) return null
  const pair = pairs.find(({ a, b }) => (a === channel && b === other) || (a === other && b === channel))
  const share = pair ? (pair.a === channel ? pair.of_a : pair.of_b) : '0'
  const text = figureText(share, 'percent', format)
  return {
    text,
    long: `${text} of the orders with ${channelName(channel)} had ${channelName(other)} too (${figureText(pair?.both ?? 0, 'count', format)} orders)`,
    step: heatStep(toNumber(share) ?? 0),
  }
}
