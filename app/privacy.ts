// Personal data of a shop's customers. The server implements it, bound to the person's permissions on the shop.
import type { EraseAnswer, PrivacyRequestView } from '@tillsight/domain'

/** A customer in one of these ways or several; the id is the platform's. */
export interface CustomerName {
  readonly email?: string
  readonly phone?: string
  readonly customer?: string
}

/** Part of a shop's services; needs the right to deal with customers. Throws `invalid_input` where nobody is named. */
export interface PrivacyServices {
  /** What platforms asked in their customers' names, the newest first. */
  privacyRequests(): Promise<readonly PrivacyRequestView[]>
  /** How much is held; changes nothing. */
  lookUpCustomer(name: CustomerName): Promise<EraseAnswer>
  /** Everything that is held, to be handed over; answers open requests of the customer. */
  customerFile(name: CustomerName): Promise<object>
  /** The same for the customer of an open request. Throws `conflict` once it is answered. */
  requestedFile(request: string): Promise<object>
  /** For good: figures stay, and later deliveries do not bring it back. */
  eraseCustomer(name: CustomerName): Promise<EraseAnswer>
}
