/** Lets a fixed number of tasks run at once; the others wait their turn in order. */
export interface Lane {
  /** Resolves once there is room; the returned function gives the place back. Rejects when `signal` aborts first. */
  enter(signal: AbortSignal): Promise<() => void>
}

/** A lane that is `width` tasks wide. */
export function createLane(width: number): Lane {
  const waiting: (() => void)[] = []
  let free = width

  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  const leaveOnce = () => {
    let left = false
    return () => {
      if (!left) leave()
      left = true
    }
  }

  return {
    async enter(signal) {
      signal.throwIfAborted()
      if (free > 0) {
        free -= 1
        return leaveOnce()
      }
      await new Promise<void>((resolve, reject) => {
        const admit = () => {
          signal.removeEventListener('abort', giveUp)
          resolve()
        }
        const giveUp = () => {
          waiting.splice(waiting.indexOf(admit), 1)
          reject(signal.reason)
        }
        waiting.push(admit)
        signal.addEventListener('abort', giveUp, { once: true })
      })
      return leaveOnce()
    },
  }
}
