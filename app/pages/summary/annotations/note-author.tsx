import { useText } from '../../../language/index.ts'

interface NoteAuthorProps {
  /** Empty for somebody without a name; null for the reader, who is not told. */
  readonly name: string | null
  readonly className: string
}

/** Who wrote a note. */
export function NoteAuthor({ name, className }: NoteAuthorProps) {
  const t = useText()
  if (name === null) return null
  return <span className={className}>{t('note.by', { name: name || t('note.colleague') })}</span>
}
