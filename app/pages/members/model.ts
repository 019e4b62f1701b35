import type { Role } from '@tillsight/domain'
import type { PageWords } from '../../language/index.ts'
import type en from './words/en.json'

/** The texts of the page by name. */
export type MembersKey = keyof (typeof en)['labels']

/** The texts of the page in one language. */
export interface MembersWords {
  readonly title: string
  /** The texts of the page's parts. */
  readonly texts: PageWords
  /** Confirmations of the last form, by the word in the address. */
  readonly done: (typeof en)['done']
  /** The most powerful first. */
  readonly roles: readonly RoleWords[]
}

/** The word of a confirmation in the address. */
export type MembersDone = keyof MembersWords['done']

/** A role, and what it may. */
export interface RoleWords {
  readonly role: Role
  readonly label: string
  readonly means: string
}

/** People of an organisation, with days printed. */
export interface MembersModel {
  readonly name: string
  readonly mayChange: boolean
  readonly members: readonly MemberModel[]
  readonly invitations: readonly InvitationModel[]
  /** Names of those who may change this: `Ada and Ben`. */
  readonly whoMay: string
  /** The asking person is the only owner, so they cannot leave. */
  readonly isOnlyOwner: boolean
  /** The shops that access can be limited to; none for those who may not change it. */
  readonly shops: readonly ShopChoice[]
  /** From when on everybody needs a second factor, printed; null: nobody does. */
  readonly factorFrom: string | null
  /** Day of the organisation's deletion. */
  readonly deleteOn: string | null
  /** What goes with it, where the address asks to delete it. */
  readonly contents: readonly ContentModel[] | undefined
  /** Whether administrators of the installation may look in; undefined for whoever may not change it. */
  readonly support: boolean | undefined
  readonly offer: OfferModel | undefined
  /** The member that the address asks to remove. */
  readonly leaving: LeavingModel | undefined
  /** The member that the address asks to limit to certain shops. */
  readonly limiting: LimitingModel | undefined
}

/** How much of something goes with the organisation, printed. */
export interface ContentModel {
  readonly label: string
  readonly count: string
}

/** The organisation is offered to a member. */
export interface OfferModel {
  readonly isForSelf: boolean
  readonly from: string
  /** Empty where it is for the person themselves and nothing else is shown to them. */
  readonly to: string
  /** Printed day. */
  readonly until: string
}

export interface ShopChoice {
  readonly domain: string
  readonly name: string
}

/** A member about to be removed, with what they made. */
export interface LeavingModel {
  readonly person: string
  readonly who: string
  readonly keys: readonly MadeModel[]
  readonly webhooks: readonly MadeModel[]
  readonly shares: readonly MadeModel[]
  readonly ofNobody: readonly MadeModel[]
}

/** A member about to be limited to certain shops, with those of their keys that reach more. */
export interface LimitingModel {
  readonly person: string
  readonly who: string
  /** Domains. */
  readonly shops: readonly string[]
  /** `a.example and b.example` */
  readonly shopsText: string
  readonly keys: readonly MadeModel[]
}

/** Something that a member made. */
export interface MadeModel {
  readonly id: string
  readonly name: string
  readonly detail: string
}

export interface MemberModel {
  readonly person: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly isSelf: boolean
  readonly since: string
  /** Domains; null: all. */
  readonly shops: readonly string[] | null
  /** `Sees all shops` */
  readonly sees: string
  readonly hasFactor: boolean
  /** `Last seen on 2 Nov 2026` */
  readonly seen: string
}

export interface InvitationModel {
  readonly id: string
  readonly email: string
  readonly role: Role
  /** Printed day. */
  readonly until: string
  readonly sees: string
}

/** Why a form of the page was rejected, and the values entered. */
export interface MembersFailure {
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  readonly typed: {
    readonly email: string
    readonly role: string
    /** Null: all. */
    readonly shops: readonly string[] | null
  }
}
