import { AppError } from '@tillsight/core'
import type { ShopVerbs, VerbInput } from '@tillsight/domain'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import type { Language } from '../../language/index.ts'
import { formText } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import { type SettingsFailure, type SettingsForm, settingsForms } from './model.ts'
import { pageWords } from './words.server.ts'
import type { WordKey } from './words.ts'

type SettingsChange = VerbInput<ShopVerbs['shop.update']>

/** Runs a form of the page and returns which one it was. Throws what the services throw. */
export async function changeSettings(services: ShopServices, form: FormData): Promise<SettingsForm> {
  const intent = readForm(form)
  if (intent === 'preferences') {
    const patch = await readPreferencePatch(services, form)
    if (Object.keys(patch).length > 0) await services.run('preference.change', { preference: patch })
    return intent
  }
  const change = intent === 'shop' ? readShop(form) : await readOrders(services, form)
  await services.run('shop.update', change)
  return intent
}

function readForm(form: FormData): SettingsForm {
  const intent = settingsForms.find((known) => known === formText(form, 'intent'))
  if (intent !== undefined) return intent
  throw new AppError('invalid_input', 'This form is not one of this page. Reload the page and try again.')
}

function readShop(form: FormData): SettingsChange {
  const basis = formText(form, 'ratioBasis')
  return {
    name: formText(form, 'name'),
    zone: formText(form, 'zone'),
    settings: {
      weekStartsOn: Number(formText(form, 'weekStartsOn')),
      viewersSeeProfit: formText(form, 'viewersSeeProfit') === 'yes',
      ...(basis === 'orderRevenue' || basis === 'sales' || basis === 'netRevenue' ? { ratioBasis: basis } : {}),
    },
  }
}

async function readOrders(services: ShopServices, form: FormData): Promise<SettingsChange> {
  const { tests } = (await services.run('shop.get')).settings
  return {
    settings: {
      countUnpaid: formText(form, 'countUnpaid') === 'yes',
      excludedStatuses: readLines(form, 'excludedStatuses'),
      tests: {
        ...tests,
        gateways: readLines(form, 'gateways'),
        emails: readLines(form, 'emails'),
        coupons: readLines(form, 'coupons'),
        tags: readLines(form, 'tags'),
      },
    },
  }
}

/** One entry per line; commas work too. */
export function readLines(form: FormData, name: string): string[] {
  const entries = formText(form, name)
    .split(/[\n,]/)
    .map((entry) => entry.trim())
  return [...new Set(entries.filter((entry) => entry !== ''))]
}

/** Only what differs from the displayed values: the placeholder for "not chosen" must not become a choice. */
async function readPreferencePatch(services: ShopServices, form: FormData): Promise<Record<string, unknown>> {
  const { theme, numbers, summary } = await services.run('preference.get')
  const { currency, decimals, chosenLanguage } = services.shop.display
  const shown = { language: chosenLanguage ?? '', theme, currency, decimal: String(decimals), numbers }
  const changed = Object.entries(shown).filter(([key, value]) => formText(form, key) !== value)
  const typed = Object.fromEntries(changed.map(([key]) => [key, toValue(key, formText(form, key))]))
  const grid = Number(formText(form, 'grid'))
  const fluid = formText(form, 'fluid') === 'yes'
  const layout = {
    ...(grid === summary.layout.grid ? {} : { grid }),
    ...(fluid === summary.layout.fluid ? {} : { fluid }),
  }
  return Object.keys(layout).length === 0 ? typed : { ...typed, summary: { layout } }
}

/** An empty field resets the choice. */
function toValue(key: string, text: string): string | number | null {
  if (text === '') return null
  return key === 'decimal' ? Number(text) : text
}

/** Form fields by service name, where the names differ. */
const fieldNames: ReadonlyMap<string, string> = new Map([
  ['summary.layout.grid', 'grid'],
  ['summary.layout.fluid', 'fluid'],
])

/** Why a form was rejected, in the language of the page, and the values entered. */
export function toSettingsFailure(
  refusal: unknown,
  form: FormData,
  language: Language,
): { failure: SettingsFailure; status: number } {
  const say = pageWords.say(language)
  const field = (path: string) => say(refusedFields.get(toFieldName(path)) ?? 'refused.choice')
  const { body, status } = wordRefusal(refusal, { language, field })
  const intent = settingsForms.find((known) => known === formText(form, 'intent'))
  const typed = Object.fromEntries([...form].map(([key]) => [key, formText(form, key)]))
  const fields = Object.fromEntries(Object.entries(body.fields).map(([path, message]) => [toFieldName(path), message]))
  return { failure: { form: intent, message: body.message, fields, typed }, status }
}

/** What is said about fields that are typed in; all others are chosen. */
const refusedFields: ReadonlyMap<string, WordKey> = new Map([
  ['name', 'refused.name'],
  ...['excludedStatuses', 'gateways', 'emails', 'coupons', 'tags'].map((name) => [name, 'refused.list'] as const),
])

/** `settings.tests.emails.3` belongs to the field `emails`. */
function toFieldName(path: string): string {
  const known = fieldNames.get(path)
  if (known !== undefined) return known
  const words = path.split('.').filter((word) => word !== 'settings' && word !== 'tests' && !/^\d+$/.test(word))
  return words[0] ?? path
}
