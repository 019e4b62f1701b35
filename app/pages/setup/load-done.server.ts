import { readConnections } from '../../blocks/connections/connections.ts'
import { printConnection } from '../../blocks/connections/print-connection.server.ts'
import type { ShopServices } from '../../services.ts'
import { loadChecklist } from './checklist.server.ts'

/** The checklist of a shop, and the imports that are under way. */
export async function loadSetupDone(services: ShopServices, now: string) {
  const { domain, name } = services.shop
  const [steps, connections] = await Promise.all([loadChecklist(services), readConnections(services)])
  const importing = connections.filter(({ status }) => status === 'importing')
  return {
    shop: { domain, name },
    steps,
    importing: importing.map((connection) => printConnection(connection, { now })),
  }
}
