import type { Installation } from './installation.ts'

/** A response with its parsed body. */
export interface Answer<T> {
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

type Asked = Pick<Installation, 'fetch'>

/** GETs JSON. `T` is not checked. */
export async function getJson<T>(installation: Asked, path: string, init: RequestInit = {}): Promise<Answer<T>> {
  const response = await installation.fetch(path, init)
  const type = response.headers.get('content-type') ?? ''
  return { status: response.status, type, body: (await response.json()) as T }
}

/** POSTs JSON; a text body is sent as it is. */
export async function postJson<T>(
  installation: Asked,
  path: string,
  { body, headers = {} }: { readonly body: unknown; readonly headers?: Readonly<Record<string, string>> },
): Promise<Answer<T>> {
  return await getJson<T>(installation, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}
