import { z } from 'zod'
import { isConnectorError } from '../failures.ts'
import type { Store } from './store.ts'

/** How a shop has set up its Analytics. */
export interface ReportSettings {
  /** Orders in these statuses are in no figure there; without prefix. */
  readonly excluded: readonly string[]
  /** On which day an order counts there, unless one asks for another. */
  readonly datedBy: 'date_created' | 'date_paid' | 'date_completed'
}

const alwaysExcluded = ['auto-draft', 'trash', 'checkout-draft']

const defaults: ReportSettings = {
  excluded: [...alwaysExcluded, 'pending', 'failed', 'cancelled'],
  datedBy: 'date_paid',
}

const WireSettings = z.array(z.object({ id: z.string(), value: z.unknown() }))
const Statuses = z.array(z.string())
const DateType = z.enum(['date_created', 'date_paid', 'date_completed'])

/** What the shop says, or WooCommerce's defaults where the key may not read its settings. */
export async function readReportSettings(store: Store): Promise<ReportSettings> {
  const values = await readSettings(store)
  const statuses = Statuses.safeParse(values.get('woocommerce_excluded_report_order_statuses'))
  const dateType = DateType.safeParse(values.get('woocommerce_date_type'))
  return {
    excluded: statuses.success
      ? [...alwaysExcluded, ...statuses.data.map((status) => status.replace(/^wc-/, ''))]
      : defaults.excluded,
    datedBy: dateType.success ? dateType.data : defaults.datedBy,
  }
}

async function readSettings(store: Store): Promise<Map<string, unknown>> {
  try {
    const { data } = await store.get('wc-analytics/settings/wc_admin')
    const settings = WireSettings.safeParse(data)
    return new Map(settings.success ? settings.data.map(({ id, value }) => [id, value]) : [])
  } catch (error) {
    // Only what is not there or not to be read: the report itself may answer all the same.
    if (isConnectorError(error) && ['permission', 'not_found', 'account_state'].includes(error.failure.kind)) {
      return new Map()
    }
    throw error
  }
}
