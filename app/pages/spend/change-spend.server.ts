import { AppError } from '@tillsight/core'
import type { SpendFileReport } from '@tillsight/domain'
import { largestSpendFileKb } from '@tillsight/domain/inputs'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import { carriedFile, chosenFile, type FormFile, packFile, readFileForm } from '../../form-file.server.ts'
import { figureText } from '../../format/index.ts'
import { sayServerAll } from '../../language/server-words.server.ts'
import { formText, toDecimal } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import { aboutOf, amountOf, daysOf, printingOf } from './load-spend.server.ts'
import type { PreviewModel, SpendOutcome, TypedSpendEntry } from './model.ts'
import { pageWords } from './words.server.ts'
import type { WordKey } from './words.ts'

/** Result of a form: a redirect, or the same page with an outcome. */
export type SpendChange = { readonly done: string } | { readonly outcome: SpendOutcome; readonly status: number }

/** Runs a form of the page. What the person can fix is an outcome; everything else is rethrown. */
export async function changeSpend(services: ShopServices, request: Request): Promise<SpendChange> {
  let form: FormData | undefined
  try {
    form = await readFileForm(request, mostBytes)
    return await carryOut(services, form)
  } catch (refusal) {
    const { language } = services.shop.display
    const say = pageWords.say(language)
    const isEntry = form !== undefined && ['save', 'remove', 'end'].includes(formText(form, 'intent'))
    const { body, status } = wordRefusal(refusal, {
      language,
      general: isEntry ? undefined : say('refused.file'),
      field: (path) => {
        const key = refusedFields.get(path)
        return key && say(key)
      },
    })
    return {
      outcome: {
        kind: 'refused',
        form: isEntry ? 'entry' : 'file',
        message: body.message,
        fields: body.fields,
        typed: isEntry && form ? readTyped(form) : null,
      },
      status,
    }
  }
}

/** What the page says about a field that was refused. */
const refusedFields: ReadonlyMap<string, WordKey> = new Map([
  ['channel', 'refused.channel'],
  ['amount', 'refused.amount'],
  ['firstDay', 'refused.firstDay'],
  ['lastDay', 'refused.lastDay'],
  ['percentOf', 'refused.percentOf'],
  ['currency', 'refused.currency'],
])

async function carryOut(services: ShopServices, form: FormData): Promise<SpendChange> {
  const id = formText(form, 'entry')
  switch (formText(form, 'intent')) {
    case 'save':
      await services.run('spend.save', { ...readTyped(form), ...(id === '' ? {} : { entry: id }) })
      return { done: id === '' ? 'added' : 'changed' }
    case 'remove':
      await services.run('spend.remove', { entry: id })
      return { done: 'removed' }
    case 'end':
      await services.run('spend.remove', { entry: id, from: 'today' })
      return { done: 'ended' }
    case 'preview':
      return { outcome: await preview(services, await chosenFile(form)), status: 200 }
    case 'import': {
      const { entries } = await services.run('spend.import', carriedFile(form, mostBytes))
      return { done: entries === 0 ? 'nothing' : 'imported' }
    }
    case 'undo':
      await services.run('spend.undo', { import: formText(form, 'import') })
      return { done: 'undone' }
    default:
      throw new AppError('invalid_input', 'This form is not one of this page. Reload the page and try again.')
  }
}

/** The limit applies after decompression; such texts shrink to a tenth. */
const mostBytes = largestSpendFileKb * 1024

function readTyped(form: FormData): TypedSpendEntry {
  const text = (name: keyof TypedSpendEntry) => formText(form, name)
  return {
    channel: text('channel'),
    campaign: text('campaign'),
    name: text('name'),
    firstDay: text('firstDay'),
    lastDay: text('lastDay'),
    amount: toDecimal(text('amount')),
    percentOf: text('percentOf'),
    currency: text('currency'),
    repeats: text('repeats'),
    countsAs: text('countsAs'),
    note: text('note'),
  }
}

async function preview(services: ShopServices, file: FormFile): Promise<SpendOutcome> {
  const report = await services.run('spend.preview', file)
  return { kind: 'preview', preview: printPreview(report, { file, services }) }
}

function printPreview(
  report: SpendFileReport,
  { file, services }: { readonly file: FormFile; readonly services: ShopServices },
): PreviewModel {
  const { display } = services.shop
  const printing = printingOf(services)
  const { say } = printing
  const { fileName, entries, known, leftOut, first, problems, problemCount, ignored } = report
  const count = (value: number) => figureText(value, 'count', display)
  const rest = [
    ...(known === 0 ? [] : [say('preview.known', { count: count(known) })]),
    ...(leftOut === 0 ? [] : [say('preview.excluded', { count: count(leftOut) })]),
  ]
  return {
    fileName,
    packed: entries === 0 ? '' : packFile(file),
    entries,
    summary: [say('preview.new', { count: count(entries) }), ...rest].join(' · '),
    first: first.map((entry, index) => ({
      key: String(index),
      channel: entry.channel,
      about: aboutOf(entry),
      days: daysOf(entry, printing),
      amount: amountOf(entry, printing),
    })),
    problems: problems.map(({ row, field, value, problem, remedy }, index) => ({
      key: String(index),
      row,
      field,
      value,
      ...sayServerAll([problem, remedy], display.language),
    })),
    problemCount,
    ignored,
  }
}
