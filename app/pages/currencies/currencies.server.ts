import { AppError, isAppError } from '@tillsight/core'
import type { RatesFileReport, RatesView } from '@tillsight/domain'
import { largestRatesFileMb } from '@tillsight/domain/inputs'
import { carriedFile, chosenFile, packFile, readFileForm } from '../../form-file.server.ts'
import { ageText, dayText, figureText, instantText, rangeText } from '../../format/index.ts'
import { formText, toFormFailure } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import type { CurrenciesModel, CurrenciesOutcome, NeedModel } from './currencies-page.tsx'

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
    const { message, status } = toRefusal(refusal)
    const isFetch = form !== undefined && formText(form, 'intent') === 'fetch'
    return { outcome: { kind: 'refused', form: isFetch ? 'fetch' : 'file', message }, status }
  }
}

/** Failures that the page can explain: missing rights, and a source that failed, which is the installation's own to fix. */
function toRefusal(refusal: unknown): { readonly message: string; readonly status: number } {
  if (isAppError(refusal) && refusal.code === 'forbidden') return { message: refusal.message, status: 403 }
  const { body, status } = toFormFailure(refusal)
  return { message: body.message, status }
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
  const count = (value: number, word: string) =>
    `${figureText(value, 'count', shop.display)} ${value === 1 ? word : `${word}s`}`
  const range = from === null || to === null ? '' : `, ${rangeText({ from, to })}`
  const listed = currencies.length > 12 ? `${currencies.slice(0, 12).join(', ')} and more` : currencies.join(', ')
  return [
    `${count(rates, 'rate')} on ${count(days, 'day')}${range}: ${listed}.`,
    `${count(added, 'rate')} would be new, ${count(replaced, 'rate')} would take the place of another.`,
  ]
}

const names = new Intl.DisplayNames('en', { type: 'currency' })

const doneTexts: Readonly<Record<string, string>> = {
  imported: 'The rates are imported. Figures and waiting orders follow in a moment.',
  asked: 'New rates are being fetched.',
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
  const [view, work] = await Promise.all([
    services.run('rates.show', { source: ratesSource?.url ?? '' }),
    services.run('work.list'),
  ])
  const isFetching = work.some(({ what, state }) => what === 'rates' && state !== 'failed')
  return {
    domain: shop.domain,
    shopName: shop.name,
    shopCurrency: shop.currency,
    source: sourceText(ratesSource),
    facts: printFacts(view, { services, now }),
    problem: problemOf(view),
    needs: view.needs.map((need) => printNeed(need, shop)),
    mayKeep: view.mayKeep,
    canFetch: view.mayKeep && ratesSource !== null,
    isFetching,
    largestMb: largestRatesFileMb,
    currencies,
    done: done === 'asked' && !isFetching ? null : (doneTexts[done ?? ''] ?? null),
  }
}

function sourceText(source: ShopServices['ratesSource']): string {
  if (source === null) return 'Rates are not fetched here: they come from files.'
  const against = source.base === 'EUR' ? '' : `, against ${source.base}`
  return source.isBank
    ? 'The European Central Bank’s reference rates, fetched every business day in the afternoon.'
    : `Fetched every day from ${new URL(source.url).host}${against}.`
}

function printFacts(
  { lastDay, currencies, fetchedAt }: RatesView,
  { services: { shop, ratesSource }, now }: { readonly services: ShopServices; readonly now: string },
): CurrenciesModel['facts'] {
  return [
    { name: 'Last day with rates', text: lastDay === null ? 'None yet' : dayText(lastDay) },
    { name: 'Currencies', text: figureText(currencies, 'count', shop.display) },
    ...(ratesSource === null
      ? []
      : [
          {
            name: 'Last fetched',
            text: fetchedAt === null ? 'Never' : `${instantText(fetchedAt, shop.zone)} (${ageText(fetchedAt, now)})`,
          },
        ]),
  ]
}

function problemOf({ problem, isOld, needs, lastDay }: RatesView): string | null {
  if (problem !== null) return problem
  if (!isOld || needs.length === 0) return null
  return lastDay === null
    ? 'There are no rates yet: amounts in other currencies stay out of the figures until there are.'
    : 'The rates are old: ten days after the last one, figures that need a newer one stay empty.'
}

type Need = RatesView['needs'][number]
type Use = Need['uses'][number]

const useNames = { orders: 'Orders', ads: 'Ad accounts and custom spend', display: 'Figures shown in it' } as const

function printNeed({ currency, uses, lastDay }: Need, shop: ShopServices['shop']): NeedModel {
  const lack = uses.flatMap((use) => describeLack(use, shop)).join(' ')
  return {
    currency,
    name: names.of(currency) ?? currency,
    uses: uses.map(({ what, from, to }) => `${useNames[what]}, ${rangeText({ from, to })}`),
    lastDay: lastDay === null ? 'None' : dayText(lastDay),
    state: lack === '' ? { label: 'Complete', tone: 'good' } : { label: 'Rates missing', tone: 'warn' },
    lack,
  }
}

function describeLack(
  { missingDays, firstMissing, lastMissing, waiting, what }: Use,
  shop: ShopServices['shop'],
): string[] {
  const count = (value: number) => figureText(value, 'count', shop.display)
  const orders = waiting === 1 ? '1 order waits' : `${count(waiting)} orders wait`
  const days =
    firstMissing === null || lastMissing === null
      ? ''
      : missingDays === 1
        ? `${dayText(firstMissing)} has no rate`
        : `${count(missingDays)} days have no rate, ${rangeText({ from: firstMissing, to: lastMissing })}`
  const meaning =
    what === 'display' ? 'figures that cover such a day are not shown in it' : 'spend of such a day is not known'
  return [
    ...(waiting === 0 ? [] : [`${orders} for a rate and ${waiting === 1 ? 'is' : 'are'} in no figure.`]),
    ...(days === '' ? [] : [`${days}: ${meaning}.`]),
  ]
}
