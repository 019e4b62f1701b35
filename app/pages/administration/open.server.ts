import { isAppError } from '@tillsight/core'
import type { AdminVerbs, RunVerb } from '@tillsight/domain'
import type { RouterContextProvider } from 'react-router'
import { instantText } from '../../format/index.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import type { Language } from '../../language/index.ts'
import { noSuchPage, servicesContext } from '../../request.server.ts'
import type { FilterModel, ListModel } from './model.ts'
import { type AdminTexts, adminTexts } from './words.server.ts'

/** What every page of administration begins with. */
export interface Office {
  readonly run: RunVerb<AdminVerbs>
  readonly text: AdminTexts
  readonly language: Language
  readonly search: URLSearchParams
  /** An instant for people; the text for none where there is none. */
  readonly when: (instant: string | null, none?: string) => string
}

interface Asked {
  readonly context: Readonly<RouterContextProvider>
  readonly request: Request
  readonly url: URL
}

/** Opens administration; for everybody else this page does not exist. */
export async function openOffice({ context, url }: Asked): Promise<Office> {
  const run = await context
    .get(servicesContext)
    .administration()
    .catch(async (failure: unknown) => {
      if (isAppError(failure) && failure.code === 'not_found') throw await noSuchPage({ context, url })
      throw failure
    })
  const language = await pageLanguage(context)
  const text = adminTexts(language)
  const when = (instant: string | null, none = text('none')) =>
    instant === null ? none : `${instantText(instant, 'UTC', language)} UTC`
  return { run, text, language, search: url.searchParams, when }
}

/** Which part of a list the address asks for. */
export function askedOf(search: URLSearchParams): { readonly search: string; readonly page: number } {
  const page = Number(search.get('page') ?? '1')
  return {
    search: (search.get('search') ?? '').slice(0, 200),
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  }
}

/** The choice that the address makes, if it is one of these. */
export function chosen<Value extends string>(
  search: URLSearchParams,
  name: string,
  all: readonly Value[],
): Value | null {
  return all.find((value) => value === search.get(name)) ?? null
}

interface Found {
  readonly items: readonly unknown[]
  readonly total: number
  readonly pageRows: number
}

/** Search, filters and pages of a list. */
export function listOf({ text, search }: Office, found: Found, filters: readonly FilterModel[] = []): ListModel {
  const asked = askedOf(search)
  const pages = Math.ceil(found.total / found.pageRows)
  const at = (page: number) => {
    const to = new URLSearchParams(search)
    to.delete('done')
    to.set('page', String(page))
    return `?${to}`
  }
  return {
    search: asked.search,
    filters,
    count: text('list.count', { shown: found.items.length, total: found.total }),
    previous: asked.page > 1 ? at(Math.max(1, Math.min(asked.page - 1, pages))) : null,
    next: asked.page < pages ? at(asked.page + 1) : null,
    labels: {
      search: text('list.search'),
      show: text('list.show'),
      previous: text('list.previous'),
      next: text('list.next'),
      none: text('list.none'),
      noneAdvice: text('list.noneAdvice'),
      all: text('list.all'),
    },
  }
}

/** The confirmation that the address names; empty: none. */
export function doneOf({ text, search }: Office): string {
  return text.maybe(`done.${search.get('done')}`, '')
}

/** A whole number for people. */
export function numberText(value: number | null, none: string): string {
  return value === null ? none : value.toLocaleString('en')
}

const steps = [
  [1e12, 'TB'],
  [1e9, 'GB'],
  [1e6, 'MB'],
] as const

/** Bytes for people. */
export function bytesText(bytes: number): string {
  for (const [size, unit] of steps) if (bytes >= size) return `${(bytes / size).toFixed(1)} ${unit}`
  return `${Math.ceil(bytes / 1e3)} kB`
}
