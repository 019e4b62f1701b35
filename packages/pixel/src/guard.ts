/** Runs our own code in the shop's page without letting any exception escape. */
export function guarded<Arguments extends readonly unknown[]>(
  work: (...given: Arguments) => void,
): (...given: Arguments) => void {
  return (...given) => {
    try {
      work(...given)
    } catch {
      // The shop's page must not see our failures.
    }
  }
}

/** Adds a passive listener that never blocks the page or throws. */
export function listen(target: EventTarget, name: string, work: (event: Event) => void): void {
  target.addEventListener(name, guarded(work), { passive: true, capture: true })
}

/** A fresh random id of 32 hexadecimal digits. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
