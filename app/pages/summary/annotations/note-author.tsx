import { useText } from '../../../language/index.ts'

interface NoteAuthorProps {
  /** Empty for an author without a name; null for the reader's own, which shows no author. */
  readonly name: string | null
  readonly className: string
}

/** The author of an annotation. */
export function NoteAuthor({ name, className }: NoteAuthorProps) {
  const t = useText()
  if (name === null) return null
  return <span className={className}>{t('note.by', { name: name || t('note.colleague') })}</span>
}
