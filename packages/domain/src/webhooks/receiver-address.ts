import { AppError } from '@tillsight/core'
import { findPublicAddresses } from '@tillsight/platforms/connectors'

/** How addresses of receivers are checked. */
export interface AddressRules {
  /** Of a machine to develop on: http and private networks are allowed. */
  readonly allowsPrivate: boolean
  /** For tests. */
  readonly resolve?: (hostname: string) => Promise<readonly { readonly address: string; readonly family: number }[]>
}

/** An address as it is called, or `invalid_input`: https, somewhere public, and without a name and password in it. */
export async function checkReceiverAddress(text: string, { allowsPrivate, resolve }: AddressRules): Promise<string> {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url) throw refused('This is not an address. Expected one such as https://example.com/webhooks.')
  if (url.protocol !== 'https:' && !(allowsPrivate && url.protocol === 'http:')) {
    throw refused('The address must begin with https://, so that nobody on the way can read what is sent.')
  }
  if (url.username !== '' || url.password !== '') {
    throw refused('Leave name and password out of the address. Messages are signed: check the signature instead.')
  }
  url.hash = ''
  if (allowsPrivate) return url.href
  const found = await findPublicAddresses(url.hostname, resolve)
  if (found === 'unknown') throw refused(`The name ${url.hostname} cannot be found. Check its spelling.`)
  if (found === 'private') {
    throw refused(`${url.hostname} leads into a private network. Receivers have to be on the public internet.`)
  }
  return url.href
}

function refused(message: string): AppError {
  return new AppError('invalid_input', message, { details: { field: 'url' }, problems: { url: message } })
}
