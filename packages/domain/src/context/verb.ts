import { AppError } from '@tillsight/core'
import type { z } from 'zod'
import { type Actor, actorName, mayActFor, mayEnter, permissionsOf, supportOf } from './actor.ts'
import type { ActorContext, Context, PersonContext, ShopContext } from './context.ts'
import type { Permission } from './permissions.ts'
import { scopeOf } from './scopes.ts'

type VerbName = `${string}.${string}`

/** One thing the product can do. Interfaces call it through {@link run}; nothing else checks permission or parses. */
export interface Verb<
  Input,
  Output,
  Ctx extends ActorContext = ShopContext,
  Raw = Input,
  Name extends VerbName = VerbName,
> {
  /** `shop.create`: used for the audit entry, the API operation, and by pages. */
  readonly name: Name
  readonly needs: Permission
  /**
   * `write` runs in one transaction of the application state and leaves an audit entry; `work` leaves one too but
   * commits its own steps, because it writes facts or talks to platforms.
   */
  readonly access: 'read' | 'write' | 'work'
  readonly input: z.ZodType<Input, Raw>
  readonly output: z.ZodType<Output>
  /**
   * Whether an output is as its schema says by the way it is made: from facts that were checked where they were read, by code
   * whose tests hold it against the schema. Checking thousands of figures again takes as long as making them.
   */
  readonly isSound?: boolean
  /** Of a verb on a person's own data: whether an administrator who looks in as the person sees it, too. */
  readonly isForSupport?: boolean
  run(ctx: Ctx, input: Input): Promise<Output>
}

/** Declares a verb; only infers its types. */
export function defineVerb<
  Input,
  Output,
  Ctx extends ActorContext = ShopContext,
  Raw = Input,
  const Name extends VerbName = VerbName,
>(verb: Verb<Input, Output, Ctx, Raw, Name>): Verb<Input, Output, Ctx, Raw, Name> {
  return verb
}

/** What a door has a verb do besides. */
interface Around<Input, Output> {
  /** Before it runs: it is allowed by then, and its input valid. */
  readonly before?: ((input: Input) => Promise<unknown>) | undefined
  /** Once it is done: gives back what the door answers. */
  readonly after?: ((response: Output, input: Input) => Promise<Output>) | undefined
}

/** Runs a verb for the context's actor. Throws `forbidden`, `invalid_input` or the verb's own errors. */
export async function run<Input, Output, Ctx extends ActorContext, Raw>(
  verb: Verb<Input, Output, Ctx, Raw> & Around<Input, Output>,
  ctx: Ctx,
  input: Raw,
): Promise<Output> {
  assertNoVisit(ctx, verb)
  assertAllowed(ctx.actor, verb.needs, verb.name)
  assertOpen(ctx)
  const parsed = parseInput(verb, input)
  await verb.before?.(parsed)
  let output: Output
  if (verb.access === 'read') output = await verb.run(ctx, parsed)
  else {
    // A write reads for itself, and invalidates what was read before.
    const own = { ...ctx, reads: undefined, personReads: undefined }
    try {
      output =
        verb.access === 'work'
          ? await verb.run(own, parsed)
          : await ctx.db.transaction((queries) => verb.run({ ...own, queries }, parsed))
    } finally {
      if (hasShop(ctx)) ctx.reads?.forget()
      ctx.personReads?.forget()
    }
    ctx.log.info({ audit: verb.name, actor: actorName(ctx.actor), ...subjectOf(ctx) }, 'done')
  }
  const response = verb.isSound ? output : verb.output.parse(output)
  return verb.after ? await verb.after(response, parsed) : response
}

/** Throws `forbidden` unless the actor holds the permission. */
export function assertAllowed(actor: Actor, needs: Permission, what: string): void {
  if (permissionsOf(actor).includes(needs)) return
  // Whoever does not administer the installation does not learn that somebody can.
  if (needs === 'installation:administer') throw new AppError('not_found', 'There is nothing here.')
  if (actor.kind === 'api_key') throw beyondKey(needs, what)
  throw new AppError(
    'forbidden',
    `You may not do this (${what}): it needs the permission “${needs}”. Ask an owner of the organisation.`,
    {
      details: { needs },
    },
  )
}

function beyondKey(needs: Permission, what: string): AppError {
  const scope = scopeOf(needs)
  return scope === undefined
    ? new AppError('forbidden', `No key may do this (${what}): it takes a person who is signed in.`, {
        details: { needs },
      })
    : new AppError(
        'forbidden',
        `This key may not do this (${what}): it lacks the scope “${scope}”. Create a key that has it, and revoke this one.`,
        { details: { needs, scope } },
      )
}

/** The same error for a shop that does not exist and for one that belongs to somebody else. */
export function shopNotFound(domain: string): AppError {
  return new AppError(
    'not_found',
    `There is no shop “${domain}” here. Check the spelling, or ask its owner to invite you.`,
  )
}

/** Throws unless the shop belongs to the organisation and is open to the actor, and personal data is the actor's own. */
function assertOpen(ctx: ActorContext): void {
  if (hasShop(ctx) && (ctx.shop.organisation !== ctx.organisation || !mayEnter(ctx.actor, ctx.shop.id))) {
    throw shopNotFound(ctx.shop.domain)
  }
  if (hasPerson(ctx) && !mayActFor(ctx.actor, ctx.person)) {
    throw new AppError('forbidden', 'This belongs to somebody else. Sign in with the account it belongs to.')
  }
}

/**
 * Throws `forbidden` for an administrator who looks in as somebody: nothing is changed, and what belongs to the person alone, or
 * to their other organisations, is not shown. The only place that decides this, for every verb there is or will be.
 */
function assertNoVisit(
  ctx: ActorContext,
  verb: Pick<Verb<unknown, unknown>, 'name' | 'access' | 'isForSupport'>,
): void {
  const visit = supportOf(ctx.actor)
  if (!visit) return
  const isShown = hasOrganisation(ctx) ? ctx.organisation === visit.organisation : verb.isForSupport === true
  if (verb.access === 'read' && isShown) return
  throw new AppError(
    'forbidden',
    `You are looking in as somebody else (${verb.name}): nothing can be changed, and what is theirs alone is not shown. End looking in first.`,
    { details: { reason: 'support' } },
  )
}

/** The ids that an audit entry refers to. */
function subjectOf(ctx: ActorContext): object {
  if (hasShop(ctx)) return { shop: ctx.shop.id }
  if (hasOrganisation(ctx)) return { organisation: ctx.organisation }
  return hasPerson(ctx) ? { person: ctx.person } : {}
}

function hasShop(ctx: ActorContext): ctx is ShopContext {
  return 'shop' in ctx
}

function hasOrganisation(ctx: ActorContext): ctx is Context {
  return 'organisation' in ctx
}

function hasPerson(ctx: ActorContext): ctx is PersonContext {
  return 'person' in ctx
}

function parseInput<Input, Raw>(
  verb: { readonly name: string; readonly input: z.ZodType<Input, Raw> },
  input: Raw,
): Input {
  const result = verb.input.safeParse(input)
  if (result.success) return result.data
  const [first] = result.error.issues
  throw new AppError('invalid_input', first ? describeInputProblem(first) : 'The input is not valid.', {
    details: { field: first?.path.join('.') ?? '' },
    problems: problemsOf(result.error.issues),
    cause: result.error,
  })
}

/** The first problem of each field, by its path. */
function problemsOf(issues: readonly z.core.$ZodIssue[]): Readonly<Record<string, string>> {
  const first = Map.groupBy(issues, ({ path }) => path.join('.'))
  return Object.fromEntries(
    [...first].flatMap(([field, [issue]]) => (issue ? [[field, describeInputProblem(issue)] as const] : [])),
  )
}

/** Describes a problem with an input: our own sentences unchanged, the schema library's messages with the field's name. */
export function describeInputProblem({ path, message, code }: z.core.$ZodIssue): string {
  const name = path.length === 0 ? 'The input' : `“${path.join('.')}”`
  const text = message.replace(/\.+$/, '')
  if (text.endsWith('received undefined')) return `${name} is missing.`
  if (code === 'custom' || !/^(?:Invalid|Too|Unrecognized|expected)/.test(text)) return `${text}.`
  return `${name} is not valid: ${text.charAt(0).toLowerCase()}${text.slice(1)}.`
}
