import { AppError } from '@tillsight/core'
import type { JsonObject } from '@tillsight/core/merge-patch'
import type { Context } from 'hono'
import { z } from 'zod'

/** The body of a request as a JSON object. Throws `invalid_input` for forms, other JSON and what is none. */
export async function readJsonBody({ req }: Context): Promise<JsonObject> {
  const type = req.header('content-type') ?? ''
  if (!type.includes('json')) {
    throw new AppError(
      'invalid_input',
      `The body must be JSON: send it with “content-type: application/json” (this one came as “${type.slice(0, 60)}”).`,
    )
  }
  const parsed = z.looseObject({}).safeParse(await req.json().catch(() => undefined))
  if (!parsed.success) throw new AppError('invalid_input', 'The body is not a JSON object.')
  return parsed.data
}
