import type { Installation } from './installation.ts'

/** A response with its parsed body. */
export interface Reply<T> {
  readonly status: number
  readonly type: string
  readonly body: T
}

/** Contents of a problem+json response. */
export interface Problem {
  readonly type: string
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly code: string
}

type Params = Pick<Installation, 'fetch'>

/** GETs JSON. `T` is not checked. */
export async function getJson<T>(installation: Params, path: string, init: RequestInit = {}): Promise<Reply<T>> {
  const response = await installation.fetch(path, init)
  const type = response.headers.get('content-type') ?? ''
  return { status: response.status, type, body: (await response.json()) as T }
}

/** POSTs JSON; a text body is sent as it is. */
export async function postJson<T>(
  installation: Params,
  path: string,
  { body, headers = {} }: { readonly body: unknown; readonly headers?: Readonly<Record<string, string>> },
): Promise<Reply<T>> {
  return await getJson<T>(installation, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}
