// Verbs about people, with the calls to the auth service and the emails that they need.
import { AppError, type PersonId } from '@tillsight/core'
import {
  type BillingContext,
  type ContentsContext,
  type Context,
  type MemberContext,
  noteFailedSignIn,
  type OrganisationVerbs,
  organisationVerbs,
  type PersonVerbs,
  personVerbs,
  type RunVerb,
  requestRound,
  run,
  type VerbInput,
  type VerbOutput,
  type VerbTable,
} from '@tillsight/domain'
import { billingServices } from './billing-services.ts'
import { type CallerContexts, callerContexts, type OwnContext, personContext } from './contexts.ts'
import type { Visit } from './identity/visit.ts'
import { memberLetters, type Post } from './member-letters.ts'
import { digestServices } from './notifications/services.ts'
import { pushDevices } from './push.ts'
import type { Runtime } from './runtime.ts'
import { runner } from './verbs.ts'

/** Verbs that need additional steps, by name. */
type OwnWays<Verbs extends VerbTable, Place> = {
  readonly [Name in keyof Verbs]?: (at: Place, input: VerbInput<Verbs[Name]>) => Promise<VerbOutput<Verbs[Name]>>
}

interface PersonPlace {
  readonly runtime: Runtime
  readonly visit: Visit
  readonly contexts: CallerContexts
}

const ofPerson: OwnWays<PersonVerbs, PersonPlace> = {
  /** Checks type and size, crops to a square and re-encodes. */
  async 'picture.save'({ contexts }, { image }) {
    const ctx = await contexts.person()
    // Loaded on demand: the command line starts faster without.
    const { encodePicture } = await import('./identity/picture.ts')
    return await run(personVerbs['picture.save'], ctx, { image: await encodePicture(image) })
  },
  /**
   * Creating codes requires a verified second factor: codes created earlier would bypass it later, for everybody who knew the
   * password at the time.
   */
  async 'recovery_code.create'({ visit, contexts }) {
    if ((await visit.caller()).level !== 'aal2') {
      throw new AppError('conflict', 'Recovery codes need two-step verification. Set it up first, then create them.')
    }
    return await run(personVerbs['recovery_code.create'], await contexts.person(), {})
  },
  /**
   * Replaces the second factor: removes the person's factors. The code is spent first: a failure in between costs a code and
   * grants nothing.
   */
  async 'recovery_code.spend'(at, input) {
    const ctx = await at.contexts.incompletePerson()
    if (!at.runtime.attempts.take(ctx.person)) {
      throw new AppError('limit_reached', 'That was too often. Wait a quarter of an hour, then try again.')
    }
    const spent = await run(personVerbs['recovery_code.spend'], ctx, input).catch(async (refusal: unknown) => {
      const { person, clock, origin } = ctx
      const from = { network: origin?.network ?? '', agent: origin?.agent ?? '' }
      await noteFailedSignIn({ queries: ctx.db.kysely, clock }, { step: 'factor', person, typed: '', ...from })
      throw refusal
    })
    await removeFactors(at)
    return spent
  },
  /** Also has it mailed at once. */
  async 'digest.send'({ runtime, contexts }, input) {
    const ctx = await contexts.person()
    if (!runtime.attempts.take(`digests of ${ctx.person}`)) {
      throw new AppError('limit_reached', 'That was often. Wait a quarter of an hour, then send another.')
    }
    const sent = await run(personVerbs['digest.send'], ctx, input)
    await requestRound(runtime.jobs)
    return sent
  },
  /** Also has it pushed at once. */
  async 'push.test'({ runtime, contexts }, input) {
    const ctx = await contexts.person()
    if (!runtime.attempts.take(`push tests of ${ctx.person}`)) {
      throw new AppError('limit_reached', 'That was often. Wait a quarter of an hour, then send another.')
    }
    const sent = await run(personVerbs['push.test'], ctx, input)
    await requestRound(runtime.jobs)
    return sent
  },
}

/** Runs verbs on the person's own data. Throws `unauthenticated` for a visitor. */
export function personRunner(runtime: Runtime, visit: Visit): RunVerb<PersonVerbs> {
  const at: PersonPlace = { runtime, visit, contexts: callerContexts(runtime, visit) }
  return runner<PersonVerbs, OwnContext>(personVerbs, async (verb, input) => {
    // Whoever looks in as somebody is refused by the verb itself, before anything else is looked at.
    const ownWay = visit.support
      ? undefined
      : (ofPerson[verb.name as keyof PersonVerbs] as AnyWay<PersonPlace> | undefined)
    return ownWay ? await ownWay(at, input) : await run(verb, await at.contexts.person(), input)
  })
}

/** Like {@link personRunner}, for the operator, without the person's authentication. Never for a request. */
export function operatorRunner(runtime: Runtime, person: PersonId): RunVerb<PersonVerbs> {
  const digests = digestServices(runtime, runtime.stores.background)
  const own = { recoveryKey: runtime.recoveryKey, digests, files: runtime.files, push: pushDevices(runtime) }
  const ctx: OwnContext = { ...personContext(runtime, person), ...own }
  return runner<PersonVerbs, OwnContext>(personVerbs, (verb, input) => run(verb, ctx, input))
}

async function removeFactors({ runtime: { auth }, visit }: PersonPlace): Promise<void> {
  const { user } = await visit.anyCaller()
  for (const factor of user.factors ?? []) {
    const { error } = await auth.admin().mfa.deleteFactor({ id: factor.id, userId: user.id })
    if (error !== null && error.status !== 404) {
      throw new AppError(
        'unavailable',
        'Your two-step verification could not be removed right now. Try again in a moment with another code.',
        { cause: error },
      )
    }
  }
}

interface OrganisationPlace {
  readonly post: Post
  readonly ctx: OrganisationContext
}

/** With all that verbs on an organisation need. */
type OrganisationContext = MemberContext & ContentsContext & BillingContext

const ofOrganisation: OwnWays<OrganisationVerbs, OrganisationPlace> = {
  /** Also ends their sessions, on every device. */
  async 'member.remove'({ post, ctx }, input) {
    const removed = await run(organisationVerbs['member.remove'], ctx, input)
    await post.auth.service.endSessions(input.person)
    return removed
  },
}

/** Runs verbs on one organisation. */
export function organisationRunner(
  post: Post & Pick<Runtime, 'stores' | 'billing' | 'sync'>,
  from: Context,
): RunVerb<OrganisationVerbs> {
  const letters = memberLetters(post, from.actor)
  const ctx = { ...from, letters, warehouses: post.stores.warehouse, ...billingServices(post) }
  return runner<OrganisationVerbs, OrganisationContext>(organisationVerbs, async (verb, input) => {
    const ownWay = ofOrganisation[verb.name as keyof OrganisationVerbs] as AnyWay<OrganisationPlace> | undefined
    return ownWay ? await ownWay({ post, ctx }, input) : await run(verb, ctx, input)
  })
}

/** A handler whose types are checked by the verb's name. */
type AnyWay<Place> = (at: Place, input: unknown) => Promise<unknown>
