import { platformFaces } from '@tillsight/platforms'
import { fetchRetrying } from '../fetch/fetch-retrying.ts'

/** One path of an icon; its colour is the text's. */
interface IconPath {
  readonly d: string
  readonly fillRule: 'evenodd' | 'nonzero'
}

const whole = /^(?:<path(?: [a-z-]+="[^"<>]*")+ ?\/>)+$/
const shape = /<path((?: [a-z-]+="[^"<>]*")+) ?\/>/g
const line = /^[MmLlHhVvCcSsQqTtAaZz0-9eE.,\s+-]+$/

/**
 * The paths of a named icon in a response of the icon API. Icons with anything but plain paths are rejected as undefined,
 * whoever sent them.
 */
export function readPaths(result: unknown, name: string): readonly IconPath[] | undefined {
  const body = child(child(child(result, 'icons'), name), 'body')
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
  /** Undefined until loaded, and for good when unavailable. A first call triggers the fetch, batched with others. */
  find(name: string): readonly IconPath[] | undefined
  readonly subscribe: (listener: () => void) => () => void
}

type Ask = (names: readonly string[]) => Promise<unknown>

/**
 * A store that loads icons with `ask`, which returns the body of the server's response. The first of those that belong `together`
 * asks for all of them: parts of a page come alive one after the other, and would ask for each alone.
 */
export function createIconStore(ask: Ask, together: readonly string[] = []): IconStore {
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
      // The placeholder letter stays: no error needed.
    }
  }
  return {
    find(name) {
      if (!known.has(name)) {
        const isFirst = wanted.length === 0
        for (const each of together.includes(name) ? together : [name]) {
          known.set(each, undefined)
          wanted.push(each)
        }
        if (isFirst) queueMicrotask(() => void fetchWanted())
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

export const platformMarks = createIconStore(
  async (names) => {
    const response = await fetchRetrying(`/api/icons/simple-icons.json?icons=${names.join(',')}`, { timeoutMs })
    return response.ok ? await response.json() : undefined
  },
  platformFaces.map(({ icon }) => icon),
)
