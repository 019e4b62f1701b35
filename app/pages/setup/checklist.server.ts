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
import { dayText, figureText } from '../../format/index.ts'
import type { ShopServices } from '../../services.ts'

/** A setup step; it is checked off by the actual state. */
export interface StepModel {
  readonly id: 'store' | 'history' | 'figures' | 'ads' | 'basics' | 'preferences' | 'invite'
  readonly title: string
  readonly text: string
  readonly isDone: boolean
  readonly action: { readonly label: string; readonly to: string } | null
  /** Intent posted to confirm that things are right as they are. */
  readonly confirm: string | null
}

/** Everything that steps depend on. */
interface Reading {
  readonly services: ShopServices
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
    storeStep(reading),
    historyStep(reading),
    figuresStep(reading),
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
  const isUsual = language === 'en' && theme === 'system' && currency === 'USD' && decimal === 2 && numbers === 'en-US'
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

function storeStep(reading: Reading): StepModel {
  const { domain } = reading.services.shop
  const store = storeOf(reading)
  const step = { id: 'store', title: 'Connect the store', confirm: null } as const
  if (store) return { ...step, text: `${store.account} is connected.`, isDone: true, action: null }
  return {
    ...step,
    text: 'Orders, refunds and customers come from it. It takes a minute.',
    isDone: false,
    action: { label: 'Connect the store', to: href('/shop/:domain/integrations', { domain }) },
  }
}

function historyStep(reading: Reading): StepModel {
  const store = storeOf(reading)
  const orders = store?.streams.find(({ id }) => id === 'orders')
  const isDone = store !== undefined && store.streams.every(({ state }) => state === 'complete')
  const { display } = reading.services.shop
  const step = { id: 'history', title: 'Import the history', confirm: null, action: null, isDone } as const
  if (!store) return { ...step, text: 'Begins by itself once the store is connected.' }
  if (!isDone) return { ...step, text: 'Under way; newest orders come first. Nothing to do here.' }
  const since = orders?.completeSince
    ? `, complete since ${dayText(orders.completeSince.slice(0, 10), display.language)}`
    : ''
  const text = `${figureText(reading.orders, 'count', display)} orders are in${since}.`
  if (reading.agreement === null) return { ...step, text }
  const to = href('/shop/:domain/integrations/reconciliation', { domain: reading.services.shop.domain })
  return {
    ...step,
    text: `${text} ${agreementText(reading.agreement)}`,
    action: { label: 'Compare with the store', to },
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

function agreementText({ isRunning, problem, days, differing, explained }: NonNullable<Agreement>): string {
  if (isRunning) return 'They are being compared with the store’s own report.'
  if (days === 0) return problem ?? 'No day is over yet that could be compared with the store’s own report.'
  if (differing > 0) return `${differing} of the last ${days} days differ from the store’s own report.`
  if (explained === 0) return `The last ${days} days agree with your store to the cent.`
  return `The last ${days} days agree with your store: ${days - explained} to the cent, ${explained} with a difference that is explained.`
}

function figuresStep({ services: { shop }, orders }: Reading): StepModel {
  const isDone = shop.firstDay !== null
  return {
    id: 'figures',
    title: 'See the first figures',
    isDone,
    confirm: null,
    text: isDone
      ? 'The summary has figures.'
      : orders > 0
        ? 'Orders are in, but none of them counts: look at what counts in the settings.'
        : 'They are on the summary minutes after the store is connected.',
    action: isDone ? { label: 'Open the summary', to: href('/shop/:domain', { domain: shop.domain }) } : null,
  }
}

function adsStep({ services, connections, isWithoutAds }: Reading): StepModel {
  const { domain } = services.shop
  const ads = connections.filter(({ kind, status }) => kind === 'ads' && status !== 'broken')
  const step = { id: 'ads', title: 'Connect the ad platforms' } as const
  if (ads.length > 0) {
    const names = ads.map(({ connectorLabel }) => connectorLabel).join(', ')
    return { ...step, isDone: true, text: `What is spent at ${names} is in the figures.`, action: null, confirm: null }
  }
  const waiting = connections.find(({ awaitsChoice }) => awaitsChoice)
  const to = waiting
    ? href('/shop/:domain/integrations', { domain })
    : href('/shop/:domain/setup/integrations', { domain })
  return {
    ...step,
    isDone: isWithoutAds,
    text: waiting
      ? `Say which accounts at ${waiting.connectorLabel} belong to this shop.`
      : 'They add what was spent, and what each platform says that it brought.',
    action: services.may.changeConnections && !isWithoutAds ? { label: 'See the platforms', to } : null,
    confirm: isWithoutAds || waiting ? null : 'This shop does without',
  }
}

function basicsStep({ services: { shop, may }, basics, keepsOwnBasics }: Reading): StepModel {
  const own = `Days follow ${shop.zone}, amounts are in ${shop.currency}`
  const isSame = basics !== null && basics.zone === shop.zone && basics.currency === shop.currency
  const isDone = isSame || (keepsOwnBasics && basics !== null)
  const step = { id: 'basics', title: 'Confirm time zone and currency', isDone } as const
  if (isSame) return { ...step, text: `${own}, as in the store.`, action: null, confirm: null }
  const settings = { label: 'Change in the settings', to: href('/shop/:domain/settings', { domain: shop.domain }) }
  const action = may.changeSettings ? settings : null
  if (basics === null) {
    return { ...step, text: `${own}. The store’s own are taken over when it is connected.`, action, confirm: null }
  }
  return {
    ...step,
    text: `${own}. The store says ${basics.zone} and ${basics.currency}.`,
    action: isDone ? null : action,
    confirm: may.changeSettings && !isDone ? 'Keep them as they are' : null,
  }
}

function preferencesStep({ services: { shop }, hasChosen }: Reading): StepModel {
  const to = `${href('/shop/:domain/settings', { domain: shop.domain })}#preferences`
  return {
    id: 'preferences',
    title: 'Choose how you see figures',
    isDone: hasChosen,
    text: 'Language, colours, display currency and number format, for you alone.',
    action: hasChosen ? null : { label: 'Choose', to },
    confirm: hasChosen ? null : 'Fine as they are',
  }
}

function inviteStep({ services: { shop }, members }: Reading): StepModel {
  const isDone = members > 1
  return {
    id: 'invite',
    title: 'Invite somebody',
    isDone,
    confirm: null,
    text: isDone
      ? `${members} people see this shop.`
      : 'Whoever works with you sees the same figures, in a role you choose.',
    action: isDone ? null : { label: 'Invite', to: href('/shop/:domain/settings/members', { domain: shop.domain }) },
  }
}

/** The shop's checklist, and the running imports. */
export async function loadSetupDone(services: ShopServices, now: string) {
  const { domain, name } = services.shop
  const [steps, connections] = await Promise.all([loadChecklist(services), readConnections(services)])
  const importing = connections.filter(({ status }) => status === 'importing')
  return {
    shop: { domain, name },
    steps,
    importing: importing.map((connection) => printConnection(connection, { now })),
  }
}
