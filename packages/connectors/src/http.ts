/** One request of a connector. Retries happen inside the client by failure class; a caller sees the last outcome. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs?: number
  /** Fresh headers and URL for every attempt: one-time signatures must not be replayed. */
  readonly sign?: (request: { readonly method: string; readonly url: string }) => SignedRequest
}

export interface SignedRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** An answer that arrived whole; any status. */
export interface HttpResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly url: string
  readonly body: Uint8Array
}

/** The only way out of a connector: time-outs, retries, pacing, redirect guard, redaction and recording in one place. */
export interface HttpClient {
  request(request: HttpRequest): Promise<HttpResponse>
}
