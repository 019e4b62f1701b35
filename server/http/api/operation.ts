import type { JsonObject } from '@tillsight/core/merge-patch'
import type { Permission, RunVerb, VerbTable } from '@tillsight/domain'
import type { Context as Request } from 'hono'
import type { z } from 'zod'
import type { DoorContexts } from '../../contexts.ts'
import type { Visit } from '../../identity/visit.ts'
import type { Runtime } from '../../runtime.ts'
import { readJsonBody } from '../json-body.ts'

/** An operation of the API: validation, statuses, the description and its reference page are derived from the verb. */
export interface Operation extends Pick<Offer, 'method' | 'path' | 'summary' | 'about'> {
  readonly id: string
  readonly input: z.ZodType
  readonly output: z.ZodType
  /** Where it is not 200. */
  readonly status?: 200 | 202
  /** The permission that it needs first. */
  readonly needs: Permission
  answer(caller: ApiCaller, request: Request): Promise<unknown>
}

/** The caller of an operation, with the runtime. */
export interface ApiCaller {
  readonly runtime: Runtime
  readonly contexts: DoorContexts
  /** Null for a key. */
  readonly visit: Visit | null
}

/** Variable of a request that has its whole input already, as those of the official client, which name operations only. */
export const givenInput = 'givenInput'

/** How a verb is offered. */
interface Offer {
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  /** OpenAPI style: `/shops/{domain}/metrics/query`. */
  readonly path: string
  readonly summary: string
  /** What the summary does not say. */
  readonly about?: string | undefined
  /** Published name, if different from the verb's. */
  readonly id?: string
  /** Reads input from the request other than a JSON body. */
  readonly read?: (request: Request) => Readonly<Record<string, unknown>>
}

/** The exposed verbs of a table, by name. */
export type Offers<Verbs extends VerbTable> = { readonly [Name in keyof Verbs]?: Offer }

/** The operations of a verb table, in the given order. */
export function offered<Verbs extends VerbTable>(
  verbs: Verbs,
  offers: Offers<Verbs>,
  open: (caller: ApiCaller, request: Request) => Promise<RunVerb<Verbs>>,
): Operation[] {
  return Object.entries<Offer | undefined>(offers).flatMap(([name, offer]) => {
    const verb = verbs[name]
    if (!offer || !verb) return []
    const { method, path, summary, about, id = name } = offer
    return {
      method,
      path,
      id,
      summary,
      about,
      input: verb.input,
      output: verb.output,
      needs: verb.needs,
      async answer(caller: ApiCaller, request: Request) {
        // Input is passed on unchecked: the verb's schema validates it.
        const run = (await open(caller, request)) as (verb: string, input: unknown) => Promise<unknown>
        return await run(name, await readInput(offer, request))
      },
    }
  })
}

/** The parameters of these names, some of which are numbers; what is absent is left out, and so are all others. */
export function readParameters(
  request: Request,
  names: readonly string[],
  numbers: readonly string[] = [],
): Readonly<Record<string, string | number>> {
  const query = Object.entries(request.req.query())
  return Object.fromEntries([
    ...query.filter(([name]) => names.includes(name)),
    ...query.filter(([name]) => numbers.includes(name)).map(([name, text]) => [name, Number(text)] as const),
  ])
}

async function readInput({ method, read }: Offer, request: Request): Promise<Readonly<Record<string, unknown>>> {
  const given = request.get(givenInput) as JsonObject | undefined
  if (given !== undefined) return given
  const body = method === 'post' || method === 'patch' ? await readJsonBody(request) : {}
  return { ...body, ...read?.(request) }
}
