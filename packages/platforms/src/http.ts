/** One request of a connector. Retries happen inside the client by failure class; a caller sees the last outcome. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs?: number
  /** Fresh headers and URL for every attempt: one-time signatures must not be replayed. */
  readonly sign?: (request: { readonly method: string; readonly url: string }) => SignedRequest
  /** Ends waiting, sending and pauses between attempts; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** Requests with the same name are comparable amounts of work: from their answers the pace learns what a store bears. */
  readonly alike?: string
  /** A POST that only asks, such as a GraphQL query: sending it again repeats nothing. */
  readonly repeatable?: boolean
  /** Most further attempts; by default all steps of the failure's class. */
  readonly retries?: number
  /**
   * False for an interface that never redirects: whoever does stands in between, and the redirect is the answer. Else it is
   * followed within the domain, and fails as `account_state` beyond it.
   */
  readonly followsRedirects?: false
  /** Overrules what the status alone says, because some platforms fail with 200. */
  readonly judge?: (response: HttpResponse) => Verdict
}

/** `final`: hand it over. The others are tried again; the last one is handed over as it is. */
export type Verdict = 'final' | 'transient' | 'throttled'

/** Address and headers of one attempt after signing. */
export interface SignedRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** An answer that arrived whole; any status. */
export interface HttpResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Where the answer came from after redirects, without what signing added. */
  readonly url: string
  readonly body: Uint8Array
}

/** How this installation shows itself to platforms: what a merchant would put on a firewall's allow-list. */
export interface HttpIdentity {
  readonly userAgent: string
  readonly egressAddresses: readonly string[]
}

/** The only way out of a connector: time-outs, retries, pacing, redirect guard, redaction and recording in one place. */
export interface HttpClient {
  readonly identity?: HttpIdentity
  /** Throws `ConnectorError` when no whole answer arrived. */
  request(request: HttpRequest): Promise<HttpResponse>
  /** How many requests at once are let through right now; more of them would wait. Absent where nothing holds them back. */
  lanes?(): number
  /** Waits as between attempts, for platforms that say how long; rejects with the signal's reason. */
  pause?(ms: number, signal: AbortSignal): Promise<void>
}
