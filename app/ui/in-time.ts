/**
 * How long parts of a page that are streamed may take. Questions end by themselves a little later; whatever is over after that
 * would leave a page open for ever.
 */
export const streamMs = 20_000

const raced = new WeakMap<Promise<unknown>, Promise<unknown>>()

/**
 * The same promise, which fails on the server when a page cannot wait any longer: what stands in the place of a failed part is
 * part of the page then. React itself would leave the placeholder and complain in the browser.
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
