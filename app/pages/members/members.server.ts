import { AppError } from '@tillsight/core'
import type { OrganisationVerbs, Role, RunVerb } from '@tillsight/domain'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import type { Language } from '../../language/index.ts'
import { formText } from '../../request.server.ts'
import type { AppServices } from '../../services.ts'
import { reachesMore, roleNames } from './load-members.server.ts'
import type { MembersDone, MembersFailure } from './model.ts'

/** Result of a form: the key of its confirmation, what is asked before it is done, or that the person has left. */
export type MembersOutcome =
  | { readonly kind: 'done'; readonly done: MembersDone }
  | { readonly kind: 'ask'; readonly search: URLSearchParams }
  | { readonly kind: 'left' }

interface Membership {
  readonly organisation: string
  /** Id of the current person. */
  readonly self: string
}

type Run = RunVerb<OrganisationVerbs>
type Step = (run: Run, form: FormData) => Promise<MembersDone>

/** What each form does, by its intent; returns the key of its confirmation. */
const steps: ReadonlyMap<string, Step> = new Map<string, Step>([
  [
    'invite',
    async (run, form) => {
      await run('member.invite', { email: formText(form, 'email'), role: readRole(form), shops: readShops(form) })
      return 'invited'
    },
  ],
  [
    'resend',
    async (run, form) => {
      await run('member.resend_invitation', { invitation: formText(form, 'invitation') })
      return 'resent'
    },
  ],
  [
    'revoke',
    async (run, form) => {
      await run('member.revoke_invitation', { invitation: formText(form, 'invitation') })
      return 'revoked'
    },
  ],
  [
    'role',
    async (run, form) => {
      await run('member.change_role', { person: formText(form, 'person'), role: readRole(form) })
      return 'role'
    },
  ],
  [
    'remove',
    async (run, form) => {
      const ended = { keys: all(form, 'keys'), webhooks: all(form, 'webhooks'), shares: all(form, 'shares') }
      await run('member.remove', { person: formText(form, 'person'), ...ended })
      return 'removed'
    },
  ],
  [
    'offer',
    async (run, form) => {
      await run('ownership.offer', { person: formText(form, 'person') })
      return 'offered'
    },
  ],
  [
    'withdraw-offer',
    async (run) => {
      await run('ownership.withdraw')
      return 'offer-withdrawn'
    },
  ],
  [
    'accept-offer',
    async (run) => {
      await run('ownership.accept')
      return 'owner'
    },
  ],
  [
    'decline-offer',
    async (run) => {
      await run('ownership.decline')
      return 'declined'
    },
  ],
  [
    'require-factor',
    async (run) => {
      await run('organisation.require_factor', { required: true })
      return 'factor'
    },
  ],
  [
    'delete',
    async (run, form) => {
      await run('organisation.delete', { name: formText(form, 'name') })
      return 'deletion'
    },
  ],
  [
    'keep',
    async (run) => {
      await run('organisation.keep')
      return 'kept'
    },
  ],
  [
    'allow-no-factor',
    async (run) => {
      await run('organisation.require_factor', { required: false })
      return 'no-factor'
    },
  ],
  [
    'allow-support',
    async (run) => {
      await run('organisation.allow_support', { allowed: true })
      return 'support'
    },
  ],
  [
    'stop-support',
    async (run) => {
      await run('organisation.allow_support', { allowed: false })
      return 'no-support'
    },
  ],
])

/** Carries out a form of the page. Throws what the verbs throw. */
export async function changeMembers(
  services: Pick<AppServices, 'run' | 'inOrganisation'>,
  form: FormData,
  { organisation, self }: Membership,
): Promise<MembersOutcome> {
  const intent = formText(form, 'intent')
  const isOwn = intent === 'remove' && formText(form, 'person') === self
  if (intent === 'leave' || isOwn) {
    await services.run('organisation.leave', { organisation })
    return { kind: 'left' }
  }
  const run = await services.inOrganisation(organisation)
  if (intent === 'shops') return await limit(run, form)
  const step = steps.get(intent)
  if (step) return { kind: 'done', done: await step(run, form) }
  throw new AppError('invalid_input', 'This form is not one of this page. Reload the page and try again.')
}

/** Changes somebody's shops; asks first where keys of theirs reach more. */
async function limit(run: Run, form: FormData): Promise<MembersOutcome> {
  const [person, shops] = [formText(form, 'person'), readShops(form)]
  if (shops !== null && formText(form, 'asked') !== 'yes') {
    const { keys } = await run('member.made', { person })
    if (keys.some((key) => reachesMore(key, shops))) {
      return { kind: 'ask', search: new URLSearchParams([['limit', person], ...shops.map((shop) => ['shops', shop])]) }
    }
  }
  await run('member.change_shops', { person, shops, keys: all(form, 'keys') })
  return { kind: 'done', done: 'shops' }
}

/** Why a form was rejected, in the language of the page, and what was typed. */
export function toMembersFailure(
  refusal: unknown,
  form: FormData,
  language: Language,
): { failure: MembersFailure; status: number } {
  const typed = { email: formText(form, 'email'), role: formText(form, 'role'), shops: readShops(form) }
  const { body, status } = wordRefusal(refusal, { language })
  return { failure: { ...body, typed }, status }
}

/** Null: all. */
function readShops(form: FormData): string[] | null {
  return formText(form, 'access') === 'certain' ? all(form, 'shops') : null
}

function all(form: FormData, name: string): string[] {
  return form.getAll(name).filter((value): value is string => typeof value === 'string')
}

function readRole(form: FormData): Role {
  const text = formText(form, 'role')
  const known = roleNames.find((role) => role === text)
  if (known) return known
  throw new AppError('invalid_input', 'Choose one of the roles.', { details: { field: 'role' } })
}
