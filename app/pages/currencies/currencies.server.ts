import { AppError } from '@tillsight/core'
import type { RatesFileReport, RatesView } from '@tillsight/domain'
import { largestRatesFileMb } from '@tillsight/domain/inputs'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import { carriedFile, chosenFile, packFile, readFileForm } from '../../form-file.server.ts'
import { ageText, dayText, figureText, instantText, rangeText } from '../../format/index.ts'
import type { Language } from '../../language/index.ts'
import { formText } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import type { CurrenciesModel, CurrenciesOutcome, NeedModel } from './currencies-page.tsx'
import { pageWords } from './words.server.ts'

/** Result of a form: a redirect, or the same page with an outcome. */
type CurrenciesChange = { readonly done: string } | { readonly outcome: CurrenciesOutcome; readonly status: number }

/** Far more than the uncompressed rates of 25 years. */
const mostUnpackedBytes = 64 * 1024 * 1024

/** Runs a form of the page. What the person can fix, or has to ask for, is an outcome; the rest is rethrown. */
export async function changeCurrencies(services: ShopServices, request: Request): Promise<CurrenciesChange> {
  let form: FormData | undefined
  try {
    form = await readFileForm(request, largestRatesFileMb * 1024 * 1024)
    return await carryOut(services, form)
  } catch (refusal) {
    const { language } = services.shop.display
    const general = pageWords.say(language)('refused.file')
    const { body, status } = wordRefusal(refusal, { language, general })
    const isFetch = form !== undefined && formText(form, 'intent') === 'fetch'
    return { outcome: { kind: 'refused', form: isFetch ? 'fetch' : 'file', message: body.message }, status }
  }
}

async function carryOut(services: ShopServices, form: FormData): Promise<CurrenciesChange> {
  const base = formText(form, 'base') || 'EUR'
  switch (formText(form, 'intent')) {
    case 'fetch':
      await services.run('rates.fetch', { source: services.ratesSource?.url ?? '' })
      return { done: 'asked' }
    case 'preview': {
      const file = { ...(await chosenFile(form)), base }
      const report = await services.run('rates.preview', file)
      const sentences = describe(report, services)
      const canImport = report.added + report.replaced > 0
      const packed = canImport ? packFile(file) : ''
      return {
        outcome: { kind: 'preview', preview: { fileName: file.name, base, packed, sentences, canImport } },
        status: 200,
      }
    }
    case 'import':
      await services.run('rates.upload', { ...carriedFile(form, mostUnpackedBytes), base })
      return { done: 'imported' }
    default:
      throw new AppError('invalid_input', 'This form is not one of this page. Reload the page and try again.')
  }
}

function describe(report: RatesFileReport, { shop }: ShopServices): string[] {
  const { rates, days, currencies, from, to, added, replaced } = report
  const { language } = shop.display
  const say = pageWords.say(language)
  const range = from === null || to === null ? '' : `, ${rangeText({ from, to }, language)}`
  const first = currencies.slice(0, 12).join(', ')
  const listed = currencies.length > 12 ? say('preview.more', { currencies: first }) : first
  return [say('preview.rates', { rates, days, range, currencies: listed }), say('preview.change', { added, replaced })]
}

function printDone(done: string | null, isFetching: boolean, language: Language): string | null {
  const say = pageWords.say(language)
  if (done === 'imported') return say('done.imported')
  return done === 'asked' && isFetching ? say('done.asked') : null
}

/** Parameters of the page, besides the shop. */
interface Loading {
  readonly now: string
  readonly done: string | null
  readonly currencies: CurrenciesModel['currencies']
}

/** Available rates, their source, and those that the shop lacks. */
export async function loadCurrencies(
  services: ShopServices,
  { now, done, currencies }: Loading,
): Promise<CurrenciesModel> {
  const { shop, ratesSource } = services
  const { language } = shop.display
  const [view, work] = await Promise.all([
    services.run('rates.show', { source: ratesSource?.url ?? '' }),
    services.run('work.list'),
  ])
  const isFetching = work.some(({ what, state }) => what === 'rates' && state !== 'failed')
  return {
    domain: shop.domain,
    shopName: shop.name,
    shopCurrency: shop.currency,
    source: sourceText(ratesSource, language),
    facts: printFacts(view, { services, now }),
    problem: problemOf(view, language),
    needs: view.needs.map((need) => printNeed(need, shop)),
    mayKeep: view.mayKeep,
    canFetch: view.mayKeep && ratesSource !== null,
    isFetching,
    largestMb: largestRatesFileMb,
    currencies,
    done: printDone(done, isFetching, language),
  }
}

function sourceText(source: ShopServices['ratesSource'], language: Language): string {
  const say = pageWords.say(language)
  if (source === null) return say('source.files')
  return source.isBank ? say('source.bank') : say('source.other', { host: new URL(source.url).host, base: source.base })
}

function printFacts(
  { lastDay, currencies, fetchedAt }: RatesView,
  { services: { shop, ratesSource }, now }: { readonly services: ShopServices; readonly now: string },
): CurrenciesModel['facts'] {
  const { language } = shop.display
  const say = pageWords.say(language)
  const fetched =
    fetchedAt === null
      ? say('rates.never')
      : `${instantText(fetchedAt, shop.zone, language)} (${ageText(fetchedAt, now, language)})`
  return [
    { name: say('rates.lastDay'), text: lastDay === null ? say('rates.noneYet') : dayText(lastDay, language) },
    { name: say('rates.currencies'), text: figureText(currencies, 'count', shop.display) },
    ...(ratesSource === null ? [] : [{ name: say('rates.lastFetched'), text: fetched }]),
  ]
}

/** The sentence of a failed fetch is English and more exact. */
function problemOf({ problem, isOld, needs, lastDay }: RatesView, language: Language): string | null {
  const say = pageWords.say(language)
  if (problem !== null) return language === 'en' ? problem : say('rates.failing')
  if (!isOld || needs.length === 0) return null
  return say(lastDay === null ? 'rates.noRates' : 'rates.old')
}

type Need = RatesView['needs'][number]
type Use = Need['uses'][number]

function printNeed({ currency, uses, lastDay }: Need, shop: ShopServices['shop']): NeedModel {
  const { language } = shop.display
  const say = pageWords.say(language)
  const lack = uses.flatMap((use) => describeLack(use, language)).join(' ')
  return {
    currency,
    name: new Intl.DisplayNames(language, { type: 'currency' }).of(currency) ?? currency,
    uses: uses.map(({ what, from, to }) => say(`use.${what}`, { range: rangeText({ from, to }, language) })),
    lastDay: lastDay === null ? say('needs.noRate') : dayText(lastDay, language),
    state: lack === '' ? { label: say('needs.complete'), tone: 'good' } : { label: say('needs.missing'), tone: 'warn' },
    lack,
  }
}

function describeLack({ missingDays, firstMissing, lastMissing, waiting, what }: Use, language: Language): string[] {
  const say = pageWords.say(language)
  const orders = waiting === 0 ? [] : [say('lack.orders', { count: waiting })]
  if (firstMissing === null || lastMissing === null) return orders
  const range = rangeText({ from: firstMissing, to: lastMissing }, language)
  return [
    ...orders,
    say('lack.days', { count: missingDays, range }),
    say(what === 'display' ? 'lack.display' : 'lack.spend'),
  ]
}
