import { type ConnectionRow, type Database, updateConnection } from '@tillsight/database'
import type { ConnectionServices } from './services.ts'
import { sealContext } from './stored-connection.ts'

/**
 * Encrypts every stored connection with the current secret, after the box was opened with the earlier one beside it.
 * Flows that are under way keep the earlier secret for their 15 minutes. Returns how many were changed; safe to repeat.
 */
export async function rotateSecrets(db: Database, { secrets }: Pick<ConnectionServices, 'secrets'>): Promise<number> {
  const rows: ConnectionRow[] = await db.kysely.selectFrom('connections').selectAll().orderBy('id').execute()
  const outdated = rows.filter((row) => secrets.isOutdated(row.secrets))
  for (const { id, shopId, connector, secrets: sealed } of outdated) {
    const context = sealContext(shopId, connector)
    const plain = secrets.open(sealed, context)
    await updateConnection(db.kysely, id, { secrets: Buffer.from(secrets.seal(plain, context)) })
  }
  return outdated.length
}
