// What a person arranges for themselves on a shop's pages. The server implements it, bound to person and shop.
import type { Day, DayRange } from '@tillsight/core/days'
import type { Preference } from '@tillsight/domain/inputs'

/** Preferences, saved views and annotations of the person on the shop. */
export interface PersonalServices {
  /** Complete: what is not stored has the specification's default. Throws when it cannot be read; callers log and use the defaults. */
  preference(): Promise<Preference>
  /** Merges like RFC 7396: absent keys stay, null removes, lists are replaced. Throws `invalid_input` keyed by field. */
  changePreference(patch: Readonly<Record<string, unknown>>): Promise<Preference>
  /** The person's views of this shop, by name. */
  views(): Promise<readonly SavedView[]>
  /** The same name again replaces the view. Throws `invalid_input`, `limit_reached`. */
  saveView(input: SaveViewInput): Promise<SavedView>
  removeView(id: string): Promise<void>
  /** Own and shared annotations of the days, oldest first; of more than `mostListedAnnotations`, the newest. */
  annotations(range: DayRange): Promise<readonly AnnotationView[]>
  /** Throws `forbidden` when it is shared and the person's role may not share. */
  addAnnotation(input: AddAnnotationInput): Promise<AnnotationView>
  /** Own ones, and shared ones by whoever may share. Throws `not_found`. */
  removeAnnotation(id: string): Promise<void>
}

/** An address of a shop's page with a name. */
export interface SavedView {
  readonly id: string
  readonly name: string
  /** Page below the shop's address; empty for the summary. */
  readonly page: string
  /** Query string with its question mark, or empty. */
  readonly search: string
  /** Opens when the page is opened without a query. */
  readonly isDefault: boolean
}

export type SaveViewInput = Omit<SavedView, 'id'>

/** A note on a shop day. */
export interface AnnotationView {
  readonly id: string
  readonly day: Day
  readonly text: string
  readonly isShared: boolean
  /** Name of who wrote it, empty without one; null when it is one's own. */
  readonly author: string | null
  readonly mayRemove: boolean
}

export interface AddAnnotationInput {
  readonly day: string
  readonly text: string
  readonly isShared: boolean
}
