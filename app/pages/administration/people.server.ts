import { AppError } from '@tillsight/core'
import { href } from 'react-router'
import { formText } from '../../request.server.ts'
import type { PageModel } from './model.ts'
import { askedOf, chosen, doneOf, listOf, type Office } from './open.server.ts'

const filters = ['locked', 'unconfirmed', 'administrators'] as const
const tones = { active: 'good', unconfirmed: 'warn', locked: 'bad' } as const

/** Everybody with an account. */
export async function loadPeople(office: Office): Promise<PageModel> {
  const { run, text, search, when } = office
  const state = chosen(search, 'state', filters)
  const organisation = /^[\da-f-]{36}$/.exec(search.get('organisation') ?? '')?.[0]
  const found = await run('admin.people', {
    ...askedOf(search),
    ...(state ? { state } : {}),
    ...(organisation === undefined ? {} : { organisation }),
  })
  const filter = {
    name: 'state',
    label: text('list.state'),
    value: state ?? '',
    options: [
      { value: '', label: text('list.any') },
      ...filters.map((value) => ({ value, label: text(`people.filter.${value}`) })),
    ],
  }
  return {
    title: text('nav.people'),
    about: text('people.about'),
    done: doneOf(office),
    list: listOf(office, found, [filter]),
    notes: [],
    tables: [
      {
        id: 'people',
        title: text('people.list'),
        labelHeader: text('people.person'),
        columns: [
          { key: 'state', label: text('list.state'), isText: true },
          { key: 'organisations', label: text('people.organisations'), isText: true, isLong: true },
          { key: 'sign-in', label: text('people.lastSignIn'), isText: true },
          { key: 'created', label: text('people.created'), isText: true },
        ],
        rows: found.items.map((one) => ({
          key: one.person,
          label: one.email || one.name || one.person,
          note: [one.email ? one.name : '', one.isAdministrator ? text('people.administrator') : '']
            .filter((part) => part !== '')
            .join(' · '),
          to: href('/admin/people/:person', { person: one.person }),
          cells: [
            { text: text(`people.state.${one.state}`), tone: tones[one.state] },
            one.organisations.map(({ name, role }) => `${name} (${text.maybe(`role.${role}`, role)})`).join(', ') ||
              text('none'),
            when(one.lastSignInAt, text('people.never')),
            when(one.createdAt),
          ],
        })),
      },
    ],
  }
}

/** Something that can be done to an account. */
interface Step {
  readonly intent: string
  readonly label: string
  readonly about: string
  readonly isDanger: boolean
}

type Account = Awaited<ReturnType<typeof findAccount>>

/** Throws `not_found`. */
async function findAccount({ run, text }: Office, person: string) {
  const { items } = await run('admin.people', { search: person })
  const account = items.find((one) => one.person === person)
  if (account) return account
  throw new AppError('not_found', text('person.gone'))
}

/** One account with what can be done to it. Throws `not_found`. */
export async function loadPerson(office: Office, person: string, self: string) {
  const { text } = office
  const account = await findAccount(office, person)
  const { email, organisations } = account
  const isSelf = person === self
  return {
    title: email || account.name || person,
    done: doneOf(office),
    facts: factsOf(office, account),
    steps: stepsOf(office, account, isSelf),
    mayDelete: !isSelf,
    organisations: organisations.map(({ id, name, role, supportAllowed }) => ({
      id,
      name,
      role: text.maybe(`role.${role}`, role),
      isOpen: supportAllowed && !isSelf,
      button: text('person.lookInButton', { organisation: name }),
      closed: text('person.lookInClosed', { organisation: name }),
    })),
    labels: {
      back: text('person.back'),
      facts: text('person.facts'),
      actions: text('person.actions'),
      self: isSelf ? text('person.self') : '',
      delete: text('person.delete'),
      deleteAbout: text('person.deleteAbout'),
      deleteType: text('person.deleteType', { email }),
      lookIn: text('person.lookIn', { name: account.name || email }),
      lookInAbout: text('person.lookInAbout'),
      reason: text('person.reason'),
      reasonHelp: text('person.reasonHelp'),
    },
  }
}

function factsOf({ text, when }: Office, account: Account) {
  return [
    { name: text('people.name'), value: account.name || text('none') },
    { name: text('list.state'), value: text(`people.state.${account.state}`) },
    { name: text('people.created'), value: when(account.createdAt) },
    { name: text('people.lastSignIn'), value: when(account.lastSignInAt, text('people.never')) },
    { name: text('people.factor'), value: text(account.hasFactor ? 'yes' : 'no') },
    { name: text('people.administrator'), value: text(account.isAdministrator ? 'yes' : 'no') },
    { name: text('person.id'), value: account.person },
  ]
}

function stepsOf({ text }: Office, { state, email, isAdministrator }: Account, isSelf: boolean): Step[] {
  const intents: (keyof typeof steps)[] = []
  if (state === 'unconfirmed') intents.push('confirm')
  if (email !== '') intents.push('reset')
  if (!isSelf) intents.push(state === 'locked' ? 'unlock' : 'lock', isAdministrator ? 'dismiss' : 'appoint')
  return intents.map((intent) => ({
    intent,
    label: text(`person.${intent}`),
    about: text(`person.${intent}About`),
    isDanger: intent === 'lock' || intent === 'dismiss',
  }))
}

/** An account as its page shows it. */
export type PersonModel = Awaited<ReturnType<typeof loadPerson>>

const steps = {
  confirm: ['admin.confirm_person', 'confirmed'],
  lock: ['admin.lock_person', 'locked'],
  unlock: ['admin.unlock_person', 'unlocked'],
  reset: ['admin.reset_person', 'reset'],
  appoint: ['admin.appoint', 'appointed'],
  dismiss: ['admin.dismiss', 'dismissed'],
} as const

function isStep(intent: string): intent is keyof typeof steps {
  return Object.hasOwn(steps, intent)
}

/** What a form led to: a confirmation, an account that is gone, or a visit with the token of its cookie. */
type PersonOutcome =
  | { readonly kind: 'done' | 'deleted'; readonly done: string }
  | { readonly kind: 'visit'; readonly token: string; readonly endsAt: string }

/** Does what the form asks. Throws `invalid_input` for a form that is not known. */
export async function changePerson(office: Office, person: string, form: FormData): Promise<PersonOutcome> {
  const { run } = office
  const intent = formText(form, 'intent')
  if (isStep(intent)) {
    const [verb, done] = steps[intent]
    await run(verb, { person })
    return { kind: 'done', done }
  }
  if (intent === 'delete') {
    await run('admin.delete_person', { person, email: formText(form, 'email') })
    return { kind: 'deleted', done: 'deleted' }
  }
  if (intent === 'look-in') {
    const { email } = await findAccount(office, person)
    const asked = { organisation: formText(form, 'organisation'), email, reason: formText(form, 'reason') }
    const { token, endsAt } = await run('admin.look_in', asked)
    return { kind: 'visit', token, endsAt }
  }
  throw new AppError('invalid_input', 'This form asks for nothing that is known. Load the page again.')
}
