import { isRow } from './values.ts'

/** The object that a body is; undefined for anything else. */
export function parseBody(body: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const row: unknown = JSON.parse(Buffer.from(body).toString('utf8'))
    return isRow(row) ? row : undefined
  } catch {
    // Genuine but unreadable: there is nothing to fetch.
    return undefined
  }
}
