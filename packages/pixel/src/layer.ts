import { guarded, listen } from './guard.ts'

type Reader = (entries: readonly unknown[]) => void

/** The page's `dataLayer`, which may be created after this script runs. */
export interface Layer {
  /** Passes the existing entries in one call, and then each new one. */
  read(reader: Reader): void
}

/** Finds the `dataLayer`, and looks again after the page has loaded and at each click until there is one. */
export function findLayer(): Layer {
  const readers: Reader[] = []
  let layer: unknown[] | undefined
  const look = () => {
    const found: unknown = Reflect.get(window, 'dataLayer')
    if (layer || !Array.isArray(found)) return
    layer = found
    const { push } = found
    found.push = (...entries: unknown[]) => {
      const length = push.apply(found, entries)
      for (const reader of readers) guarded(reader)(entries)
      return length
    }
    for (const reader of readers) guarded(reader)([...found])
  }
  look()
  listen(window, 'load', look)
  listen(document, 'click', look)
  return {
    read(reader) {
      readers.push(reader)
      if (layer) guarded(reader)([...layer])
    },
  }
}
