import { AppError } from '@tillsight/core'
import { type DatabaseConnection, PostgresDialect, PostgresDriver } from 'kysely'

/**
 * What PostgreSQL says of a value that none of its columns can hold or be compared with: a text with a zero byte, half a
 * surrogate pair in JSON, a number or a time beyond the type's range, what is no UUID.
 */
const impossibleValues = new Set(['22001', '22003', '22007', '22008', '22021', '22P02', '22P05'])

/**
 * Kysely's dialect, for values that come from outside: one that cannot exist in a database is the sender's to mend and no
 * failure of ours, at whichever door it came in.
 */
export class OutsideValuesDialect extends PostgresDialect {
  readonly #config: ConstructorParameters<typeof PostgresDialect>[0]

  constructor(config: ConstructorParameters<typeof PostgresDialect>[0]) {
    super(config)
    this.#config = config
  }

  override createDriver(): PostgresDriver {
    return new OutsideValuesDriver(this.#config)
  }
}

class OutsideValuesDriver extends PostgresDriver {
  readonly #known = new WeakSet<DatabaseConnection>()

  override async acquireConnection(
    ...options: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(...options)
    if (this.#known.has(connection)) return connection
    this.#known.add(connection)
    // The driver knows its connections by identity, so that none can be put around them.
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async (...query) => {
      try {
        return await execute(...query)
      } catch (error) {
        throw isImpossibleValue(error) ? refusal(error) : error
      }
    }
    return connection
  }
}

function isImpossibleValue(error: unknown): boolean {
  return error instanceof Error && 'code' in error && impossibleValues.has(String(error.code))
}

function refusal(cause: unknown): AppError {
  return new AppError(
    'invalid_input',
    'Something in this request cannot exist here: a text with a zero byte or a broken character, or a number or time that is out of range. Correct it and try again.',
    { cause },
  )
}
