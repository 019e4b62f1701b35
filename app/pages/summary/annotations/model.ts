/** An annotation in the panel's list. */
export interface NoteModel {
  readonly id: string
  readonly dayText: string
  readonly text: string
  readonly isShared: boolean
  /** Empty without a name; null for the person's own. */
  readonly author: string | null
  readonly mayRemove: boolean
}

/** The range's annotations, and the defaults of a new one. */
export interface NotesModel {
  readonly notes: readonly NoteModel[]
  /** The list is at its limit: there may be older ones. */
  readonly isFull: boolean
  readonly rangeText: string
  /** Default day of the form. */
  readonly day: string
  readonly today: string
  readonly mayShare: boolean
}

/** Why an annotation was rejected, with the values entered. */
export interface NoteFailure {
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  readonly typed: { readonly day: string; readonly text: string; readonly isShared: boolean }
}
