import { fetchRetrying } from '../fetch/index.ts'
import type { ServedBuild } from './version-watch.ts'

const timeoutMs = 10_000

/** Asks the server which build it serves; undefined when it does not answer as it should. */
export async function askLatestBuild(): Promise<ServedBuild | undefined> {
  const response = await fetchRetrying('/builds/latest.json', { cache: 'no-store', timeoutMs })
  const body: unknown = response.ok ? await response.json() : undefined
  const [id, client] = [textOf(body, 'id'), textOf(body, 'client')]
  return id === undefined ? undefined : { id, isOwn: client === undefined || client === ownClient() }
}

/** The version of the client's part that this page was made with, as the router knows it. */
function ownClient(): string | undefined {
  return textOf(Reflect.get(globalThis, '__reactRouterManifest'), 'version')
}

function textOf(value: unknown, key: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const found: unknown = Reflect.get(value, key)
  return typeof found === 'string' ? found : undefined
}
