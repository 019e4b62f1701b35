/** Limits how many tasks run at once; they start in the order given. A failed task frees its slot like a successful one. */
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
      // The slot passes to the next task in the queue.
      if (next) next()
      else running -= 1
    }
  }
}
