import type { Clock } from '@tillsight/core'
import { type Db, findPushKeys, type PushKeysRow, type SecretsBox, savePushKeys } from '@tillsight/database'
import webPush from 'web-push'

/** What the private key is sealed for. */
/** Encryption context of our private key. */
export const keysContext = 'push keys'

/** What keys are read and made with. */
export interface PushKeySource {
  readonly queries: Db
  readonly clock: Clock
  readonly secrets: SecretsBox
}

/** The keys by which push services know this installation; made at the first call, and the same from then on. */
export async function openPushKeys(source: PushKeySource): Promise<Pick<PushKeysRow, 'publicKey'>> {
  const { queries, clock, secrets } = source
  const known = await findPushKeys(queries)
  if (known) return known
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  const sealed = Buffer.from(secrets.seal(privateKey, keysContext))
  await savePushKeys(queries, { publicKey, privateKey: sealed, createdAt: clock.now() })
  // Another process may have been first.
  return (await findPushKeys(queries)) ?? { publicKey }
}

/** Both keys; undefined before anybody asked for them. Throws `unavailable` if they were sealed with another secret. */
export async function readPushKeys({
  queries,
  secrets,
}: Pick<PushKeySource, 'queries' | 'secrets'>): Promise<{ publicKey: string; privateKey: string } | undefined> {
  const row = await findPushKeys(queries)
  return row && { publicKey: row.publicKey, privateKey: secrets.open(row.privateKey, keysContext) }
}
