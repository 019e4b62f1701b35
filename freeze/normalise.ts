// What is another one in each run, and says nothing: taken out of texts before they are compared.
import { begins } from './shifted-clock.ts'

const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g
const token = /\bey[\w-]+\.ey[\w-]+\.[\w-]+|\btk_[0-9a-f]{24}\b/g
/** The product, its simulated stores and platforms: each on whichever port was free. */
const localPort = /(localhost|127\.0\.0\.1)(:|%3A)\d{2,5}\b/gi
const instant = /\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|\+00(?::?00)?)?/g

/** Ids that are random, tokens, ports, and instants since the run began. Ids that the database gave out stay: they count up. */
export function normalise(text: string): string {
  return text
    .replace(token, '<token>')
    .replace(uuid, (id) => (isCounted(id) ? id : '<id>'))
    .replace(localPort, '$1$2<port>')
    .replace(instant, (at) => (isOfRun(at) ? '<then>' : at))
}

/** As `product.ts` has the database make them. */
function isCounted(id: string): boolean {
  return /-0{3}\d{9}$/.test(id)
}

/** Facts of the demo end where the run begins: what is later is when something was done. */
function isOfRun(at: string): boolean {
  const iso = at.replace(' ', 'T').replace(/\+00(?::?00)?$/, 'Z')
  return Date.parse(iso.endsWith('Z') ? iso : `${iso}Z`) >= Date.parse(begins)
}
