import { fetchRetrying } from '../fetch/fetch-retrying.ts'

/** One shape of a mark; its colour is the text's. */
interface IconPath {
  readonly d: string
  readonly fillRule: 'evenodd' | 'nonzero'
}

const whole = /^(?:<path(?: [a-z-]+="[^"<>]*")+ ?\/>)+$/
const shape = /<path((?: [a-z-]+="[^"<>]*")+) ?\/>/g
const line = /^[MmLlHhVvCcSsQqTtAaZz0-9eE.,\s+-]+$/

/**
 * The shapes of a named icon in an answer of the icon API. Whatever else an answer may hold is left out: an icon that
 * is more than plain paths is undefined, whoever sent it.
 */
export function readPaths(answer: unknown, name: string): readonly IconPath[] | undefined {
  const body = child(child(child(answer, 'icons'), name), 'body')
  if (typeof body !== 'string' || !whole.test(body)) return undefined
  const paths = [...body.matchAll(shape)].map(([, attributes = '']): IconPath => {
    const isEvenOdd = valueOf(attributes, 'fill-rule') === 'evenodd'
    return { d: valueOf(attributes, 'd') ?? '', fillRule: isEvenOdd ? 'evenodd' : 'nonzero' }
  })
  return paths.every(({ d }) => line.test(d)) ? paths : undefined
}

function valueOf(attributes: string, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1]
}

function child(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
}

/** Fetches marks by name and keeps them for the life of the page. */
interface IconStore {
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

export const platformMarks = createIconStore(async (names) => {
  const response = await fetchRetrying(`/api/icons/simple-icons.json?icons=${names.join(',')}`, { timeoutMs })
  return response.ok ? await response.json() : undefined
})
