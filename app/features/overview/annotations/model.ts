/** A note as the panel lists it. */
export interface NoteModel {
  readonly id: string
  readonly dayText: string
  readonly text: string
  readonly isShared: boolean
  /** Null when it is one's own. */
  readonly author: string | null
  readonly mayRemove: boolean
}

/** The notes of the range, and what a new one begins with. */
export interface NotesModel {
  readonly notes: readonly NoteModel[]
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
