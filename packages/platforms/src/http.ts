/**
 * One request of a connector. Retries happen inside the client according to the kind of failure; a caller sees the last
 * result.
 */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** A body that is no text. */
  readonly bytes?: Uint8Array
  readonly timeoutMs?: number
  /** Fresh headers and URL for every attempt: one-time signatures must not be replayed. */
  readonly sign?: (request: { readonly method: string; readonly url: string }) => SignedRequest
  /** Ends waiting, sending and pauses between attempts; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** Requests with the same name cause comparable amounts of work: their response times show what load a store can take. */
  readonly alike?: string
  /** A POST that only reads, such as a GraphQL query, and may be repeated. */
  readonly repeatable?: boolean
  /** The maximum number of further attempts; defaults to all steps of the failure class. */
  readonly retries?: number
  /**
   * False for an API that never redirects: a redirect then comes from something in between and is returned as the response.
   * Otherwise redirects are followed within the domain, and fail as `account_state` beyond it.
   */
  readonly followsRedirects?: false
  /** Overrules what the status alone says, because some platforms fail with 200. */
  readonly judge?: (response: HttpResponse) => Verdict
}

/** `final`: returned as is. The others are retried; the last response is returned as is. */
export type Verdict = 'final' | 'transient' | 'throttled'

/** Address and headers of one attempt after signing. */
export interface SignedRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** A complete response with any status. */
export interface HttpResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Where the response came from after redirects, without parameters that signing added. */
  readonly url: string
  readonly body: Uint8Array
}

/** How this installation shows itself to platforms: what a merchant would put on a firewall's allow-list. */
export interface HttpIdentity {
  readonly userAgent: string
  readonly egressAddresses: readonly string[]
}

/**
 * The only way for a connector to make requests: time-outs, retries, pacing, redirect guard, redaction and recording in one
 * place.
 */
export interface HttpClient {
  readonly identity?: HttpIdentity
  /** Throws `ConnectorError` if no complete response arrived. */
  request(request: HttpRequest): Promise<HttpResponse>
  /** How many concurrent requests are currently allowed; more would wait. Absent if there is no limit. */
  lanes?(): number
  /** Waits as between attempts, for platforms that say how long; rejects with the signal's reason. */
  pause?(ms: number, signal: AbortSignal): Promise<void>
}
