import { fetchRetrying } from '../fetch/index.ts'
import { type IconPath, readPaths } from './icon-paths.ts'

/** Fetches marks by name and keeps them for the life of the page. */
export interface IconStore {
  /** Undefined until it is there, and for good when it cannot be had. Asking has it fetched, with others of the moment. */
  find(name: string): readonly IconPath[] | undefined
  readonly subscribe: (listener: () => void) => () => void
}

type Ask = (names: readonly string[]) => Promise<unknown>

/** A store that asks with `ask` and is told of the body that the server answers. */
export function createIconStore(ask: Ask): IconStore {
  const known = new Map<string, readonly IconPath[] | undefined>()
  const listeners = new Set<() => void>()
  let wanted: string[] = []

  const fetchWanted = async (): Promise<void> => {
    const names = wanted
    wanted = []
    try {
      const body = await ask(names)
      for (const name of names) known.set(name, readPaths(body, name))
      for (const listener of listeners) listener()
    } catch {
      // A letter stands where the mark would be: nobody needs to hear of it.
    }
  }
  return {
    find(name) {
      if (!known.has(name)) {
        known.set(name, undefined)
        wanted.push(name)
        if (wanted.length === 1) queueMicrotask(() => void fetchWanted())
      }
      return known.get(name)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const timeoutMs = 1500

/** Marks of platforms. */
export const platformMarks = createIconStore(async (names) => {
  const response = await fetchRetrying(`/api/icons/simple-icons.json?icons=${names.join(',')}`, { timeoutMs })
  return response.ok ? await response.json() : undefined
})
