import { ConnectorError } from '../failures.ts'

/** Where a page of a list ends, as Shopify says it. */
interface PageEnd {
  readonly hasNextPage: boolean
  readonly endCursor?: string | null | undefined
}

/** The cursors of one walk through a list. */
export interface Cursors {
  /** Where the next page begins; null at the end. Throws `transient` for a place that the walk has been at. */
  next(page: PageEnd): string | null
}

/** Starts a walk: a cursor that comes back, or more to come and no cursor, would lead in a circle or end the list too early. */
export function watchCursors(what: string): Cursors {
  const seen = new Set<string>()
  return {
    next({ hasNextPage, endCursor }) {
      if (!hasNextPage) return null
      if (endCursor === null || endCursor === undefined || seen.has(endCursor)) throw inCircles(what)
      seen.add(endCursor)
      return endCursor
    },
  }
}

function inCircles(what: string): ConnectorError {
  return new ConnectorError({
    kind: 'transient',
    message: `Shopify’s list of ${what} led back to a page that it had given before, so it cannot be read to its end now. Nothing is lost: we keep trying, and what is stored stays as it is.`,
    platformCode: 'repeated_page',
  })
}
