import { isAppError } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import type { MadeByMember, MembersView, OrganisationVerbs, RunVerb } from '@tillsight/domain'
import { dayText } from '../../format/index.ts'
import type { Language } from '../../language/languages.ts'
import { wordsOfPage } from '../../language/page-words.server.ts'
import { shownTexts } from '../../language/pseudo.server.ts'
import type {
  ContentModel,
  LeavingModel,
  LimitingModel,
  MadeModel,
  MembersModel,
  MembersWords,
  OfferModel,
} from './model.ts'
import ar from './words/ar.json' with { type: 'json' }
import de from './words/de.json' with { type: 'json' }
import en from './words/en.json' with { type: 'json' }
import es from './words/es.json' with { type: 'json' }
import fr from './words/fr.json' with { type: 'json' }
import nl from './words/nl.json' with { type: 'json' }

type Run = RunVerb<OrganisationVerbs>

/** The most powerful first. */
export const roleNames = ['owner', 'admin', 'analyst', 'viewer'] as const

const dictionaries: Readonly<Record<Language, typeof en>> = shownTexts({ en, de, fr, es, nl, ar })

const pageWords = wordsOfPage({
  en: en.labels,
  de: de.labels,
  fr: fr.labels,
  es: es.labels,
  nl: nl.labels,
  ar: ar.labels,
})

/** The texts of the page. */
export function membersWords(language: Language): MembersWords {
  const { labels, done, roles } = dictionaries[language]
  return {
    title: labels.title,
    texts: pageWords.words(language),
    done,
    roles: roleNames.map((role) => ({ role, ...roles[role] })),
  }
}

interface Asked {
  /** Id of the current person. */
  readonly self: string
  readonly language: Language
  /** Who is to be removed, or limited to which shops. */
  readonly search: URLSearchParams
}

/** The members as the page shows them; undefined for a role that may not see them. */
export async function loadMembers(run: Run, asked: Asked): Promise<MembersModel | undefined> {
  try {
    const view = await run('member.list')
    const printed = printMembers(view, asked)
    if (!view.mayChange) return printed
    const others = new Map(printed.members.filter(({ isSelf }) => !isSelf).map((member) => [member.person, member]))
    const leaving = others.get(asked.search.get('remove') ?? '')
    const limited = others.get(asked.search.get('limit') ?? '')
    return {
      ...printed,
      shops: (await run('shop.list')).map(({ domain, name }) => ({ domain, name })),
      support: (await run('organisation.support')).allowed,
      leaving: leaving && (await loadLeaving(run, leaving, asked.language)),
      limiting: limited && (await loadLimiting(run, limited, asked)),
      contents:
        view.deleteAt === null && asked.search.has('delete') ? await loadContents(run, asked.language) : undefined,
    }
  } catch (failure) {
    if (isAppError(failure) && failure.code === 'forbidden') return undefined
    throw failure
  }
}

/** The offer of ownership to a person who sees nothing else of the page; undefined: none. */
export async function loadOwnOffer(run: Run, language: Language): Promise<OfferModel | undefined> {
  const offer = await run('ownership.find')
  return offer ? { isForSelf: true, from: offer.from, to: '', until: dayOf(offer.expiresAt, language) } : undefined
}

type Member = MembersModel['members'][number]

async function loadLeaving(run: Run, { person, ...member }: Member, language: Language): Promise<LeavingModel> {
  const { keys, webhooks, shares, webhooksOfNobody } = await run('member.made', { person })
  return {
    person,
    who: callOf(member),
    keys: keys.map((key) => printKey(key, language)),
    webhooks: webhooks.map(printWebhook),
    shares: shares.map(({ id, title, shop }) => ({ id, name: title, detail: shop })),
    ofNobody: webhooksOfNobody.map(printWebhook),
  }
}

/** Undefined where no shops are named, or none of the keys reaches more. */
async function loadLimiting(
  run: Run,
  { person, ...member }: Member,
  { search, language }: Asked,
): Promise<LimitingModel | undefined> {
  const shops = search.getAll('shops')
  const keys = (await run('member.made', { person })).keys.filter((key) => reachesMore(key, shops))
  if (keys.length === 0 || shops.length === 0) return undefined
  return {
    person,
    who: callOf(member),
    shops,
    shopsText: enumerate(shops, language),
    keys: keys.map((key) => printKey(key, language)),
  }
}

/** What people know of goes by name; rows of facts are left out. */
async function loadContents(run: Run, language: Language): Promise<ContentModel[]> {
  const { facts: _, ...counts } = await run('organisation.contents')
  const { contents } = dictionaries[language]
  const print = new Intl.NumberFormat(language)
  return Object.entries(contents).map(([name, label]) => ({
    label,
    count: print.format(new Map(Object.entries(counts)).get(name) ?? 0),
  }))
}

type Key = MadeByMember['keys'][number]

/** Whether a key reaches other shops than these. */
export function reachesMore({ shops: reached }: Pick<Key, 'shops'>, shops: readonly string[]): boolean {
  return reached === null || reached.some((shop) => !shops.includes(shop))
}

function printKey({ id, name, prefix, shops }: Key, language: Language): MadeModel {
  const reach = shops === null ? dictionaries[language].labels.everyShop : shops.join(', ')
  return { id, name, detail: `${prefix}… · ${reach}` }
}

function printWebhook({ id, url, shop }: MadeByMember['webhooks'][number]): MadeModel {
  return { id, name: url, detail: shop }
}

/** Members by name, the current person first; invitations in their given order. */
export function printMembers(view: MembersView, { self, language }: Omit<Asked, 'search'>): MembersModel {
  const { name, mayChange, members, invitations, factorFrom, deleteAt } = view
  const say = pageWords.say(language)
  const owners = members.filter(({ role }) => role === 'owner')
  const sees = (shops: readonly string[] | null) =>
    shops === null ? say('seesAll') : say('sees', { shops: enumerate(shops, language) })
  return {
    name,
    mayChange,
    members: members
      .toSorted((a, b) => Number(b.person === self) - Number(a.person === self) || callOf(a).localeCompare(callOf(b)))
      .map(({ person, name: called, email, role, since, shops, secondFactor, seenOn }) => ({
        person,
        name: called,
        email,
        role,
        since: dayOf(since, language),
        isSelf: person === self,
        shops,
        sees: sees(shops),
        hasFactor: secondFactor,
        seen: seenOn === null ? say('unseen') : say('seen', { day: dayOf(seenOn, language) }),
      })),
    invitations: invitations.map(({ id, email, role, shops, expiresAt }) => ({
      id,
      email,
      role,
      sees: sees(shops),
      until: dayOf(expiresAt, language),
    })),
    whoMay: enumerate(owners.map(callOf), language),
    isOnlyOwner: owners.length === 1 && owners.some(({ person }) => person === self),
    shops: [],
    leaving: undefined,
    limiting: undefined,
    contents: undefined,
    factorFrom: factorFrom && dayOf(factorFrom, language),
    deleteOn: deleteAt && dayOf(deleteAt, language),
    support: undefined,
    offer: printOffer(view, { self, language }),
  }
}

function printOffer({ offer, members }: MembersView, { self, language }: Omit<Asked, 'search'>): MembersModel['offer'] {
  if (!offer) return undefined
  const nameOf = (id: string) => {
    const found = members.find(({ person }) => person === id)
    return found ? callOf(found) : ''
  }
  const { from, to, expiresAt } = offer
  return { isForSelf: to === self, from: nameOf(from), to: nameOf(to), until: dayOf(expiresAt, language) }
}

function enumerate(names: readonly string[], language: Language): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names)
}

/** `Mon 2 Nov 2026`: the day of an instant in UTC, or a day. */
function dayOf(instant: string, language: Language): string {
  return dayText(parseDay(instant.slice(0, 10)), language)
}

function callOf({ name, email }: { readonly name: string; readonly email: string }): string {
  return name || email
}
