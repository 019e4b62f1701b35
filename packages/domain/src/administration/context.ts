import type { OrganisationId, PersonId } from '@tillsight/core'
import type { Jobs } from '@tillsight/database'
import type { StoredSize, Warehouse } from '@tillsight/warehouse'
import { z } from 'zod'
import type { ActorContext, Verb } from '../context/index.ts'
import type { MemberLetters } from '../organisations/index.ts'

/** What the auth service does to an account. All of it throws `not_found`, and `unavailable` where the service does not answer. */
export interface AccountServices {
  /** Takes the address as confirmed. */
  confirm(person: PersonId): Promise<void>
  /** Refuses every sign-in until it is unlocked, and ends the sessions. */
  lock(person: PersonId): Promise<void>
  unlock(person: PersonId): Promise<void>
  /** Mails a link for a new password. */
  sendReset(email: string): Promise<void>
  remove(person: PersonId): Promise<void>
}

/** What the process and its machine say of themselves. */
export const MachineState = z.object({
  version: z.string(),
  /** A newer version that is known of; null: none is. */
  newer: z.object({ version: z.string(), where: z.enum(['installed', 'published']) }).nullable(),
  /** Whether newer versions are asked for outside. */
  asksOutside: z.boolean(),
  startedAt: z.iso.datetime(),
  role: z.string(),
  disk: z.object({ free: z.number(), total: z.number() }).nullable(),
  memory: z.object({ process: z.number(), free: z.number(), total: z.number() }),
  database: z.boolean(),
  warehouse: z.boolean(),
})

/** What administration needs from outside. */
export interface InstallationServices {
  readonly accounts: AccountServices
  readonly jobs: Pick<Jobs, 'cancel' | 'retry'>
  readonly warehouse: Pick<Warehouse, 'for'> & { sizes(): Promise<readonly StoredSize[]> }
  readonly letters: MemberLetters
  machine(): Promise<z.infer<typeof MachineState>>
  /** The plan of an organisation, where there are plans; null: not known. */
  planOf(organisation: OrganisationId): Promise<string | null>
  /** A random token, shown to the browser only. */
  newToken(): { readonly token: string; readonly hash: string }
}

/** The context of verbs on the installation as a whole; never of an organisation, a shop or a person. */
export interface AdminContext extends ActorContext {
  readonly installation: InstallationServices
}

/** Declares a verb on the installation, which nobody but its administrators and the command line have. */
export function adminVerb<Input, Output, Raw = Input, const Name extends `admin.${string}` = `admin.${string}`>(
  verb: Omit<Verb<Input, Output, AdminContext, Raw, Name>, 'needs'>,
): Verb<Input, Output, AdminContext, Raw, Name> {
  return { ...verb, needs: 'installation:administer' }
}

/** Rows of a page of a list. */
export const pageRows = 25

/** What every list takes: the fields of the address of its page. */
export const ListInput = z.object({
  search: z.string().trim().max(200).default(''),
  /** From 1. */
  page: z.number().int().min(1).max(100_000).default(1),
})

/** The part of a list that a page shows. */
export function partOf({ search, page }: z.output<typeof ListInput>) {
  return { search: search.replaceAll('\0', ''), offset: (page - 1) * pageRows, limit: pageRows }
}

const secrets = /\b(?:tsk_[\w-]{20,}|whsec_[\w+/=-]{20,}|sk_(?:live|test)_\w+|ey[\w-]{10,}\.[\w-]{10,}\.[\w-]*)/g
const addresses = /[^\s@<>"'`]+@[^\s@<>"'`]+\.[^\s@<>"'`]+/g
const credentials = /(\b[a-z][\w+.-]*:\/\/)[^\s/@]+@/gi
const parameters = /([?&](?:key|token|secret|sig|signature|password|access_token|code)=)[^&\s]+/gi
const longest = 500

/** A text that something outside may have said, without what opens anything or names anybody; cut. */
export function toPlainText(text: string): string {
  const plain = text
    .replace(secrets, '…')
    .replace(credentials, '$1…@')
    .replace(parameters, '$1…')
    .replace(addresses, (address) => (address.includes('…@') ? address : maskAddress(address)))
  return plain.length > longest ? `${plain.slice(0, longest - 1)}…` : plain
}

/** An address as far as it may be shown to others: `a…@shop.example`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  if (at < 0) return `${address.slice(0, 3)}…${address.slice(-2)}`
  return `${address.slice(0, Math.min(1, at))}…${address.slice(at)}`
}
