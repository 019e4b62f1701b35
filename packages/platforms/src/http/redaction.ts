const hidden = '(hidden)'

const secretNames =
  /^(?:.*(?:secret|password|passwd|token|signature|nonce|api[-_]?key|consumer[-_]key).*|key|code|sig|hmac|auth|authorization|proxy-authorization|cookie|set-cookie|x-wp-nonce)$/i
const secretTexts = /\b(c[ks]_)[0-9a-f]{8,}\b/gi
const secretFields = /("(?:[^"\\]*(?:secret|password|token|consumer_key|api_key)[^"\\]*)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi

/** The address with the values of secret parameters and the user part replaced. */
export function redactUrl(url: string): string {
  const cut = url.indexOf('?')
  const address = redactText(cut < 0 ? url : url.slice(0, cut)).replace(/\/\/[^/@]*@/, `//${hidden}@`)
  if (cut < 0) return address
  const query = url
    .slice(cut + 1)
    .split('&')
    .map((part) => {
      const [name = '', ...value] = part.split('=')
      return isSecretName(name) && value.length > 0 ? `${name}=${hidden}` : redactText(part)
    })
  return `${address}?${query.join('&')}`
}

/** A copy without the values of secret headers. */
export function redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isSecretName(name) ? hidden : redactText(value)]),
  )
}

/** Text or a body without what looks like a key, and without the values of JSON fields named after secrets. */
export function redactText(text: string): string {
  return text.replace(secretFields, `$1"${hidden}"`).replace(secretTexts, `$1${hidden}`)
}

/** Whether a parameter or header of this name holds a secret. */
export function isSecretName(name: string): boolean {
  return secretNames.test(name)
}
