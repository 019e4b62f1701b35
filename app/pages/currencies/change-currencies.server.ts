import { AppError, isAppError } from '@tillsight/core'
import type { RatesFileReport } from '@tillsight/domain'
import { largestRatesFileMb } from '@tillsight/domain/inputs'
import { carriedFile, chosenFile, packFile, readFileForm } from '../../form-file.server.ts'
import { figureText, rangeText } from '../../format/index.ts'
import { formText, toFormFailure } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import type { CurrenciesOutcome } from './model.ts'

/** What a form led to: a page to go on with, or the same page with an answer. */
export type CurrenciesChange =
  | { readonly done: string }
  | { readonly outcome: CurrenciesOutcome; readonly status: number }

/** Unpacked, rates of a quarter of a century are far below this. */
const mostUnpackedBytes = 64 * 1024 * 1024

/** Carries out a form of the page. What the person can mend, or has to ask for, is an outcome; the rest is thrown on. */
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

/** Whose rates these are is explained on the page; a source that failed is one's own to mend too. */
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
