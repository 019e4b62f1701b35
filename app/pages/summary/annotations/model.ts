/** A note as the panel lists it. */
export interface NoteModel {
  readonly id: string
  readonly dayText: string
  readonly text: string
  readonly isShared: boolean
  /** Empty without a name; null when it is one's own. */
  readonly author: string | null
  readonly mayRemove: boolean
}

/** The notes of the range, and what a new one begins with. */
export interface NotesModel {
  readonly notes: readonly NoteModel[]
  /** There may be older ones. */
  readonly isFull: boolean
  readonly rangeText: string
  /** Day that the form is filled with. */
  readonly day: string
  readonly today: string
  readonly mayShare: boolean
}

/** Why a note was refused, with what was typed. */
export interface NoteFailure {
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  readonly typed: { readonly day: string; readonly text: string; readonly isShared: boolean }
}
