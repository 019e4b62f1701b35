import {
  type ActorContext,
  type ConnectionContext,
  type Context,
  type PersonContext,
  run,
  type Verb,
} from '@tillsight/domain'
import type { Context as Request } from 'hono'
import type { z } from 'zod'
import type { CallerContexts } from '../../contexts.ts'
import { readJsonBody } from '../json-body.ts'

/** One line of the API: validation, statuses, the description and its page in the reference follow from the verb. */
export interface Operation {
  readonly method: 'get' | 'post'
  /** OpenAPI style: `/shops/{domain}/metrics/query`. */
  readonly path: string
  readonly id: string
  readonly summary: string
  readonly input: z.ZodType
  readonly output: z.ZodType
  /** Where it is not 200. */
  readonly status?: 200 | 202
  answer(contexts: CallerContexts, request: Request): Promise<unknown>
}

interface Line<Input, Output, Ctx extends ActorContext, Raw> {
  readonly method: 'get' | 'post'
  readonly path: string
  readonly summary: string
  readonly verb: Verb<Input, Output, Ctx, Raw>
  /** Its published name, where that is not the verb's. */
  readonly id?: string
  /** What the request says beyond a JSON body. */
  readonly read?: (request: Request) => Readonly<Record<string, unknown>>
  /** What follows from the answer, before it is given. */
  readonly follow?: (ctx: ConnectionContext, answer: Output) => Promise<Output>
}

/** An operation outside any shop. */
export function operation<Input, Output, Raw>(line: Line<Input, Output, Context, Raw>): Operation {
  return describe(line, async (contexts, request) =>
    run(line.verb, await contexts.anyShop(), await readInput(line, request)),
  )
}

/** An operation on what is the caller's own, over all their organisations. */
export function personOperation<Input, Output, Raw>(line: Line<Input, Output, PersonContext, Raw>): Operation {
  return describe(line, async (contexts, request) =>
    run(line.verb, await contexts.person(), await readInput(line, request)),
  )
}

/** An operation on the shop that the path names. */
export function shopOperation<Input, Output, Ctx extends ActorContext, Raw>(
  line: Line<Input, Output, Ctx, Raw> & { readonly verb: Verb<Input, Output, ConnectionContext, Raw> },
): Operation {
  return describe(line, async (contexts, request) => {
    const ctx = await contexts.shop(request.req.param('domain') ?? '')
    const answer = await run(line.verb, ctx, await readInput(line, request))
    return line.follow ? line.follow(ctx, answer) : answer
  })
}

function describe<Input, Output, Ctx extends ActorContext, Raw>(
  { method, path, summary, verb, id = verb.name }: Line<Input, Output, Ctx, Raw>,
  answer: Operation['answer'],
): Operation {
  return { method, path, id, summary, input: verb.input, output: verb.output, answer }
}

/** Whatever arrives is handed on as it is: the verb's schema is what decides. */
async function readInput<Input, Output, Ctx extends ActorContext, Raw>(
  line: Line<Input, Output, Ctx, Raw>,
  request: Request,
): Promise<Raw> {
  const body = line.method === 'post' ? await readJsonBody(request) : {}
  return { ...body, ...line.read?.(request) } as Raw
}
