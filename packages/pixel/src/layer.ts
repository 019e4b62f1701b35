import { guarded, listen } from './guard.ts'

type Reader = (entries: readonly unknown[]) => void

/** The page's `dataLayer`, which may come later than we do. */
export interface Layer {
  /** Hands over what is there already, in one call, and then each entry as it comes. */
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
