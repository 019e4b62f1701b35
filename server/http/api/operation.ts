import type { RunVerb, VerbTable } from '@tillsight/domain'
import type { Context as Request } from 'hono'
import type { z } from 'zod'
import type { CallerContexts } from '../../contexts.ts'
import type { Visit } from '../../identity/visit.ts'
import type { Runtime } from '../../runtime.ts'
import { readJsonBody } from '../json-body.ts'

/** One line of the API: validation, statuses, the description and its page in the reference follow from the verb. */
export interface Operation extends Pick<Offer, 'method' | 'path' | 'summary'> {
  readonly id: string
  readonly input: z.ZodType
  readonly output: z.ZodType
  /** Where it is not 200. */
  readonly status?: 200 | 202
  answer(caller: ApiCaller, request: Request): Promise<unknown>
}

/** Whoever asks, and what answers. */
export interface ApiCaller {
  readonly runtime: Runtime
  readonly visit: Visit
  readonly contexts: CallerContexts
}

/** How a verb is offered. */
interface Offer {
  readonly method: 'get' | 'post'
  /** OpenAPI style: `/shops/{domain}/metrics/query`. */
  readonly path: string
  readonly summary: string
  /** Its published name, where that is not the verb's. */
  readonly id?: string
  /** What the request says beyond a JSON body. */
  readonly read?: (request: Request) => Readonly<Record<string, unknown>>
}

/** The verbs of a table that are offered, by their names. */
export type Offers<Verbs extends VerbTable> = { readonly [Name in keyof Verbs]?: Offer }

/** The operations of a table of verbs, in the order of their offers. */
export function offered<Verbs extends VerbTable>(
  verbs: Verbs,
  offers: Offers<Verbs>,
  open: (caller: ApiCaller, request: Request) => Promise<RunVerb<Verbs>>,
): Operation[] {
  return Object.entries<Offer | undefined>(offers).flatMap(([name, offer]) => {
    const verb = verbs[name]
    if (!offer || !verb) return []
    const { method, path, summary, id = name } = offer
    return {
      method,
      path,
      id,
      summary,
      input: verb.input,
      output: verb.output,
      async answer(caller: ApiCaller, request: Request) {
        // Whatever arrives is handed on as it is: the verb's schema is what decides.
        const run = (await open(caller, request)) as (verb: string, input: unknown) => Promise<unknown>
        return await run(name, await readInput(offer, request))
      },
    }
  })
}

async function readInput({ method, read }: Offer, request: Request): Promise<Readonly<Record<string, unknown>>> {
  const body = method === 'post' ? await readJsonBody(request) : {}
  return { ...body, ...read?.(request) }
}
