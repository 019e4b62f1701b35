import type { Connection } from './stored-connection.ts'

const trustMs = 2 * 24 * 3_600_000

/** Whether changes arrive by webhook: they were found active by a recent check, and nothing came that was signed wrongly. */
export function webhooksWork({ access, webhooks }: Pick<Connection, 'access' | 'webhooks'>, now: Date): boolean {
  if (access !== 'read_write' || webhooks === null || webhooks.active === 0 || webhooks.mistrusted.length > 0)
    return false
  return now.getTime() - Date.parse(webhooks.ensuredAt) < trustMs
}
