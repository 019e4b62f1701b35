/**
 * Timeout of streamed parts. Queries have a slightly longer limit of their own; anything beyond would keep the page open for
 * ever.
 */
export const streamMs = 20_000

const raced = new WeakMap<Promise<unknown>, Promise<unknown>>()

/**
 * The same promise with a timeout on the server: the error element of a failed part is then part of the page. React itself
 * would leave the placeholder and report an error in the browser.
 */
export function inTime<T>(promise: Promise<T>): Promise<T> {
  if (typeof document !== 'undefined') return promise
  const known = raced.get(promise)
  // A promise leads to one of its own kind.
  if (known) return known as Promise<T>
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('This part of the page took too long.')), streamMs)
  })
  const settled = Promise.race([promise, late]).finally(() => clearTimeout(timer))
  raced.set(promise, settled)
  return settled
}
