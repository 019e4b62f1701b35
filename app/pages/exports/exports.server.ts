import { AppError, isAppError } from '@tillsight/core'
import type { ExportRunView, ExportView, RunVerb, ShopVerbs } from '@tillsight/domain'
import { instantText, rangeText } from '../../format/index.ts'
import type { Language } from '../../language/languages.ts'
import { shownTexts } from '../../language/pseudo.server.ts'
import { formText } from '../../request.server.ts'
import { fieldsOf, readTyped } from './export-form.server.ts'
import type { ExportModel, ExportPageModel, ExportsModel, ExportWords, RunModel } from './model.ts'
import ar from './words/ar.json' with { type: 'json' }
import de from './words/de.json' with { type: 'json' }
import en from './words/en.json' with { type: 'json' }
import es from './words/es.json' with { type: 'json' }
import fr from './words/fr.json' with { type: 'json' }
import nl from './words/nl.json' with { type: 'json' }

type Run = RunVerb<ShopVerbs>

/** The texts of all languages; a missing one is a compile error. */
const allWords: Readonly<Record<Language, ExportWords>> = shownTexts({ en, de, fr, es, nl, ar })

/** Where and for whom a page is printed. */
export interface ExportsPlace {
  /** Times are the shop's. */
  readonly zone: string
  readonly language: Language
}

/** The shop's exports. */
export async function loadExports(run: Run, place: ExportsPlace): Promise<ExportsModel> {
  try {
    const { items } = await run('export.list')
    return { ...written(place), exports: items.map((view) => printExport(view, place)) }
  } catch (failure) {
    if (isAppError(failure) && failure.code === 'forbidden') return { ...written(place), exports: null }
    throw failure
  }
}

function written({ language }: ExportsPlace) {
  return { words: allWords[language] }
}

/** One of them with its latest runs. Throws `not_found`. */
export async function loadExport(
  run: Run,
  id: string,
  place: ExportsPlace & { readonly cursor: string | null },
): Promise<ExportPageModel> {
  const page = { export: id, limit: 25, ...(place.cursor === null ? {} : { cursor: place.cursor }) }
  const [{ items }, runs] = await Promise.all([run('export.list'), run('export.runs', page)])
  const one = items.find((view) => view.id === id)
  if (one === undefined) throw new AppError('not_found', 'There is no such export here.')
  return {
    ...written(place),
    export: printExport(one, place),
    given: fieldsOf(one),
    hasSecret: one.to.kind === 's3' || one.to.kind === 'sheets',
    runs: runs.items.map((each) => printRun(each, place)),
    next: runs.next,
  }
}

/** Prints an export. */
export function printExport(view: ExportView, place: ExportsPlace): ExportModel {
  const { id, name, what, format, range, schedule, to, state, nextAt, lastRun } = view
  const { zone, language } = place
  const { labels, ...words } = allWords[language]
  const every = schedule ? `${words.every[schedule.every]}, ${schedule.at}` : words.every.none
  return {
    id,
    name,
    about: [words.what[what], formats[format], words.range[range], every, words.to[to.kind]].join(' · '),
    isPaused: state === 'paused',
    next: nextAt === null ? '' : labels.next.replace('{at}', instantText(nextAt, zone, language)),
    last: lastRun && printRun(lastRun, place),
  }
}

const formats = { csv: 'CSV', jsonl: 'JSON lines', parquet: 'Parquet' } as const

const tones = { waiting: 'neutral', retrying: 'warn', done: 'good', failed: 'bad', removed: 'neutral' } as const

/** Prints a run. */
export function printRun(run: ExportRunView, { zone, language }: ExportsPlace): RunModel {
  const { id, state, range, createdAt, manifest, reason } = run
  const { labels, state: states } = allWords[language]
  const days = rangeText(range, language)
  return {
    id,
    tone: tones[state],
    state: states[state],
    isGoing: state === 'waiting' || state === 'retrying',
    about:
      manifest === null
        ? days
        : labels.daysRows
            .replace('{days}', days)
            .replace('{rows}', manifest.rows.toLocaleString(language))
            .replace('{size}', sizeText(manifest.bytes, language)),
    at: instantText(createdAt, zone, language),
    note: reason !== '' ? reason : manifest?.partial ? labels.partial : '',
    file: state === 'done' ? `/api/v1/exports/runs/${id}/file` : null,
  }
}

function sizeText(bytes: number, language: Language): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  return value.toLocaleString(language, { style: 'unit', unit, maximumFractionDigits: 1 })
}

/** What a form did. */
export type ExportOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'removed' }
  | { readonly kind: 'added'; readonly id: string }

/** Carries out a form of the pages. Throws what the verbs throw. */
export async function changeExports(run: Run, form: FormData, id: string): Promise<ExportOutcome> {
  switch (formText(form, 'intent')) {
    case 'add':
      return { kind: 'added', id: (await run('export.add', await readTyped(form))).id }
    case 'change': {
      const { what: _what, ...change } = await readTyped(form)
      await run('export.change', { export: id, ...change })
      return { kind: 'done' }
    }
    case 'run':
      await run('export.run', { export: id })
      return { kind: 'done' }
    case 'on':
    case 'paused':
      await run('export.change', { export: id, state: formText<'on' | 'paused'>(form, 'intent') })
      return { kind: 'done' }
    case 'remove':
      await run('export.remove', { export: id })
      return { kind: 'removed' }
    default:
      throw new AppError('invalid_input', 'This form is not one of this page. Reload the page and try again.')
  }
}
