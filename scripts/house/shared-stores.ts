import { startSharedServer } from '@tillsight/database/testing'
import { startTestHost } from '@tillsight/warehouse/testing'

/**
 * Runs `work` beside one PostgreSQL and one warehouse for many test files, because starting them takes longer than all
 * that most files do. `work` gets the variables by which the testing helpers of both packages find them; each file then
 * has databases of its own. Tests of the stores themselves start their own anyway.
 */
export async function withSharedStores<T>(
  isWanted: boolean,
  work: (env: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  if (!isWanted) return await work({})
  const cleanUps: (() => Promise<void>)[] = []
  const t = { after: (cleanUp: () => Promise<void>) => void cleanUps.push(cleanUp) }
  try {
    const [database, host] = await Promise.all([startSharedServer(t), startTestHost(t)])
    return await work({ TEST_DATABASE_URL: database, TEST_CLICKHOUSE_URL: host.url })
  } finally {
    await Promise.all(cleanUps.map((cleanUp) => cleanUp()))
  }
}
