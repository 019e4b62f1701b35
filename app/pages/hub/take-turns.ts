/**
 * Lets only so many of the works run at once, in the order they were given in. A work that fails makes room as one that
 * succeeds does.
 */
export function takeTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resume) => waiting.push(resume))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // Whoever follows takes the place over.
      if (next) next()
      else running -= 1
    }
  }
}
