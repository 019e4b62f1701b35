import type { Installation } from './installation.ts'

/** An answer with its body read. */
export interface Answer<T> {
  readonly status: number
  readonly type: string
  readonly body: T
}

/** What a problem+json answer says. */
export interface Problem {
  readonly type: string
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly code: string
}

type Asked = Pick<Installation, 'fetch'>

/** Asks for JSON. `T` is what the test expects to find. */
export async function getJson<T>(installation: Asked, path: string, init: RequestInit = {}): Promise<Answer<T>> {
  const response = await installation.fetch(path, init)
  const type = response.headers.get('content-type') ?? ''
  return { status: response.status, type, body: (await response.json()) as T }
}

/** Posts JSON; a body that is text already goes out as it is. */
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
