import { createHash } from 'node:crypto'
import { toConnectionId } from '@tillsight/core'
import type { Db, PendingConnectRow } from '@tillsight/database'
import { z } from 'zod'
import type { ConnectionServices } from './services.ts'

/** What the browser of a flow shows when it comes back; unguessable text. */
export const BrowserProof = z.string().min(20).max(200)

/** As it is stored. */
export function hashProof(proof: string): string {
  return createHash('sha256').update(proof).digest('hex')
}

/** Whether a browser that comes back is the one that began; one that was not named may be any. */
export function isSameBrowser(
  { browserHash }: Pick<PendingConnectRow, 'browserHash'>,
  proof: string | undefined,
): boolean {
  return browserHash === null || (proof !== undefined && hashProof(proof) === browserHash)
}

/** How long a flow may take. */
export const validForMs = 15 * 60_000

/** What is remembered of a flow while the merchant is away. */
const PendingValues = z.object({
  values: z.record(z.string(), z.string()),
  connection: z.string().transform(toConnectionId).optional(),
})
export type PendingValues = z.infer<typeof PendingValues>

/** Values of a flow open only with its own state. */
export function pendingContext(state: string): string {
  return `pending connect ${state}`
}

/** A flow without using it up. */
export async function findPendingConnect(db: Db, state: string): Promise<PendingConnectRow | undefined> {
  return db.selectFrom('pendingConnects').selectAll().where('state', '=', state).executeTakeFirst()
}

/** What a flow began with. */
export function openPending(
  { valuesEncrypted, state }: Pick<PendingConnectRow, 'valuesEncrypted' | 'state'>,
  { secrets }: Pick<ConnectionServices, 'secrets'>,
): PendingValues {
  return PendingValues.parse(JSON.parse(secrets.open(valuesEncrypted, pendingContext(state))))
}
