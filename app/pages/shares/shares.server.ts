import { AppError, isAppError } from '@tillsight/core'
import type { RunVerb, ShareView, ShopVerbs } from '@tillsight/domain'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import { dayText, instantText, rangeText } from '../../format/index.ts'
import type { Language } from '../../language/languages.ts'
import { textFor } from '../../language/text-for.server.ts'
import { formText } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import {
  lives,
  type MadeShare,
  type ShareFailure,
  type ShareModel,
  type ShareOption,
  shareViews,
  type TypedShare,
} from './model.ts'
import { ranges, rangeWords } from './range-words.ts'
import { pageWords } from './words.server.ts'
import type { WordKey } from './words.ts'

type Run = RunVerb<ShopVerbs>

/** The zone and the language that links are printed in. */
export interface SharePlace {
  readonly zone: string
  readonly language: Language
}

const dayMs = 86_400_000

/** The shop's links, those that work first; undefined for a role that may not see them. */
export async function loadShares(run: Run, place: SharePlace): Promise<readonly ShareModel[] | undefined> {
  try {
    const { items } = await run('share.list')
    const [working, ended] = [true, false].map((isActive) =>
      items.filter(({ state }) => (state === 'active') === isActive),
    )
    return [...(working ?? []), ...(ended ?? [])].map((share) => printShare(share, place))
  } catch (failure) {
    if (isAppError(failure) && failure.code === 'forbidden') return undefined
    throw failure
  }
}

/** Prints a link. */
export function printShare(share: ShareView, { zone, language }: SharePlace): ShareModel {
  const say = pageWords.say(language)
  const day = (instant: string) => dayText(instantDay(instant, zone), language)
  const { state, createdBy, createdAt, expiresAt, revokedAt, opened } = share
  const times = opened.reduce((sum, each) => sum + each.times, 0)
  const end = revokedAt ?? expiresAt
  return {
    id: share.id,
    title: share.title,
    shows: [
      say(share.view),
      say(share.kind),
      rangeLabel(share.range, language),
      ...(share.period === 'choosable' ? [say('choosable')] : []),
      ...share.include.map((extra) => say(extra)),
      ...(share.hasPassword ? [say('password')] : []),
      ...(share.embedOn.length > 0 ? [say('embedded', { sites: share.embedOn.join(', ') })] : []),
    ].join(' · '),
    history: [
      say('madeBy', { name: createdBy.name, day: day(createdAt) }),
      say(state === 'active' ? 'worksUntil' : 'ended', { day: day(end) }),
    ].join(' · '),
    ended: state === 'active' ? null : say(`state_${state}`),
    opened: say('opened', { count: times }),
    openings: opened.map((each) => ({ day: dayText(each.day, language), times: each.times })),
  }
}

/** `2026-11-02` in the zone. */
function instantDay(instant: string, zone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(new Date(instant))
}

function rangeLabel(range: ShareView['range'], language: Language): string {
  return typeof range === 'string' ? textFor(language)(rangeWords[range]) : rangeText(range, language)
}

const between = '..'

/** What the form proposes for the view and the days of the page that led here. */
export function proposeShare(search: URLSearchParams, language: Language): TypedShare {
  const view = shareViews.find((each) => each === search.get('view')) ?? 'summary'
  const { range, from, to } = parseSearch(search)
  const named = ranges.find((each) => rangeWords[each] === `period.${range}`) ?? 'last_30_days'
  return {
    view,
    title: pageWords.say(language)(view),
    kind: 'live',
    range: range === 'custom' && from && to ? `${from}${between}${to}` : named,
    isChoosable: false,
    hasCosts: false,
    hasExport: false,
    days: '30',
    embedOn: '',
  }
}

/** The days that the form offers: all named ones, and those that were chosen by hand. */
export function rangeOptions(chosen: string, language: Language): readonly ShareOption[] {
  const t = textFor(language)
  const [from = '', to = ''] = chosen.split(between)
  const own = to === '' ? [] : [{ value: chosen, label: rangeText({ from, to }, language) }]
  return [...own, ...ranges.map((value) => ({ value, label: t(rangeWords[value]) }))]
}

function readTyped(form: FormData): TypedShare {
  return {
    view: formText(form, 'view'),
    title: formText(form, 'title'),
    kind: formText(form, 'kind'),
    range: formText(form, 'range'),
    isChoosable: form.has('choosable'),
    hasCosts: form.has('costs'),
    hasExport: form.has('export'),
    days: formText(form, 'days'),
    embedOn: formText(form, 'embedOn'),
  }
}

/** Makes a link from the form. Throws what the verb throws. */
export async function makeShare(
  run: Run,
  form: FormData,
  { now, zone, language }: SharePlace & { readonly now: string },
): Promise<MadeShare> {
  const typed = readTyped(form)
  const [from = '', to = ''] = typed.range.split(between)
  const password = form.get('password')
  const days = lives.find((each) => each === typed.days) ?? '30'
  const made = await run('share.create', {
    // What is none of these is refused by the verb.
    view: typed.view as (typeof shareViews)[number],
    title: typed.title,
    kind: typed.kind === 'frozen' ? 'frozen' : 'live',
    period: typed.isChoosable ? 'choosable' : 'fixed',
    range: to === '' ? (ranges.find((each) => each === from) ?? 'last_30_days') : { from, to },
    include: [...(typed.hasCosts ? (['costs'] as const) : []), ...(typed.hasExport ? (['export'] as const) : [])],
    embedOn: typed.embedOn.split(/[\s,;]+/).filter((text) => text !== ''),
    expires: new Date(Date.parse(now) + Number(days) * dayMs).toISOString(),
    ...(typeof password === 'string' && password !== '' ? { password } : {}),
  })
  const day = instantText(made.expiresAt, zone, language)
  return { url: made.url, text: pageWords.say(language)('madeText', { title: made.title, day }) }
}

/** Ends one link, or all. Throws what the verbs throw. */
export async function endShares(run: Run, form: FormData): Promise<void> {
  switch (formText(form, 'intent')) {
    case 'revoke':
      await run('share.revoke', { share: formText(form, 'share') })
      return
    case 'revoke_all':
      await run('share.revoke_all')
      return
    default:
      throw new AppError('invalid_input', 'This form is not one of this page. Reload the page and try again.')
  }
}

/** Why a form was rejected, in the language of the page, and what was typed. */
export function toShareFailure(
  refusal: unknown,
  form: FormData,
  language: Language,
): { failure: ShareFailure; status: number } {
  const say = pageWords.say(language)
  const field = (path: string) => {
    const key = refusedFields.get(path.split('.', 1).join(''))
    return key && say(key)
  }
  const { body, status } = wordRefusal(refusal, { language, field })
  // Of a list of sites, one is named: the message says which.
  const [, site] = Object.entries(body.fields).find(([path]) => path.startsWith('embedOn')) ?? []
  const fields = { ...body.fields, ...(site && { embedOn: site }) }
  return { failure: { ...body, fields, typed: readTyped(form) }, status }
}

const refusedFields: ReadonlyMap<string, WordKey> = new Map(
  (['title', 'range', 'period', 'password', 'expires', 'embedOn'] as const).map((name) => [name, `refused.${name}`]),
)
