import { addDays } from '@tillsight/core/days'
import type { Preference } from '@tillsight/domain/inputs'
import { href } from 'react-router'
import {
  type ConnectionView,
  readConnections,
  type StoreBasics,
  storeBasics,
} from '../../blocks/connections/connections.ts'
import { printConnection } from '../../blocks/connections/print-connection.server.ts'
import { dayText } from '../../format/index.ts'
import type { Say } from '../../language/index.ts'
import { sayServer } from '../../language/server-words.server.ts'
import type { ShopServices } from '../../services.ts'
import { pageWords } from './words.server.ts'
import type { WordKey } from './words.ts'

/** A setup step; it is checked off by the actual state. */
export interface StepModel {
  readonly id: 'shop' | 'store' | 'history' | 'figures' | 'agreement' | 'ads' | 'basics' | 'preferences' | 'invite'
  readonly title: string
  readonly text: string
  /** The text exists in English only. */
  readonly isEnglish?: boolean
  readonly isDone: boolean
  readonly action: { readonly label: string; readonly to: string } | null
  /** Intent posted to confirm that things are right as they are. */
  readonly confirm: string | null
}

/** Everything that steps depend on. */
interface Reading {
  readonly services: ShopServices
  readonly say: Say<WordKey>
  readonly connections: readonly ConnectionView[]
  readonly basics: StoreBasics | null
  readonly keepsOwnBasics: boolean
  readonly hasChosen: boolean
  /** Somebody confirmed that there is no advertising on the supported platforms. */
  readonly isWithoutAds: boolean
  readonly orders: number
  readonly members: number
  readonly agreement: Agreement
}

/** Result of comparing the last weeks with the store's own report; null before the first comparison. */
type Agreement = Awaited<ReturnType<typeof loadAgreement>>

/** Completed and remaining steps, from the shop's actual state. */
export async function loadChecklist(services: ShopServices): Promise<readonly StepModel[]> {
  const [connections, standing, { settings }, preference, usage, agreement] = await Promise.all([
    readConnections(services),
    services.run('connection.list'),
    services.run('shop.get'),
    services.run('preference.get'),
    services.run('shop.usage'),
    loadAgreement(services),
  ])
  const reading: Reading = {
    services,
    say: pageWords.say(services.shop.display.language),
    connections,
    basics: storeBasics(standing),
    keepsOwnBasics: settings.keepsOwnBasics,
    hasChosen: isChosen(preference),
    isWithoutAds: hasConfirmed(preference, 'ads'),
    orders: usage.orders,
    members: usage.members ?? 0,
    agreement,
  }
  return [
    shopStep(reading),
    storeStep(reading),
    historyStep(reading),
    figuresStep(reading),
    agreementStep(reading),
    adsStep(reading),
    basicsStep(reading),
    preferencesStep(reading),
    ...(services.may.seeMembers ? [inviteStep(reading)] : []),
  ]
}

/** Runs a confirmation from the page; ignores unknown steps. */
export async function confirmStep(services: ShopServices, step: string): Promise<void> {
  if (step === 'basics') await services.run('shop.update', { settings: { keepsOwnBasics: true } })
  if (step === 'ads') await services.run('preference.change', { preference: { setup: { ads: true } } })
  if (step === 'preferences') await services.run('preference.change', { preference: { setup: { preferences: true } } })
}

/** Whether anything but the defaults was chosen; people who like the defaults can confirm them. */
function isChosen(preference: Preference): boolean {
  const { language, theme, currency, decimal, numbers, summary } = preference
  const isUsual = language === 'en' && theme === 'system' && currency === 'USD' && decimal === 2 && numbers === 'auto'
  const { grid, fluid } = summary.layout
  return !isUsual || grid !== 4 || fluid || hasConfirmed(preference, 'preferences')
}

function hasConfirmed(preference: Preference, step: 'ads' | 'preferences'): boolean {
  const setup: unknown = preference['setup']
  return typeof setup === 'object' && setup !== null && step in setup
}

function storeOf({ services, connections }: Reading): ConnectionView | undefined {
  return connections.find(({ connector, status }) => connector === services.shop.platform && status !== 'broken')
}

/** Whoever sees the list has registered and named a shop: the way begins with what is done. */
function shopStep({ services: { shop }, say }: Reading): StepModel {
  const text = say('shop.text', { shop: shop.name, domain: shop.domain })
  return { id: 'shop', title: say('shop.title'), text, isDone: true, action: null, confirm: null }
}

function storeStep(reading: Reading): StepModel {
  const { services, say } = reading
  const { domain } = services.shop
  const store = storeOf(reading)
  const step = { id: 'store', title: say('store.title'), confirm: null } as const
  if (store) return { ...step, text: say('store.connected', { account: store.account }), isDone: true, action: null }
  return {
    ...step,
    text: say('store.text'),
    isDone: false,
    action: { label: say('store.title'), to: href('/shop/:domain/integrations', { domain }) },
  }
}

function historyStep(reading: Reading): StepModel {
  const { services, say, orders: count } = reading
  const store = storeOf(reading)
  const isDone = store !== undefined && store.streams.every(({ state }) => state === 'complete')
  const step = { id: 'history', title: say('history.title'), confirm: null, action: null, isDone } as const
  if (!store) return { ...step, text: say('history.waiting') }
  if (!isDone) return { ...step, text: say('history.running') }
  const since = store.streams.find(({ id }) => id === 'orders')?.completeSince
  if (!since) return { ...step, text: say('history.complete', { count }) }
  return {
    ...step,
    text: say('history.since', { count, day: dayText(since.slice(0, 10), services.shop.display.language) }),
  }
}

const comparedDays = 35

async function loadAgreement(services: ShopServices) {
  const { today } = services.shop
  const { days, last } = await services.run('reconciliation.list', { from: addDays(today, -comparedDays), to: today })
  if (last === null) return null
  const differing = days.filter(({ state }) => state === 'differs').length
  const explained = days.filter(({ state }) => state === 'explained').length
  return { isRunning: last.endedAt === null, problem: last.problem, days: days.length, differing, explained }
}

/** The end of the way: every compared day is the store's own, or its difference has a known reason. */
function agreementStep({ services, say, agreement }: Reading): StepModel {
  const step = { id: 'agreement', title: say('agreement.title'), confirm: null } as const
  if (agreement === null) return { ...step, text: say('agreement.waiting'), isDone: false, action: null }
  const to = href('/shop/:domain/integrations/reconciliation', { domain: services.shop.domain })
  const action = { label: say('agreement.go'), to }
  const { problem, days, differing, isRunning } = agreement
  const isDone = days > 0 && differing === 0
  // Why nothing could be compared is worded where it happened.
  if (days === 0 && !isRunning && problem !== null)
    return { ...step, ...sayServer(problem, services.shop.display.language), isDone, action }
  return { ...step, text: agreementText(agreement, say), isDone, action }
}

function agreementText({ isRunning, days, differing, explained }: NonNullable<Agreement>, say: Say<WordKey>): string {
  if (isRunning) return say('agreement.running')
  if (days === 0) return say('agreement.none')
  if (differing > 0) return say('agreement.differs', { days, differing })
  if (explained === 0) return say('agreement.exact', { days })
  return say('agreement.explained', { days, explained, exact: days - explained })
}

function figuresStep({ services: { shop }, say, orders }: Reading): StepModel {
  const isDone = shop.firstDay !== null
  return {
    id: 'figures',
    title: say('figures.title'),
    isDone,
    confirm: null,
    text: say(isDone ? 'figures.done' : orders > 0 ? 'figures.none' : 'figures.waiting'),
    action: isDone ? { label: say('figures.go'), to: href('/shop/:domain', { domain: shop.domain }) } : null,
  }
}

function adsStep({ services, say, connections, isWithoutAds }: Reading): StepModel {
  const { domain } = services.shop
  const ads = connections.filter(({ kind, status }) => kind === 'ads' && status !== 'broken')
  const step = { id: 'ads', title: say('ads.title') } as const
  if (ads.length > 0) {
    const list = new Intl.ListFormat(services.shop.display.language)
    const names = list.format(new Set(ads.map(({ connectorLabel }) => connectorLabel)))
    return { ...step, isDone: true, text: say('ads.connected', { names }), action: null, confirm: null }
  }
  const waiting = connections.find(({ awaitsChoice }) => awaitsChoice)
  const to = waiting
    ? href('/shop/:domain/integrations', { domain })
    : href('/shop/:domain/setup/integrations', { domain })
  return {
    ...step,
    isDone: isWithoutAds,
    text: waiting ? say('ads.choose', { name: waiting.connectorLabel }) : say('ads.text'),
    action: services.may.changeConnections && !isWithoutAds ? { label: say('ads.go'), to } : null,
    confirm: isWithoutAds || waiting ? null : say('ads.without'),
  }
}

function basicsStep({ services: { shop, may }, say, basics, keepsOwnBasics }: Reading): StepModel {
  const own = { zone: shop.zone, currency: shop.currency }
  const isSame = basics !== null && basics.zone === shop.zone && basics.currency === shop.currency
  const isDone = isSame || (keepsOwnBasics && basics !== null)
  const step = { id: 'basics', title: say('basics.title'), isDone } as const
  if (isSame) return { ...step, text: say('basics.same', own), action: null, confirm: null }
  const settings = { label: say('basics.go'), to: href('/shop/:domain/settings', { domain: shop.domain }) }
  const action = may.changeSettings ? settings : null
  if (basics === null) return { ...step, text: say('basics.alone', own), action, confirm: null }
  return {
    ...step,
    text: say('basics.differs', { ...own, storeZone: basics.zone, storeCurrency: basics.currency }),
    action: isDone ? null : action,
    confirm: may.changeSettings && !isDone ? say('basics.keep') : null,
  }
}

function preferencesStep({ services: { shop }, say, hasChosen }: Reading): StepModel {
  const to = `${href('/shop/:domain/settings', { domain: shop.domain })}#preferences`
  return {
    id: 'preferences',
    title: say('preferences.title'),
    isDone: hasChosen,
    text: say('preferences.text'),
    action: hasChosen ? null : { label: say('preferences.go'), to },
    confirm: hasChosen ? null : say('preferences.fine'),
  }
}

function inviteStep({ services: { shop }, say, members }: Reading): StepModel {
  const isDone = members > 1
  return {
    id: 'invite',
    title: say('invite.title'),
    isDone,
    confirm: null,
    text: isDone ? say('invite.done', { count: members }) : say('invite.text'),
    action: isDone
      ? null
      : { label: say('invite.go'), to: href('/shop/:domain/settings/members', { domain: shop.domain }) },
  }
}

/** The shop's checklist, and the running imports. */
export async function loadSetupDone(services: ShopServices, now: string) {
  const { domain, name, display } = services.shop
  const [steps, connections] = await Promise.all([loadChecklist(services), readConnections(services)])
  const importing = connections.filter(({ status }) => status === 'importing')
  return {
    shop: { domain, name },
    steps,
    importing: importing.map((connection) => printConnection(connection, { now, language: display.language })),
  }
}
