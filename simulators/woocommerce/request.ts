import type { IncomingMessage } from 'node:http'
import { type RawRequest, readRawRequest } from '../web/exchange.ts'

/** A query parameter as PHP sees it: brackets are spelt out, so `status[]` becomes `status[0]`. */
export interface QueryEntry {
  readonly name: string
  readonly value: string
}

/** One request to the store; key authentication uses the address as sent. */
export interface FakeRequest extends RawRequest {
  readonly path: string
  readonly query: readonly QueryEntry[]
}

/** Reads the whole request. */
export async function readRequest(message: IncomingMessage): Promise<FakeRequest> {
  const request = await readRawRequest(message)
  const [path = ''] = request.uri.split('?', 1)
  return { ...request, path: safeDecode(path), query: parseQuery(request.uri.slice(path.length + 1)) }
}

/** Parses a query string or form body in PHP's way. */
export function parseQuery(text: string): QueryEntry[] {
  const counters = new Map<string, number>()
  const entries: QueryEntry[] = []
  for (const part of text.split('&')) {
    if (part === '') continue
    const equals = part.indexOf('=')
    const rawName = decode(equals < 0 ? part : part.slice(0, equals))
    const value = equals < 0 ? '' : decode(part.slice(equals + 1))
    let name = rawName
    if (rawName.endsWith('[]')) {
      const stem = rawName.slice(0, -2)
      const next = counters.get(stem) ?? 0
      counters.set(stem, next + 1)
      name = `${stem}[${next}]`
    }
    entries.push({ name, value })
  }
  return entries
}

/** The last value under a name, as PHP keeps it. */
export function single(query: readonly QueryEntry[], name: string): string | undefined {
  return query.findLast((entry) => entry.name === name)?.value
}

/** A list parameter: `a=1,2`, `a[]=1&a[]=2` or `a[0]=1`; undefined when absent. */
export function list(query: readonly QueryEntry[], name: string): string[] | undefined {
  const items = query.filter((entry) => entry.name.startsWith(`${name}[`)).map((entry) => entry.value)
  if (items.length > 0) return items
  const text = single(query, name)
  if (text === undefined) return undefined
  return text
    .split(/[\s,]+/)
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** Whether an array was sent for a single value. */
export function isArrayParameter(query: readonly QueryEntry[], name: string): boolean {
  return query.some((entry) => entry.name.startsWith(`${name}[`))
}

function decode(text: string): string {
  return safeDecode(text.replaceAll('+', ' '))
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Broken percent signs are kept as they came, as PHP does.
    return text
  }
}
