import { plainCell } from '@tillsight/core'
import {
  type ConnectionContext,
  exportAttribution,
  getOrderJourney,
  listAttributionOrders,
  listCreditedPlaces,
  queryAttribution,
  reportAttribution,
  run,
} from '@tillsight/domain'
import { stringify } from 'csv-stringify/sync'
import type { AttributionServices } from '../../app/attributing.ts'

/** Questions about credit, bound to the context's actor. */
export function createAttributionServices(ctx: ConnectionContext): AttributionServices {
  return {
    attribution: (question) => run(queryAttribution, ctx, question),
    creditedPlaces: (question) => run(listCreditedPlaces, ctx, question),
    attributionReport: (question) => run(reportAttribution, ctx, question),
    attributionOrders: (question) => run(listAttributionOrders, ctx, question),
    orderJourney: (question) => run(getOrderJourney, ctx, question),
    attributionCsv: async (question) =>
      stringify(await exportAttribution(ctx, question), { header: true, cast: { string: plainCell }, bom: true }),
  }
}
