import { adDays, adReach, ledger } from '@tillsight/warehouse/tables'
import type { Dataset, DatasetId } from './definition.ts'

/** The fact tables that queries can read. */
export const datasets = {
  ledger: {
    id: 'ledger',
    table: ledger.name,
    tenant: 'shop_id',
    time: 'booked_at',
    dated: 'instant',
    columns: ledger.columns,
    rollup: { whole: 'daily', parts: 'daily_parts' },
  },
  ads: {
    id: 'ads',
    table: adDays.name,
    tenant: 'shop_id',
    time: 'day',
    dated: 'day',
    columns: adDays.columns,
  },
  reach: {
    id: 'reach',
    table: adReach.name,
    tenant: 'shop_id',
    time: 'first_day',
    dated: 'day',
    columns: adReach.columns,
  },
} as const satisfies Record<DatasetId, Dataset>
