import { z } from 'zod'
import { ConnectorError, isConnectorError } from '../failures.ts'
import { grantedScopes, salesReport } from './documents/report.ts'
import { damaged } from './failures.ts'
import { hasScope } from './scopes.ts'
import type { Shop } from './shop.ts'

const cell = z.union([z.string(), z.number(), z.boolean()]).nullish()
const row = z.record(z.string(), cell)
/** A row of the report by column. */
export type TableRow = z.infer<typeof row>

const Table = z.object({
  shopifyqlQuery: z
    .object({ parseErrors: z.array(z.string()), tableData: z.object({ rows: z.array(row) }).nullable() })
    .nullable(),
})
const Granted = z.object({
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
})

/**
 * Runs a query on Shopify’s reports. Throws `report_unavailable` with a message that says how the app gets access to them.
 */
export async function askReport(shop: Shop, query: string): Promise<readonly TableRow[]> {
  const response = await askOrDeny(shop, query)
  if (response === null) throw await unavailable(shop)
  const [problem] = response.parseErrors
  if (problem !== undefined) throw notUnderstood(shop, problem)
  if (response.tableData === null) throw new ConnectorError(damaged({ shop: shop.domain, what: 'its sales report' }))
  return response.tableData.rows
}

async function askOrDeny(shop: Shop, query: string): Promise<z.infer<typeof Table>['shopifyqlQuery']> {
  const question = { what: 'its sales report', document: salesReport, variables: { query }, shape: Table }
  try {
    return (await shop.ask(question)).shopifyqlQuery
  } catch (error) {
    if (isConnectorError(error) && error.failure.platformCode === 'ACCESS_DENIED') return null
    throw error
  }
}

/** Two approvals are needed, from different people: the scope, and for apps in the app store access to customer data. */
async function unavailable(shop: Shop): Promise<ConnectorError> {
  const question = { what: 'the access scopes', document: grantedScopes, shape: Granted }
  const scopes = (await shop.ask(question)).currentAppInstallation.accessScopes.map(({ handle }) => handle)
  const how = hasScope(scopes, 'read_reports')
    ? 'Shopify’s reports can show buyers, so the app needs “Protected customer data access” with name, address, e-mail and phone: request it in the Partner Dashboard or Dev Dashboard under the app > API access'
    : 'the app lacks the access scope read_reports: add it to the app, then approve the new permission in the shop'
  return new ConnectorError({
    kind: 'permission',
    message: `${shop.domain} does not show its own sales report to us: ${how}. Our figures do not depend on it; they are only not compared until then.`,
    platformCode: 'report_unavailable',
  })
}

function notUnderstood(shop: Shop, problem: string): ConnectorError {
  return new ConnectorError({
    kind: 'bad_request',
    message: `Shopify did not understand our question for the sales report of ${shop.domain} (${problem.slice(0, 160)}). Nothing was compared; update Tillsight, and tell us if it stays so. Our figures do not depend on it.`,
    platformCode: 'report_not_understood',
  })
}
