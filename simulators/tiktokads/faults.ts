import type { Faults, Often, WireFault } from '../web/faults.ts'

/** The calls that a fault affects, and how often. */
interface Aim extends Often {
  /** Only paths that contain this: `report/integrated`; absent = every call of the API. */
  readonly path?: string
  /** Only calls whose address or body contains this: an advertiser's id, `AUCTION_AD"`. */
  readonly containing?: string
}

/** Faults of a call. */
type FaultKind =
  | WireFault
  /** Status 200 and an envelope with this code; the message defaults to TikTok's own. */
  | { readonly kind: 'code'; readonly code: number; readonly message?: string }
  /** 504 with a web page. */
  | { readonly kind: 'gateway_timeout' }
  /** 200 and JSON without `code`. */
  | { readonly kind: 'no_code' }
  /** `total_number` is one more on each further page. */
  | { readonly kind: 'total_changes' }
  /** The last row of each page of a report does not come, though it is counted. */
  | { readonly kind: 'row_missing' }

export type Fault = FaultKind & Aim

/** What a fault can aim at: the path below the version, and the address with the body. */
interface Call {
  readonly path: string
  readonly text: string
}

/** The faults of a simulated TikTok. */
export type FakeFaults = Faults<Fault, Call>

/** Whether a fault concerns a call. */
export function isAbout({ path, containing }: Fault, call: Call): boolean {
  return (
    (path === undefined || call.path.includes(path)) && (containing === undefined || call.text.includes(containing))
  )
}
