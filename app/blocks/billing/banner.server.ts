import type { OrganisationVerbs, RunVerb, VerbOutput } from '@tillsight/domain'
import { dateOfText } from '../../format/index.ts'
import type { Language } from '../../language/index.ts'
import { billingWords } from './words.server.ts'

type Access = VerbOutput<OrganisationVerbs['billing.standing']>['access']

/** What is said on every page about an organisation that has to pay. */
export interface BillingBanner {
  readonly text: string
  /** What the link to its plan says. */
  readonly link: string
  readonly isClosed: boolean
}

interface Place {
  readonly language: Language
  /** IANA zone of days. */
  readonly zone: string
  /** The present instant. */
  readonly now: string
}

/** What has to be done about the plan; undefined: nothing. */
export async function loadBillingBanner(
  run: RunVerb<OrganisationVerbs>,
  place: Place,
): Promise<BillingBanner | undefined> {
  const { access } = await run('billing.standing')
  const text = describe(access, place)
  if (text === '') return undefined
  const link = billingWords.say(place.language)('bar.link')
  return { text, link, isClosed: access.kind === 'read_only' }
}

function describe({ kind, problem, until, since, readsUntil }: Access, { language, zone, now }: Place): string {
  if (kind === 'full' || problem === null) return ''
  const say = billingWords.say(language)
  const dayOf = (instant: string | null) => ({ day: instant === null ? '–' : dateOfText(instant, zone, language) })
  if (kind === 'warned') {
    const isKnown = problem === 'choose_plan' || problem === 'finish_payment' || problem === 'past_due'
    return isKnown ? say(`bar.${problem}`, dayOf(until)) : ''
  }
  if (problem === 'past_due') return say('closed.unpaid', dayOf(since))
  const cause = say(`closed.${problem}`, dayOf(since))
  const isRead = readsUntil !== null && now < readsUntil
  return `${cause} ${isRead ? say('closed.rest', dayOf(readsUntil)) : say('closed.stopped')}`
}
