const origin = 'http://own.invalid'
const longest = 2_000

/**
 * A path on this site that is safe in a `Location` header; undefined for anything that a browser, a proxy or a lenient parser
 * could take for another site.
 */
export function toOwnPath(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > longest || !isPlain(text)) return undefined
  if (!URL.canParse(text, origin)) return undefined
  const url = new URL(text, origin)
  if (url.origin !== origin || url.username !== '' || url.password !== '') return undefined
  const decoded = decodeTwice(url.pathname)
  if (!isPlain(url.pathname) || decoded === undefined || !isPlain(decoded)) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}

/**
 * Begins with exactly one slash and contains nothing that parsers disagree on: backslashes, control or invisible characters.
 */
function isPlain(text: string): boolean {
  return /^\/(?!\/)/.test(text) && !/[\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)
}

/** A proxy decodes once, and the server behind it perhaps again. */
function decodeTwice(path: string): string | undefined {
  try {
    const once = decodeURIComponent(path)
    // A percent sign that was meant as such cannot be decoded again, which is fine.
    return /%[0-9a-f]{2}/i.test(once) ? decodeURIComponent(once) : once
  } catch {
    return undefined
  }
}
