import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { isNoAnswer, sayUnavailable } from './connect.ts'

/**
 * A pool as the query builder takes it. That the server is away is said as `unavailable`, here for all queries; and a
 * connection that gave no answer in time is not used again, whatever comes of its query.
 */
export function guardPool(pool: Pool): PostgresPool {
  return {
    options: pool.options,
    connect: () => sayUnavailable(async () => guardClient(await pool.connect())),
    end: () => pool.end(),
  }
}

function guardClient(client: PoolClient): PostgresPoolClient {
  let broken: Error | undefined
  const query = async <R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
    // Taking back what was begun would only wait once more.
    if (broken !== undefined) throw broken
    try {
      // Holds because the builder takes rows as they are.
      return (await client.query(sql, [...parameters])) as unknown as PostgresQueryResult<R>
    } catch (error) {
      if (isNoAnswer(error)) broken = error
      throw error
    }
  }
  return {
    query: ((sql: string, parameters: readonly unknown[]) =>
      sayUnavailable(() => query(sql, parameters))) as PostgresPoolClient['query'],
    release: (isUnusable = false) => client.release(isUnusable || broken !== undefined),
  }
}
